import { and, eq, exists, lte, or } from 'drizzle-orm';
import { commentFeeds, comments, socialAccounts } from '../../db/schema/index.js';
import { commentRetentionMs } from '../../domain/comments.js';
import { forgetCommentsOf, runPurges } from '../account-grants/forget-comments.js';
import type { ServiceDeps } from '../shared/context.js';

const accountsAtOnceMax = 100;
const batchesMax = 50;

/** Deletes comments a month after their account was disconnected, because they are other people's texts. */
export async function forgetComments(deps: Pick<ServiceDeps, 'db' | 'clock'>): Promise<void> {
  const { db, clock } = deps;
  const { id: accountId, deletedAt } = socialAccounts;
  const before = new Date(clock.now().getTime() - commentRetentionMs);
  const ofAccount = (table: typeof commentFeeds | typeof comments) =>
    db.select({ id: table.socialAccountId }).from(table).where(eq(table.socialAccountId, accountId));
  const accounts = await db
    .select({ id: accountId })
    .from(socialAccounts)
    .where(and(lte(deletedAt, before), or(exists(ofAccount(commentFeeds)), exists(ofAccount(comments)))))
    .limit(accountsAtOnceMax);
  for (const { id } of accounts) await forgetCommentsOf(deps, id, { batchesMax, events: false });
}

const purgesAtOnceMax = 5;
/** The number of batches, each of a thousand rows, in one sweep. The next sweep continues a minute later. */
const purgeBatchesMax = 10;

/** Continues requested purges, every minute until no row is left. A failure does not stop any reading. */
export async function runRequestedPurges(deps: Pick<ServiceDeps, 'db' | 'log'>): Promise<void> {
  try {
    await runPurges(deps, { accountsMax: purgesAtOnceMax, batchesMax: purgeBatchesMax });
  } catch (error) {
    deps.log.warn({ err: error }, 'comments could not be purged');
  }
}
