import { and, isNull, sql, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { socialAccounts } from '../../db/schema/index.js';

/** Disconnects accounts that are connected: their credentials are gone at once. Gives how many there were. */
export async function disconnectAccounts(q: Queryable, which: SQL, now: Date): Promise<number> {
  const disconnected = await q
    .update(socialAccounts)
    .set({
      credentials: null,
      // A refresh that is under way finds another version, and does not write its new tokens back.
      credentialsVersion: sql`${socialAccounts.credentialsVersion} + 1`,
      deletedAt: now,
      updatedAt: now,
    })
    .where(and(which, isNull(socialAccounts.deletedAt)))
    .returning({ id: socialAccounts.id });
  return disconnected.length;
}
