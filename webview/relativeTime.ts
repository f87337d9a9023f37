import { visibleText } from '../src/protocol/planView';

type Unit = Intl.RelativeTimeFormatUnit;

const UNITS: readonly (readonly [Unit, number])[] = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
];

const FORMS = {
  time: { timeStyle: 'short' },
  day: { month: 'long', day: 'numeric' },
  month: { month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Up to so many milliseconds ago a day is named, before that its month and year. */
const DAYS_NAMED = 180 * 24 * 3600 * 1000;

/** Times in the words of one language; under a minute they are `now`, as is a clock that runs ahead. */
export class TimeWords {
  /** For numbers beside the times; undefined: the browser's own. */
  readonly locale: string | undefined;
  readonly #now: string;
  readonly #ago: Intl.RelativeTimeFormat;
  readonly #full: Intl.DateTimeFormat;
  readonly #day: Intl.RelativeTimeFormat;
  readonly #short = new Map<Unit, Intl.NumberFormat>();
  readonly #forms = new Map<keyof typeof FORMS, Intl.DateTimeFormat>();

  constructor(locale: string, now: string) {
    this.locale = supported(locale);
    this.#now = now;
    this.#ago = new Intl.RelativeTimeFormat(this.locale, { style: 'short' });
    this.#full = new Intl.DateTimeFormat(this.locale, { dateStyle: 'medium', timeStyle: 'short' });
    this.#day = new Intl.RelativeTimeFormat(this.locale, { numeric: 'auto' });
  }

  /** "2 min", for columns. Here and below `now` is in milliseconds. */
  short(iso: string, now: number): string {
    return this.#said(iso, now, (count, unit) => this.#numbers(unit).format(count));
  }

  /** "2 min. ago", for sentences. */
  ago(iso: string, now: number): string {
    return this.#said(iso, now, (count, unit) => this.#ago.format(-count, unit));
  }

  /** Date and time, for tooltips. */
  full(iso: string): string {
    const time = Date.parse(iso);
    return Number.isNaN(time) ? visibleText(iso) : this.#full.format(time);
  }

  /** "14:05", "yesterday", "March 3" or "March 2024", to say since when. */
  since(iso: string, now: number): string {
    const time = Date.parse(iso);
    if (Number.isNaN(time)) return visibleText(iso);
    const today = new Date(now).setHours(0, 0, 0, 0);
    const yesterday = new Date(today).setDate(new Date(today).getDate() - 1);
    if (time >= yesterday && time < today) return this.#day.format(-1, 'day');
    if (time >= today) return this.#dates('time').format(time);
    return this.#dates(now - time < DAYS_NAMED ? 'day' : 'month').format(time);
  }

  /** A time that cannot be read is shown as it was written. */
  #said(iso: string, now: number, say: (count: number, unit: Unit) => string): string {
    const seconds = Math.floor((now - Date.parse(iso)) / 1000);
    if (Number.isNaN(seconds)) return visibleText(iso);
    const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? [];
    return unit ? say(Math.floor(seconds / (length ?? 1)), unit) : this.#now;
  }

  #numbers(unit: Unit): Intl.NumberFormat {
    return kept(this.#short, unit, () => {
      return new Intl.NumberFormat(this.locale, { style: 'unit', unit, unitDisplay: 'short' });
    });
  }

  #dates(form: keyof typeof FORMS): Intl.DateTimeFormat {
    return kept(this.#forms, form, () => new Intl.DateTimeFormat(this.locale, FORMS[form]));
  }
}

/** Formats are dear to make: each is made when it is first wanted, and once. */
function kept<Key, Value>(made: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = made.get(key) ?? make();
  made.set(key, value);
  return value;
}

function supported(locale: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale)[0];
  } catch {
    // The editor may run with a made-up language, as pseudo-localisation does: the browser's own then.
    return undefined;
  }
}
