import { sql } from 'drizzle-orm';
import { commentFeeds, comments, socialAccounts } from '../../db/schema/index.js';
import { commentRetentionMs } from '../../domain/comments.js';
import { forgetCommentsOf } from '../account-records/forget-comments.js';
import type { ServiceDeps } from '../shared/context.js';

const accountsAtOnceMax = 100;
const batchesMax = 50;

/** Comments are others' words: those of an account that was disconnected a month ago are deleted. */
export async function forgetComments(deps: Pick<ServiceDeps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - commentRetentionMs).toISOString();
  const accounts = await deps.db.execute<{ id: string; workspaceId: string }>(sql`
    select a.id, a.workspace_id as "workspaceId" from ${socialAccounts} a
    where a.deleted_at <= ${before}::timestamptz and (
      exists (select 1 from ${commentFeeds} f where f.social_account_id = a.id)
      or exists (select 1 from ${comments} c where c.social_account_id = a.id))
    limit ${accountsAtOnceMax}`);
  for (const account of accounts) await forgetCommentsOf(deps, account, { batchesMax, events: false });
}
