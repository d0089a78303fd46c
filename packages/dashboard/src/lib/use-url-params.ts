import { useNavigate, useSearch } from '@tanstack/react-router';

export type UrlParams = Readonly<Record<string, string>>;

/**
 * Keeps filters and tabs in the URL, so that they can be linked to and survive a reload. Empty values are left out.
 * `set` replaces the history entry, because changing a filter is not a step to go back to.
 */
export function useUrlParams(): [UrlParams, (changes: Record<string, string | undefined>) => void] {
  const values: UrlParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (changes: Record<string, string | undefined>): void => {
    const entries = Object.entries({ ...values, ...changes });
    const search = Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ''));
    void navigate({ to: '.', search, replace: true });
  };
  return [values, set];
}
