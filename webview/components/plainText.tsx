import type { ComponentChildren, JSX } from 'preact';
import { visibleText } from '../../src/protocol/planView';

/** Text of a model or a person: a text node, isolated from its surroundings, with nothing hidden in it. */
export function PlainText({ text }: { text: string }): JSX.Element {
  return <bdi>{visibleText(text)}</bdi>;
}

/** A sentence of ours with `{0}` where something else stands in it. */
export function Phrase(props: { text: string; children: ComponentChildren }): JSX.Element {
  const [before, ...after] = props.text.split('{0}');
  return (
    <>
      {before}
      {props.children}
      {after.join('{0}')}
    </>
  );
}
