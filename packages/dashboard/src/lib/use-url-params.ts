import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';

export type UrlParams = Readonly<Record<string, string>>;

interface Wanted {
  values: UrlParams;
  /** The values in the URL when these were chosen. As soon as the URL has others, these are outdated. */
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
  const shown = valuesOf(wanted, inUrl);
  useEffect(() => {
    if (shown === inUrl) return undefined;
    return afterPaint(() => void navigate({ to: '.', search: shown, replace: true }));
  }, [shown, inUrl, navigate]);
  const set = useCallback(
    (changes: Record<string, string | undefined>) =>
      setWanted((before) => {
        const entries = Object.entries({ ...valuesOf(before, inUrl), ...changes });
        return {
          values: Object.fromEntries(
            entries.flatMap(([key, value]) => (value === undefined || value === '' ? [] : [[key, value]])),
          ),
          since: inUrl,
        };
      }),
    [inUrl],
  );
  return [shown, set];
}

const valuesOf = (wanted: Wanted | null, inUrl: UrlParams): UrlParams =>
  wanted?.since === inUrl ? wanted.values : inUrl;

/** Returns a function that cancels it. */
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
