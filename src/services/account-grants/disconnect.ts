import { and, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { socialAccounts } from '../../db/schema/index.js';
import type { SocialAccountRow } from './view.js';

/**
 * Disconnects connected accounts and deletes their credentials immediately. Returns the accounts as they were, so
 * that their grants can be revoked after the commit.
 */
export async function disconnectAccounts(q: Queryable, which: SQL, now: Date): Promise<SocialAccountRow[]> {
  return q.transaction(async (tx) => {
    const connected = await tx
      .select()
      .from(socialAccounts)
      .where(and(which, isNull(socialAccounts.deletedAt)))
      .orderBy(socialAccounts.id)
      .for('update');
    if (connected.length === 0) return [];
    const ids = connected.map(({ id }) => id);
    await tx
      .update(socialAccounts)
      .set({
        credentials: null,
        // A running refresh finds another version and does not write its new tokens back.
        credentialsVersion: sql`${socialAccounts.credentialsVersion} + 1`,
        retryOwedSince: null,
        deletedAt: now,
        updatedAt: now,
      })
      .where(inArray(socialAccounts.id, ids));
    return connected;
  });
}
