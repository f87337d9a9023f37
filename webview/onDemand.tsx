import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';

type Pages = typeof import('./pagesOnDemand');

const pages = signal<Pages | undefined>(undefined);

/** Fetches the pages; what fails is tried again by whoever needs one. */
async function fetchPages(): Promise<void> {
  try {
    pages.value ??= await import('./pagesOnDemand');
  } catch (error) {
    console.warn('A part of the panel could not be loaded.', error);
  }
}

/** Once the browser has nothing else to do, so that the pages are there when they are wanted; then the rest. */
export function fetchPagesWhenIdle(fetchMore: () => void): void {
  requestIdleCallback(() => void fetchPages().then(fetchMore));
}

interface OnDemandProps {
  /** What to show once the pages are there. */
  readonly children: (loaded: Pages) => JSX.Element;
  /** What stands there until then. */
  readonly placeholder: JSX.Element;
  /** The page came later than the person asked for it. */
  readonly onLate?: () => void;
}

/** Shows a page that may have to be fetched first. */
export function OnDemand({ children, placeholder, onLate }: OnDemandProps): JSX.Element {
  const loaded = pages.value;
  const wasLate = loaded === undefined;
  useEffect(() => {
    if (wasLate) void fetchPages();
  }, []);
  useLayoutEffect(() => (wasLate ? () => onLate?.() : undefined), [wasLate]);
  return loaded ? children(loaded) : placeholder;
}
