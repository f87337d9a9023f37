import type { PlanStep } from './plan';
import { ALL_LINKS, NO_LINKS, type LinkView } from './stepViews';
import { cutAtGrapheme } from './textLimits';
import { MAX_RESULT_TEXT, REFUSAL_OPENING } from './toolResult';

// A refusal still gets its opening in front of the text.
const ROOM = MAX_RESULT_TEXT - REFUSAL_OPENING.length;
const FEWER_LINKS: readonly LinkView[] = [ALL_LINKS, { prerequisites: 2 }, NO_LINKS];
const SHORTENED = '(Some of it is shortened here; the panel shows the whole text.)';
const LINES_SHOWN = 20;
/** What a bulleted list leaves for the lines around it. */
const AROUND_LINES = 600;
/** A description has at most 240 bytes, so never more UTF-16 units. */
const LONGEST_DESCRIPTION = 240;

/** A step as it is to be rendered: itself, or with its description cut. */
export type Cut = (step: PlanStep) => PlanStep;

/**
 * Renders with every description that went through `cut` shortened to a common length where the text
 * would be over the size of a result: the longest are cut first, at grapheme edges, and a last line
 * says so. Links, and in the end lines, are left out only where nothing else makes room.
 */
export function fitSteps(render: (cut: Cut, links: LinkView) => string): string {
  const whole = render((step) => step, ALL_LINKS);
  if (whole.length < ROOM) return whole;
  const shortened = (length: number, links: LinkView): string => {
    const text = render((step) => withShortDescription(step, length), links);
    return `${text}\n${SHORTENED}`;
  };
  const links = FEWER_LINKS.find((view) => shortened(0, view).length < ROOM);
  if (!links) return `${firstLines(render((step) => withShortDescription(step, 0), NO_LINKS))}`;
  let [fits, tooLong] = [0, LONGEST_DESCRIPTION];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (shortened(middle, links).length < ROOM) fits = middle;
    else tooLong = middle;
  }
  return shortened(fits, links);
}

/** One line each, at most `shown` and as many as there is room for, and how many more there are. */
export function bulleted(messages: readonly string[], shown = LINES_SHOWN): string[] {
  let left = ROOM - AROUND_LINES;
  const lines: string[] = [];
  for (const message of messages.slice(0, shown)) {
    left -= message.length + 3;
    if (left < 0) break;
    lines.push(`- ${message}`);
  }
  const more = messages.length - lines.length;
  return more > 0 ? [...lines, `- and ${more} more`] : lines;
}

function withShortDescription(step: PlanStep, length: number): PlanStep {
  if (step.description.length <= length) return step;
  return { ...step, description: cutAtGrapheme(step.description, (text) => text.length <= length) };
}

function firstLines(text: string): string {
  const room = ROOM - SHORTENED.length - 1;
  const end = text.lastIndexOf('\n', room - 1);
  return `${text.slice(0, Math.max(end, 0))}\n${SHORTENED}`;
}
