import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PanelModel } from '../panelModel';
import type { PlanScreen } from '../viewState';

/** So many revisions are passed with one press of Page Up or Page Down. */
const PAGE = 10;

/** All revisions as one line, the latest at its end. Going along it opens them. */
export function Timeline(props: { model: PanelModel; screen: PlanScreen }): JSX.Element | null {
  const { model, screen } = props;
  const { history } = model;
  const latest = history.latest.value;
  /** While it is held, nothing moves under the hand. */
  const [held, setHeld] = useState<number>();
  if (latest < 2) return null;
  const place = history.place.value ?? screen.shown.revision;
  const end = held ?? latest;
  const words = placeWords(model, place, latest);
  const release = (): void => {
    setHeld(undefined);
  };
  return (
    <div class="timeline">
      <input
        type="range"
        class="timeline-slider"
        min={1}
        max={end}
        value={Math.min(place, end)}
        aria-label={model.text('timeline')}
        aria-valuetext={words}
        onPointerDown={() => {
          setHeld(latest);
        }}
        onPointerUp={release}
        onPointerCancel={release}
        onBlur={release}
        onKeyDown={(event) => {
          const step = { PageUp: PAGE, PageDown: -PAGE }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          history.slide(Math.min(Math.max(place + step, 1), latest));
        }}
        onInput={(event) => {
          history.slide(event.currentTarget.valueAsNumber);
        }}
      />
      <div class="timeline-place" aria-hidden="true">
        {words}
      </div>
    </div>
  );
}

/** The time is said where the line of the revision is there. */
function placeWords(model: PanelModel, place: number, latest: number): string {
  const line = model.history.lines.all.value.find(({ revision }) => revision === place);
  if (!line) return model.text('revisionPlace', place, latest);
  const ago = model.times.value.ago(line.at, model.now.value);
  return model.text('revisionPlaceAt', place, latest, ago);
}
