import { keyCaps } from '../lib/shortcuts.js';

/** Shows keys to press together as they look on a keyboard. Screen readers get their names. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <kbd className="inline-flex gap-1 font-sans">
      {keyCaps(keys).map(({ sign, name }) => (
        <span
          key={sign}
          className="inline-flex min-w-5 items-center justify-center rounded-sm border border-line bg-raised px-1 text-xs font-medium text-muted"
        >
          <span aria-hidden>{sign}</span>
          <span className="sr-only">{name}</span>
        </span>
      ))}
    </kbd>
  );
}
