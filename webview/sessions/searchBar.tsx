import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../components/icon';
import type { PanelModel } from '../panelModel';
import { SESSION_FILTERS } from './sessionSearch';

/** The way back, the search box, and the filters where they are wanted. */
export function SearchBar({ model }: { model: PanelModel }): JSX.Element {
  const { sessions } = model;
  const on = sessions.filters.value.size;
  const [open, setOpen] = useState(on > 0);
  const name = model.text('filters');
  return (
    <>
      <div class="search-row">
        <button
          type="button"
          class="icon-button back"
          title={model.text('backToPlan')}
          aria-label={model.text('backToPlan')}
          onClick={() => {
            model.showPlan();
          }}
        >
          <Icon name="chevron" />
        </button>
        <div class="search-box">
          <Icon name="search" />
          <SearchInput model={model} />
        </div>
        <button
          type="button"
          class={on > 0 ? 'icon-button on' : 'icon-button'}
          title={name}
          aria-label={on > 0 ? `${name} (${String(on)})` : name}
          aria-expanded={open}
          onClick={() => {
            setOpen(!open);
          }}
        >
          <Icon name="filter" />
        </button>
      </div>
      {open && (
        <div class="filters" role="group" aria-label={name}>
          {SESSION_FILTERS.map((filter) => (
            <button
              key={filter}
              type="button"
              class="chip"
              aria-pressed={sessions.filters.value.has(filter)}
              onClick={() => {
                sessions.toggle(filter);
              }}
            >
              {model.text(`filter_${filter}`)}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

function SearchInput({ model }: { model: PanelModel }): JSX.Element {
  const { sessions } = model;
  const count = sessions.count.value;
  const label =
    count > 1
      ? model.text('searchSessions', count.toLocaleString(model.times.value.locale))
      : model.text('searchSession');
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const first = sessions.shown.value[0];
    if (event.key === 'Escape' && sessions.query.value !== '') {
      // It clears the box; only from an empty one it goes back to the plan.
      event.stopPropagation();
      sessions.search('');
    } else if (event.key === 'ArrowDown') document.getElementById('sessions')?.focus();
    else if (event.key === 'Enter' && first && sessions.isNarrowed.value)
      model.openSession(first.session);
    else return;
    event.preventDefault();
  };
  return (
    <input
      id="search"
      type="search"
      placeholder={label}
      aria-label={label}
      autocomplete="off"
      spellcheck={false}
      value={sessions.query.value}
      onInput={(event) => {
        sessions.search(event.currentTarget.value);
      }}
      onKeyDown={onKeyDown}
    />
  );
}
