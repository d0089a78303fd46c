import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, notExists, sql, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { insertJsonRows } from '../../db/json-rows.js';
import { commentFeeds, socialAccounts, targets } from '../../db/schema/index.js';
import { firstReadAt, readPostAgeMsMax } from '../../domain/comments.js';
import { enrolSince, enrolledAtOnceMax } from '../platform-reads/enrol-since.js';
import type { ServiceDeps } from '../shared/context.js';
import { readsComments } from './internal/reading-platforms.js';

/** The number of posts that one request reads, over all its accounts. */
const askedPostsMax = 5_000;

type Deps = Pick<ServiceDeps, 'db' | 'clock' | 'platforms'>;

type NewFeed = Pick<
  typeof commentFeeds.$inferSelect,
  'socialAccountId' | 'externalPostId' | 'workspaceId' | 'platform' | 'targetId' | 'publishedAt' | 'dueAt'
>;

const insertFeeds = insertJsonRows<NewFeed>(commentFeeds, [
  'socialAccountId',
  'externalPostId',
  'workspaceId',
  'platform',
  'targetId',
  'publishedAt',
  'dueAt',
]);

/** Starts reading the comments of recently published posts. */
export async function enrolFeeds(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const enrol = async (since: Date): Promise<number> => {
    const found = await readPublished(
      deps,
      and(gt(targets.publishedAt, since), isNew(deps)),
      enrolledAtOnceMax,
    );
    const rows = found.map((post) => ({ ...post, dueAt: firstReadAt(post.publishedAt, now, Math.random()) }));
    if (rows.length > 0) await deps.db.execute(sql`${insertFeeds(rows)} on conflict do nothing`);
    return rows.length;
  };
  await enrolSince(deps, { sweepName: 'enrol-comment-feeds', ageMsMax: readPostAgeMsMax, enrol });
}

function isNew({ db }: Deps): SQL {
  const { socialAccountId, externalPostId } = commentFeeds;
  return notExists(
    db
      .select({ externalPostId })
      .from(commentFeeds)
      .where(and(eq(socialAccountId, targets.socialAccountId), eq(externalPostId, targets.externalPostId))),
  );
}

type Published = Omit<NewFeed, 'dueAt'>;

/** Reads published posts of accounts whose comments are read, the newest first. */
async function readPublished(deps: Deps, which: SQL | undefined, rowsMax: number): Promise<Published[]> {
  const { externalPostId, publishedAt } = targets;
  const rows = await deps.db
    .select({
      socialAccountId: targets.socialAccountId,
      externalPostId,
      workspaceId: socialAccounts.workspaceId,
      platform: socialAccounts.platform,
      targetId: targets.id,
      publishedAt,
    })
    .from(targets)
    .innerJoin(socialAccounts, eq(socialAccounts.id, targets.socialAccountId))
    .where(
      and(
        which,
        isNotNull(externalPostId),
        isNotNull(publishedAt),
        isNull(targets.targetId),
        isNull(targets.replyTo),
        isNull(targets.takenDownAt),
        isNull(socialAccounts.deletedAt),
        readsComments(deps),
      ),
    )
    .orderBy(desc(publishedAt))
    .limit(rowsMax);
  return rows.flatMap(({ externalPostId: id, publishedAt: at, ...row }) =>
    id === null || at === null ? [] : [{ ...row, externalPostId: id, publishedAt: at }],
  );
}

/**
 * Makes comments of these accounts due now, for a complete read: those of the given post, whatever its age, or those of
 * all posts that are read regularly.
 */
export async function askForComments(
  deps: Deps,
  { accountIds, postId }: { accountIds: readonly string[]; postId?: string },
): Promise<void> {
  if (accountIds.length === 0) return;
  const dueAt = deps.clock.now();
  const since = new Date(dueAt.getTime() - readPostAgeMsMax);
  const ofPost = postId === undefined ? gte(targets.publishedAt, since) : eq(targets.postId, postId);
  const which = and(inArray(targets.socialAccountId, [...accountIds]), ofPost);
  const found = await readPublished(deps, which, askedPostsMax);
  await makeDue(
    deps.db,
    found.map((post) => ({ ...post, dueAt })),
  );
  if (postId === undefined) await makeOthersDue(deps.db, accountIds, since, dueAt);
}

/** Makes the comments of these posts due, even if the posts were made elsewhere. A platform's push names them. */
export async function askForPosts(
  deps: Deps,
  account: Pick<typeof socialAccounts.$inferSelect, 'id' | 'workspaceId' | 'platform'>,
  externalPostIds: readonly string[],
): Promise<void> {
  if (externalPostIds.length === 0) return;
  const now = deps.clock.now();
  const named = inArray(targets.externalPostId, [...externalPostIds]);
  const ours = and(eq(targets.socialAccountId, account.id), named);
  const found = await readPublished(deps, ours, externalPostIds.length);
  const postById = new Map(found.map((post) => [post.externalPostId, post]));
  const rows = externalPostIds.map((externalPostId) => ({
    socialAccountId: account.id,
    externalPostId,
    workspaceId: account.workspaceId,
    platform: account.platform,
    targetId: null,
    publishedAt: now,
    ...postById.get(externalPostId),
    dueAt: now,
  }));
  // A push only makes the post due. A read in progress keeps its position.
  await deps.db.execute(sql`${insertFeeds(rows)}
    on conflict (social_account_id, external_post_id) do update set due_at = excluded.due_at`);
}

async function makeDue(q: Queryable, rows: readonly NewFeed[]): Promise<void> {
  if (rows.length === 0) return;
  const unique = new Map(rows.map((row) => [`${row.socialAccountId} ${row.externalPostId}`, row]));
  await q.execute(sql`${insertFeeds([...unique.values()])}
    on conflict (social_account_id, external_post_id) do update
    set due_at = excluded.due_at, whole_asked_at = excluded.due_at, read_fully_at = null, digest = null,
      cursor = null, reading_pages = 0, reading_until = null, failures = 0`);
}

/** Makes regularly read posts due that were made elsewhere. */
async function makeOthersDue(
  q: Queryable,
  accountIds: readonly string[],
  since: Date,
  dueAt: Date,
): Promise<void> {
  await q
    .update(commentFeeds)
    .set({
      dueAt,
      wholeAskedAt: dueAt,
      readFullyAt: null,
      digest: null,
      cursor: null,
      readingPages: 0,
      readingUntil: null,
      failures: 0,
    })
    .where(
      and(
        inArray(commentFeeds.socialAccountId, [...accountIds]),
        isNull(commentFeeds.targetId),
        gte(commentFeeds.publishedAt, since),
      ),
    );
}

/** Makes an account's recent posts due after a reconnection, because the old grant could not read their comments. */
export async function wakeFeeds(q: Queryable, socialAccountId: string, now: Date): Promise<void> {
  await q
    .update(commentFeeds)
    .set({ dueAt: now, goneSince: null, failures: 0 })
    .where(
      and(
        eq(commentFeeds.socialAccountId, socialAccountId),
        gte(commentFeeds.publishedAt, new Date(now.getTime() - readPostAgeMsMax)),
        sql`not exists (select 1 from ${targets} where ${targets.id} = ${commentFeeds.targetId}
          and ${targets.takenDownAt} is not null)`,
      ),
    );
}
