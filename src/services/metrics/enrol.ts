import { and, eq, gte, sql, type SQL } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.js';
import type { Queryable } from '../../db/client.js';
import { metricFeeds, posts, socialAccounts, targets } from '../../db/schema/index.js';
import { measuredAgeMsMax, measureIntervalMs } from '../../domain/metrics.js';
import { enrolledAtOnceMax, enrolSince } from '../platform-reads/enrol-since.js';
import { atTime } from '../platform-reads/judge-due.js';
import type { ServiceDeps } from '../shared/context.js';
import { readsMetrics } from './internal/measured-platforms.js';

/** The number of targets that one request reads, over all its accounts. */
const askedTargetsMax = 5_000;
const firstIntervalMs = measureIntervalMs(0) ?? 0;

type Deps = Pick<ServiceDeps, 'db' | 'clock' | 'platforms'>;

/** Starts reading the numbers of recently published targets. */
export async function enrolFeeds(deps: Deps): Promise<void> {
  const now = atTime(deps.clock.now());
  const interval = sql`${firstIntervalMs} * interval '1 millisecond'`;
  // The first reading of older posts is spread, too: there are many after an upgrade.
  const dueAt = sql`case when t.published_at > ${now} - ${interval} * 0.8
    then t.published_at + ${interval} * (0.9 + 0.2 * random()) else ${now} + ${interval} * random() end`;
  const enrol = async (since: Date): Promise<number> => {
    const isNew = sql`t.published_at > ${atTime(since)}
      and not exists (select 1 from ${metricFeeds} f where f.target_id = t.id)`;
    const rows = await deps.db.execute(sql`
      ${insertPublished(deps, dueAt, isNew, enrolledAtOnceMax)} on conflict do nothing returning 1`);
    return rows.length;
  };
  await enrolSince(deps, { sweepName: 'enrol-metric-feeds', ageMsMax: measuredAgeMsMax, enrol });
}

/** The statement that inserts public targets of accounts whose numbers are read, the newest first. */
function insertPublished(deps: Deps, dueAt: SQL, which: SQL, rowsMax: number): SQL {
  return sql`
    insert into ${metricFeeds} (target_id, post_id, workspace_id, social_account_id, platform, external_post_id,
      published_at, due_at)
    select t.id, t.post_id, ${socialAccounts.workspaceId}, t.social_account_id, t.platform, t.external_post_id,
      t.published_at, ${dueAt}
    from ${targets} t join ${socialAccounts} on ${socialAccounts.id} = t.social_account_id
      join ${posts} p on p.id = t.post_id
    where ${which} and t.published_at is not null and t.external_post_id is not null and t.target_id is null
      and t.reply_to is null and t.removed_at is null and t.taken_down_at is null and p.deleted_at is null and ${socialAccounts.deletedAt} is null
      and ${readsMetrics(deps)}
    order by t.published_at desc limit ${rowsMax}`;
}

/**
 * Makes the numbers of these accounts' posts due now: of the given post, whatever its age, or of all posts that are read
 * regularly.
 */
export async function askForMetrics(
  deps: Deps,
  { accountIds, postId }: { accountIds: readonly string[]; postId?: string },
): Promise<void> {
  if (accountIds.length === 0) return;
  const now = deps.clock.now();
  const since = atTime(new Date(now.getTime() - measuredAgeMsMax));
  const ofPost = postId === undefined ? sql`t.published_at >= ${since}` : sql`t.post_id = ${postId}`;
  const which = sql`${anyOf(sql`t.social_account_id`, accountIds)} and ${ofPost}`;
  await deps.db.execute(sql`
    ${insertPublished(deps, atTime(now), which, askedTargetsMax)}
    on conflict (target_id) do update set due_at = excluded.due_at, failures = 0, unchanged = 0`);
}

/** Makes an account's recent posts due after a reconnection, because the old grant could not read their numbers. */
export async function wakeFeeds(q: Queryable, socialAccountId: string, now: Date): Promise<void> {
  await q
    .update(metricFeeds)
    .set({ dueAt: now, failures: 0, permissionMissing: false })
    .where(
      and(
        eq(metricFeeds.socialAccountId, socialAccountId),
        gte(metricFeeds.publishedAt, new Date(now.getTime() - measuredAgeMsMax)),
        sql`not exists (select 1 from ${targets} where ${targets.id} = ${metricFeeds.targetId}
          and ${targets.takenDownAt} is not null)`,
      ),
    );
}
