import type { JSX } from 'preact';
import { Button } from '../components/button';
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
        <GoBack {...{ model, session }} revision={from} />
        <Button
          secondary
          text={model.text('openAsDiff')}
          run={() => {
            model.run('compareRevisions', { session, from, revision });
          }}
        />
        <Button
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
      <GoBack {...{ model, revision }} session={screen.view.session} />
      <Button
        secondary
        text={model.text('compareLatest')}
        run={() => {
          void history.compare(revision, history.latest.peek());
        }}
      />
      {revision > 1 && (
        <Button
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

interface GoBackProps {
  readonly model: PanelModel;
  readonly session: string;
  readonly revision: number;
}

/** An ordinary message, which the editor puts together. */
function GoBack({ model, session, revision }: GoBackProps): JSX.Element {
  return (
    <Button
      text={model.text('goBackTo', revision)}
      run={() => {
        model.run('goBack', { session, revision });
      }}
    />
  );
}
