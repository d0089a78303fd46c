import { isNotNull, sql } from 'drizzle-orm';
import type { ServiceDeps } from '../shared/context.js';
import { keyIdIn, sealedPlaces, sealedValueNames } from '../shared/secrets/sealed-columns.js';

/** How many values of one kind a key encrypts. */
export interface KeyUse {
  keyId: string;
  /** The kind of values, as text for people. */
  what: string;
  count: number;
}

/** A count reads a whole table, which may take longer than a statement usually may. */
const countMsMax = 300_000;

/** Counts the encrypted values by key and kind. */
export async function countKeyUses({ db }: Pick<ServiceDeps, 'db'>): Promise<KeyUse[]> {
  const uses = new Map<string, KeyUse>();
  for (const { place, at } of sealedPlaces) {
    const what = sealedValueNames[place.table];
    const rows = await db.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = ${countMsMax}`));
      const keyId = keyIdIn(at);
      return tx
        .select({ keyId, count: sql<number>`count(*)::int` })
        .from(at.table)
        .where(isNotNull(at))
        .groupBy(keyId);
    });
    for (const { keyId, count } of rows) {
      const name = `${keyId} ${what}`;
      uses.set(name, { keyId, what, count: count + (uses.get(name)?.count ?? 0) });
    }
  }
  return [...uses.values()];
}
