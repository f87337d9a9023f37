import type { JSX } from 'preact';
import type { PanelModel } from '../panelModel';
import type { PlanScreen } from '../viewState';

interface FooterProps {
  readonly model: PanelModel;
  readonly screen: PlanScreen;
}

/** What can be done with an earlier revision, or with two. */
export function HistoryFooter({ model, screen }: FooterProps): JSX.Element {
  return (
    <footer class="footer">
      {/* Other buttons, not the same ones with another meaning under the focus. */}
      <Actions
        key={model.history.comparison.value === undefined ? 'one' : 'two'}
        {...{ model, screen }}
      />
    </footer>
  );
}

function Actions({ model, screen }: FooterProps): JSX.Element {
  const { history } = model;
  const comparison = history.comparison.value;
  if (comparison) {
    const { session } = comparison.to;
    const [from, revision] = [comparison.from.plan.revision, comparison.to.plan.revision];
    return (
      <>
        <Action
          text={model.text('openAsDiff')}
          run={() => {
            model.run('compareRevisions', { session, from, revision });
          }}
        />
        <Action
          secondary
          text={model.text('back')}
          run={() => {
            history.endComparison();
          }}
        />
      </>
    );
  }
  const { revision } = screen.shown;
  return (
    <>
      <Action
        text={model.text('compareLatest')}
        run={() => {
          void history.compare(revision, history.latest.peek());
        }}
      />
      {revision > 1 && (
        <Action
          secondary
          text={model.text('withPrevious')}
          name={model.text('comparePrevious')}
          run={() => {
            void history.compare(revision - 1, revision);
          }}
        />
      )}
    </>
  );
}

interface ActionProps {
  readonly text: string;
  /** Where the text is too short for who does not see the button beside it. */
  readonly name?: string;
  readonly secondary?: true;
  readonly run: () => void;
}

function Action({ text, name, secondary, run }: ActionProps): JSX.Element {
  return (
    <button
      type="button"
      class={secondary ? 'button secondary' : 'button'}
      aria-label={name}
      title={name}
      onClick={run}
    >
      {text}
    </button>
  );
}
