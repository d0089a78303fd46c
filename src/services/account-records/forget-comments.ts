import { sql } from 'drizzle-orm';
import { commentFeeds, comments, webhookEvents } from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';

const rowsAtOnceMax = 1_000;
const type = 'comment.received';

/**
 * Deletes what others have written under an account's posts: its comments, in batches, the posts that are read, and where
 * asked for the events that told of them. Repeatable; gives whether nothing is left.
 */
export async function forgetCommentsOf(
  { db }: Pick<ServiceDeps, 'db'>,
  account: { id: string; workspaceId: string },
  { batchesMax, events }: { batchesMax: number; events: boolean },
): Promise<boolean> {
  const ofAccount = sql`social_account_id = ${account.id}`;
  const needle = `%${JSON.stringify({ socialAccountId: account.id }).slice(1, -1)}%`;
  const deletions = [
    sql`delete from ${commentFeeds} where (social_account_id, external_post_id) in (
      select social_account_id, external_post_id from ${commentFeeds} where ${ofAccount} limit ${rowsAtOnceMax})`,
    sql`delete from ${comments} where id in (
      select id from ${comments} where ${ofAccount} limit ${rowsAtOnceMax})`,
  ];
  if (events) {
    deletions.push(sql`delete from ${webhookEvents} where id in (
      select id from ${webhookEvents} where workspace_id = ${account.workspaceId} and type = ${type}
        and payload like ${needle} limit ${rowsAtOnceMax})`);
  }
  let batches = 0;
  for (const deletion of deletions) {
    let deleted = rowsAtOnceMax;
    while (deleted === rowsAtOnceMax) {
      if (batches === batchesMax) return false;
      batches += 1;
      deleted = (await db.execute(deletion)).count;
    }
  }
  return true;
}
