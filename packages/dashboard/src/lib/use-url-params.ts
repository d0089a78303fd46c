import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';

export type UrlParams = Readonly<Record<string, string>>;

/** The choices of the user that are not in the URL yet. */
interface Wanted {
  /** All choices, the last of which is shown. Others may be on their way to the URL. */
  choices: readonly UrlParams[];
  /** The values in the URL on which the choices are based. */
  since: UrlParams;
}

/**
 * Keeps filters and tabs in the URL, so that they can be linked to and survive a reload. Empty values are left out. New
 * values show at once, and are in the URL after that has been painted, because the router takes a while. `set` replaces
 * the history entry, because changing a filter is not a step to go back to.
 */
export function useUrlParams(): [UrlParams, (changes: Record<string, string | undefined>) => void] {
  const inUrl: UrlParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const left = stillWanted(wanted, inUrl);
  if (left !== wanted) setWanted(left);
  const shown = left?.choices.at(-1) ?? inUrl;
  useEffect(() => {
    if (shown === inUrl) return undefined;
    return afterPaint(() => {
      const forget = (): void => setWanted((now) => (now?.choices.at(-1) === shown ? null : now));
      // The same screen stays where the user, or the screen itself, has scrolled it.
      void navigate({ to: '.', search: shown, replace: true, resetScroll: false }).finally(forget);
    });
  }, [shown, inUrl, navigate]);
  const set = useCallback(
    (changes: Record<string, string | undefined>) =>
      setWanted((before) => {
        const { choices = [] } = stillWanted(before, inUrl) ?? {};
        const entries = Object.entries({ ...(choices.at(-1) ?? inUrl), ...changes });
        const values = entries.filter(
          (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
        );
        return { choices: [...choices, Object.fromEntries(values)], since: inUrl };
      }),
    [inUrl],
  );
  return [shown, set];
}

/**
 * Returns the choices that are still to be written when the URL has these values, which may come from an earlier choice
 * or from elsewhere.
 */
export function stillWanted(wanted: Wanted | null, inUrl: UrlParams): Wanted | null {
  if (wanted === null || wanted.since === inUrl) return wanted;
  const arrived = wanted.choices.findIndex((choice) => isSame(choice, inUrl));
  const later = arrived === -1 ? [] : wanted.choices.slice(arrived + 1);
  return later.length === 0 ? null : { choices: later, since: inUrl };
}

const isSame = (one: UrlParams, other: UrlParams): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([key, value]) => other[key] === value);

/** Returns a function that cancels the wait. */
function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
