import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PanelModel } from '../panelModel';
import { PlainText } from '../components/plainText';

/** Longer ones, in UTF-16 units, begin cut to three lines, so that the steps stay in sight. */
const SHORT = 160;

/** Why the plan is as it is, in the agent's words. */
export function Explanation(props: { model: PanelModel; text: string }): JSX.Element | null {
  const { model, text } = props;
  const [whole, setWhole] = useState(false);
  if (text === '') return null;
  const isLong = text.length > SHORT;
  return (
    <div class="explanation">
      <p class={isLong && !whole ? 'cut' : undefined}>
        <PlainText text={text} />
      </p>
      {isLong && (
        <button
          type="button"
          class="link"
          aria-expanded={whole}
          onClick={() => {
            setWhole(!whole);
          }}
        >
          {model.text(whole ? 'showLess' : 'showMore')}
        </button>
      )}
    </div>
  );
}
