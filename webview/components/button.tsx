import type { JSX } from 'preact';

interface ButtonProps {
  readonly text: string;
  /** Where the text is too short for who does not see what stands beside it. */
  readonly name?: string;
  readonly secondary?: boolean;
  /** It looks like a link. */
  readonly link?: boolean;
  /** Keys that do the same. */
  readonly keys?: string;
  readonly run: () => void;
}

export function Button({ text, name, secondary, link, keys, run }: ButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class={link ? 'link' : secondary ? 'button secondary' : 'button'}
      aria-label={name}
      title={name}
      aria-keyshortcuts={keys}
      onClick={run}
    >
      {text}
    </button>
  );
}
