import type { JSX } from 'preact';
import { Icon } from '../components/icon';
import { PlainText } from '../components/plainText';
import type { PanelModel } from '../panelModel';

/** Below the list and folded: which sessions cannot be read, why, and what can be done. */
export function UnreadableSessions({ model }: { model: PanelModel }): JSX.Element | null {
  const rows = model.sessions.unreadable.value;
  if (rows.length === 0) return null;
  return (
    <details class="unreadable">
      <summary>
        <Icon name="warning" />
        {model.text('unreadableSessions', rows.length)}
        <Icon name="chevron" />
      </summary>
      <p>{model.text('unreadableHelp')}</p>
      <p>
        {(['verifyPlans', 'restorePlanCopy'] as const).map((command) => (
          <button
            key={command}
            type="button"
            class="link"
            onClick={() => {
              model.run(command);
            }}
          >
            {model.text(command === 'verifyPlans' ? 'checkPlans' : 'restoreCopy')}
          </button>
        ))}
      </p>
      <ul tabIndex={0} aria-label={model.text('unreadableSessions', rows.length)}>
        {rows.map(({ location, reason }) => (
          <li key={location}>
            <PlainText text={location} />
            <p>
              <PlainText text={reason} />
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
