import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from '../components/button';
import { PlainText, Phrase } from '../components/plainText';
import { focusHome } from '../pageFocus';
import type { PanelModel } from '../panelModel';

/** What went to the trash a moment ago, and the way back for it: a button, and the key for undo. */
export function DeletedBar({ model }: { model: PanelModel }): JSX.Element | null {
  const title = model.sessions.deleted.value;
  const undo = (): void => {
    model.run('undoDelete');
    // The bar goes away; the keyboard should not be lost with it.
    const list = document.getElementById('sessions');
    if (list) list.focus();
    else focusHome();
  };
  useEffect(() => {
    if (title === null) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z';
      if (isUndo && !(event.target instanceof HTMLInputElement)) undo();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [title]);
  if (title === null) return null;
  return (
    <div class="deleted">
      <span class="deleted-text">
        <Phrase text={model.text('sessionDeleted', '{0}')}>
          <PlainText text={model.sessions.titleOf({ title })} />
        </Phrase>
      </span>
      <Button secondary text={model.text('undoDelete')} keys="Control+Z Meta+Z" run={undo} />
    </div>
  );
}
