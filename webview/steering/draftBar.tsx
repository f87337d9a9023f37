import type { JSX } from 'preact';
import type { Draft } from '../../src/domain/steering/draft';
import type { PlanDocument } from '../../src/protocol/planView';
import { Button } from '../components/button';
import { Icon } from '../components/icon';
import { Phrase, PlainText } from '../components/plainText';
import type { PanelModel } from '../panelModel';
import { focusHome } from '../pageFocus';
import type { Farewell, SteeringModel } from './steeringModel';

interface BarProps {
  readonly model: PanelModel;
  readonly steering: SteeringModel;
}

/** How far a draft is, and what can be done with it; or what became of one that is over. */
export function DraftBar(props: BarProps & { readonly plan: PlanDocument }): JSX.Element | null {
  const { steering } = props;
  const draft = steering.draft.value;
  const farewell = steering.farewell.value;
  if (draft) return <Drafted {...props} draft={draft} />;
  return farewell ? <Over {...props} farewell={farewell} /> : null;
}

function Drafted(
  props: BarProps & { readonly plan: PlanDocument; readonly draft: Draft },
): JSX.Element {
  const { model, steering, plan, draft } = props;
  const { open, conflicts } = steering.standing(plan, draft);
  const [conflict] = conflicts;
  const count = draft.changes.length;
  const isWaiting = draft.sent?.answered === false;
  const cannotSend = count === 0 || conflict !== undefined || isWaiting || steering.isTooLong.value;
  return (
    <footer class="footer draft-bar">
      <p class="draft-state" role="status">
        {stateText(model, draft, count, open)}
      </p>
      <p id="draft-help" class={count === 0 ? 'draft-help' : 'words'}>
        {model.text('draftHelp')}
      </p>
      {conflict && (
        <Conflict {...{ model, steering, plan, draft }} step={conflict[0]} standing={conflict[1]} />
      )}
      <button
        type="button"
        class="button"
        aria-disabled={cannotSend}
        onClick={() => {
          if (!cannotSend) steering.send();
        }}
      >
        {model.text(draft.sent?.answered === true ? 'draftSendAgain' : 'draftSend')}
      </button>
      <Button
        secondary
        text={model.text('draftAdd')}
        run={() => {
          steering.steer('addStep');
        }}
      />
      {steering.canUndo.value && <TakeBack {...{ model, steering }} />}
      <Button
        secondary
        text={model.text('draftDismiss')}
        run={() => {
          steering.steer('dismissDraft');
          focusHome();
        }}
      />
    </footer>
  );
}

function stateText(model: PanelModel, draft: Draft, count: number, open: number): string {
  if (draft.sent?.answered === true) return model.text('draftAnswered', open, count);
  if (count === 0) return model.text('draftBegin');
  const done = count - open;
  const parts = [
    draft.sent
      ? model.text('draftSent')
      : count === 1
        ? model.text('draftOne')
        : model.text('draftMany', count),
    done > 0 && model.text('draftPart', done, count),
  ];
  return parts.filter(Boolean).join(' · ');
}

interface ConflictProps extends BarProps {
  readonly plan: PlanDocument;
  readonly draft: Draft;
  readonly step: string;
  readonly standing: string;
}

/** One after the other: what the agent made of a step that is drafted about. */
function Conflict({ model, steering, plan, draft, step, standing }: ConflictProps): JSX.Element {
  const now = plan.steps.find(({ id }) => id === step);
  const change = draft.changes.find((each) => each.kind !== 'add' && each.step.id === step);
  const seen = change && change.kind !== 'add' ? change.step.description : undefined;
  const added = draft.changes.find((each) => each.kind === 'add' && each.id === step);
  const name = now?.description ?? seen ?? (added?.kind === 'add' ? added.text : step);
  const settle = (mine: boolean): void => {
    steering.settle(step, mine);
    focusHome();
  };
  return (
    <div class="draft-question" role="group" aria-label={model.text('draftConflict')}>
      <p>
        <Icon name="warning" />
        <span>
          <Phrase text={model.text(standing === 'gone' ? 'draftGone' : 'draftChanged', '{0}')}>
            <PlainText text={name} />
          </Phrase>
        </span>
      </p>
      <Button
        secondary
        text={model.text('keepMine')}
        run={() => {
          settle(true);
        }}
      />
      <Button
        secondary
        text={model.text('takeTheirs')}
        run={() => {
          settle(false);
        }}
      />
    </div>
  );
}

function Over({ model, steering, farewell }: BarProps & { farewell: Farewell }): JSX.Element {
  return (
    <div class="footer draft-over">
      <p class="draft-state">
        {farewell.kind === 'done'
          ? model.text('draftDone', farewell.revision)
          : model.text('draftDismissed')}
      </p>
      {farewell.kind === 'dismissed' && <TakeBack {...{ model, steering }} />}
      <Button
        secondary
        text={model.text('draftClose')}
        run={() => {
          steering.forget();
          focusHome();
        }}
      />
    </div>
  );
}

function TakeBack({ model, steering }: BarProps): JSX.Element {
  return (
    <Button
      secondary
      text={model.text('undoDelete')}
      run={() => {
        steering.steer('undoDraft');
        focusHome();
      }}
    />
  );
}
