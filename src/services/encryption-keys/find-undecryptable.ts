import type { ServiceDeps } from '../shared/context.js';
import { sealedPlaces } from '../shared/secrets/sealed-columns.js';
import { nameOf, readSealedValues } from './internal/read-sealed-values.js';

/**
 * Decrypts every encrypted value that is stored. Returns their number, and describes those that no key of this process
 * decrypts. Reads whole tables.
 */
export async function findUndecryptable(
  deps: Pick<ServiceDeps, 'db' | 'vault'>,
): Promise<{ values: number; undecryptable: string[] }> {
  const undecryptable: string[] = [];
  let values = 0;
  for (const column of sealedPlaces) {
    for await (const page of readSealedValues(deps, column)) {
      values += page.length;
      for (const value of page) {
        try {
          deps.vault.open(value.sealed, { ...column.place, rowId: value.key.join(':') });
        } catch {
          undecryptable.push(nameOf(column, value));
        }
      }
    }
  }
  return { values, undecryptable };
}
