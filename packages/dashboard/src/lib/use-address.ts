import { useNavigate, useSearch } from '@tanstack/react-router';

export type AddressState = Readonly<Record<string, string>>;

/**
 * Filters and tabs live in the address, so that they can be linked to and survive a reload. An empty value is left
 * out. `set` replaces the entry of the history: a filter is no step back.
 */
export function useAddress(): [AddressState, (changes: Record<string, string | undefined>) => void] {
  const values: AddressState = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (changes: Record<string, string | undefined>): void => {
    const entries = Object.entries({ ...values, ...changes });
    const search = Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ''));
    void navigate({ to: '.', search, replace: true });
  };
  return [values, set];
}
