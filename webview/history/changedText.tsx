import type { JSX } from 'preact';
import { visibleText } from '../../src/protocol/planView';
import type { TextPart } from './wordEdits';

/** A text with its changed words marked; for the eye alone, as nothing says the marks aloud. */
export function ChangedText({ parts }: { parts: readonly TextPart[] }): JSX.Element {
  return (
    <bdi>
      {parts.map(({ text, kind }, place) => {
        const shown = visibleText(text);
        if (kind === 'removed') return <del key={place}>{shown}</del>;
        if (kind === 'added') return <ins key={place}>{shown}</ins>;
        return shown;
      })}
    </bdi>
  );
}
