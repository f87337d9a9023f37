import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Typing } from '../../src/domain/steering/draft';
import type { PanelModel } from '../panelModel';
import type { SteeringModel } from './steeringModel';

interface FieldProps {
  readonly model: PanelModel;
  readonly steering: SteeringModel;
  readonly typing: Typing;
}

/** Where the text of a step is typed. What stands in it outlives updates, a hidden panel and a reload. */
export function StepField({ model, steering, typing }: FieldProps): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  const isFocused = useRef(true);
  useLayoutEffect(() => {
    const { current } = field;
    // Rows that come and go may take the field along, and with it the keyboard.
    const isLost = document.activeElement !== current && isFocused.current;
    if (!current || !isLost || !mayTakeKeyboard()) return;
    current.focus({ preventScroll: true });
    current.setSelectionRange(typing.from, typing.to);
  });
  useLayoutEffect(() => {
    const { current } = field;
    if (document.hasFocus() && document.activeElement !== current) {
      current?.focus({ preventScroll: true });
      current?.setSelectionRange(typing.from, typing.to);
    }
    current?.scrollIntoView({ block: 'nearest' });
    return () => {
      // The field goes away with the keyboard in it: the person goes on in the tree.
      if (isFocused.current) queueMicrotask(() => document.getElementById('steps')?.focus());
    };
  }, []);
  const keep = (): void => {
    const { value, selectionStart, selectionEnd } = field.current ?? {};
    if (value === undefined) return;
    const [from, to] = [selectionStart ?? value.length, selectionEnd ?? value.length];
    if (value === typing.text && from === typing.from && to === typing.to) return;
    steering.type({ text: value, from, to });
  };
  const isTooLong = steering.isTooLong.value;
  return (
    <>
      <input
        ref={field}
        class="step-field"
        type="text"
        value={typing.text}
        aria-label={model.text('stepText')}
        aria-invalid={isTooLong}
        aria-describedby={isTooLong ? 'step-problem' : undefined}
        onInput={keep}
        onSelect={keep}
        onKeyUp={keep}
        onFocus={() => {
          isFocused.current = true;
        }}
        onBlur={(event) => {
          if (event.relatedTarget !== null) isFocused.current = false;
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
          event.preventDefault();
          steering.endTyping(event.key === 'Enter');
        }}
        onMouseDown={(event) => {
          event.stopPropagation();
        }}
      />
      {isTooLong && (
        <div id="step-problem" class="step-problem" role="alert">
          {model.text('textTooLong')}
        </div>
      )}
    </>
  );
}

/** Where the person is elsewhere on the page, or in another part of the editor, they stay there. */
function mayTakeKeyboard(): boolean {
  const { activeElement } = document;
  return document.hasFocus() && (activeElement === document.body || activeElement?.id === 'steps');
}
