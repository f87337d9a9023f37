import type { PlanStep } from './plan';
import { ALL_LINKS, NO_LINKS, type LinkView } from './stepViews';
import { cutToLength } from './textLimits';
import { MAX_RESULT_TEXT, REFUSAL_OPENING } from './toolResult';

// A refusal still gets its opening in front of the text.
const ROOM = MAX_RESULT_TEXT - REFUSAL_OPENING.length;
const FEWER_LINKS: readonly LinkView[] = [ALL_LINKS, { prerequisites: 2 }, NO_LINKS];
const SHORTENED = '(Some of it is shortened here; the panel shows the whole text.)';
const LINES_SHOWN = 20;
/** What a bulleted list leaves for the lines around it. */
const AROUND_LINES = 600;
/** What is left of a description that is cut most: the ellipsis. */
const SHORTEST = 1;

/** A step as it is to be rendered: itself, or with its description cut. */
export type Cut = (step: PlanStep) => PlanStep;

/**
 * Renders with every description that went through `cut` shortened to a common length where the text
 * would be over the size of a result: the longest are cut first, at grapheme edges, and a last line
 * says so. Links, and in the end lines, are left out only where nothing else makes room. What went
 * through `cut` is to be written exactly once: its length is reckoned with, not tried out.
 */
export function fitSteps(render: (cut: Cut, links: LinkView) => string): string {
  const whole = render((step) => step, ALL_LINKS);
  if (whole.length < ROOM) return whole;
  let shortest = '';
  for (const links of FEWER_LINKS) {
    const lengths: number[] = [];
    shortest = render((step) => {
      lengths.push(step.description.length);
      return withShortDescription(step, SHORTEST);
    }, links);
    const left = ROOM - 1 - `${shortest}\n${SHORTENED}`.length;
    if (left < 0) continue;
    const length = commonLength(lengths, left);
    return `${render((step) => withShortDescription(step, length), links)}\n${SHORTENED}`;
  }
  return firstLines(shortest);
}

/** The greatest length to which all can be cut so that they take at most `left` more than when cut most. */
function commonLength(lengths: readonly number[], left: number): number {
  const added = (length: number): number =>
    lengths.reduce((sum, each) => sum + Math.max(Math.min(each, length) - SHORTEST, 0), 0);
  let length = Math.min(Math.max(...lengths, SHORTEST), left + SHORTEST);
  while (added(length) > left) length--;
  return length;
}

/** One line each, at most 20 and as many as there is room for, and how many more there are. */
export function bulleted(messages: readonly string[]): string[] {
  let left = ROOM - AROUND_LINES;
  const lines: string[] = [];
  for (const message of messages.slice(0, LINES_SHOWN)) {
    left -= message.length + 3;
    if (left < 0) break;
    lines.push(`- ${message}`);
  }
  const more = messages.length - lines.length;
  return more > 0 ? [...lines, `- and ${more} more`] : lines;
}

function withShortDescription(step: PlanStep, length: number): PlanStep {
  if (step.description.length <= length) return step;
  return { ...step, description: cutToLength(step.description, length) };
}

function firstLines(text: string): string {
  const room = ROOM - SHORTENED.length - 1;
  const end = text.lastIndexOf('\n', room - 1);
  return `${text.slice(0, Math.max(end, 0))}\n${SHORTENED}`;
}
