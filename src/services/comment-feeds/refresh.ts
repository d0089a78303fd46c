import { and, asc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.js';
import { posts, socialAccounts, targets } from '../../db/schema/index.js';
import { commentRefreshIntervalMs } from '../../domain/comments.js';
import { AppError, notFound } from '../../domain/errors.js';
import { commentsOf } from '../account-grants/reads-comments.js';
import type { SocialAccountRow } from '../account-grants/view.js';
import { callsPauseMs } from '../platform-reads/read-limits.js';
import { authorizeResource, authorizeWorkspace } from '../shared/rights/access.js';
import type { RequestContext, ServiceDeps } from '../shared/context.js';
import { askForComments } from './enrol.js';

/** The number of accounts that one request handles. */
const accountsMax = 500;
/** The number of accounts whose read starts immediately; the next sweep reads the others within a minute. */
const startsMax = 20;

export const commentRefreshSkips = [
  /** The last request was less than a minute ago. */
  'REFRESHED_LATELY',
  /** The account's calls are used up, or its platform has asked for a pause. */
  'PAUSED',
  /** The platform has no API for comments. */
  'NOT_SUPPORTED',
  /** Reading is off for the account. */
  'SWITCHED_OFF',
  /** The account must be reconnected first. */
  'TOKEN_EXPIRED',
  /** The account has no public version of the post. */
  'NOT_PUBLISHED',
] as const;
export type CommentRefreshSkip = (typeof commentRefreshSkips)[number];

export interface RefreshCommentsInput {
  workspaceId: string;
  socialAccountId?: string;
  postId?: string;
}

export interface CommentRefreshView {
  accepted: { socialAccountId: string }[];
  skipped: { socialAccountId: string; reason: CommentRefreshSkip; retryAfterMs: number | null }[];
}

/**
 * Reads comments immediately: for all accounts of a workspace, for one account, or for one post. Each account accepts
 * one request a minute. The update of its row decides, so only one of several parallel requests is accepted.
 */
export async function refreshComments(
  ctx: RequestContext,
  { workspaceId, socialAccountId, postId }: RefreshCommentsInput,
): Promise<CommentRefreshView> {
  authorizeWorkspace(ctx.reach, workspaceId, 'writePosts');
  const accounts = await readAccounts(ctx, workspaceId, socialAccountId);
  if (socialAccountId !== undefined && accounts[0]?.status === 'TOKEN_EXPIRED')
    throw expired(socialAccountId);
  const published = postId === undefined ? null : await readPublishedTo(ctx, workspaceId, postId);
  // A request for a post only concerns the accounts that published it.
  const concerned =
    published === null || socialAccountId !== undefined ? accounts : among(accounts, published);
  const refused = new Map<string, CommentRefreshSkip>();
  for (const account of concerned) {
    const reason = whyNot(ctx, account, published);
    if (reason !== null) refused.set(account.id, reason);
  }
  const wanted = concerned.flatMap(({ id }) => (refused.has(id) ? [] : [id]));
  const accepted = await take(ctx, wanted);
  await askForComments(ctx, { accountIds: [...accepted], ...(postId !== undefined && { postId }) });
  await startReads(ctx, [...accepted]);
  return viewOf(ctx, concerned, accepted, refused);
}

async function readAccounts(
  { db, reach }: RequestContext,
  workspaceId: string,
  socialAccountId: string | undefined,
): Promise<SocialAccountRow[]> {
  const named = socialAccountId === undefined ? undefined : eq(socialAccounts.id, socialAccountId);
  const rows = await db
    .select()
    .from(socialAccounts)
    .where(and(eq(socialAccounts.workspaceId, workspaceId), named, isNull(socialAccounts.deletedAt)))
    .orderBy(sql`${socialAccounts.commentsRefreshedAt} nulls first`, asc(socialAccounts.id))
    .limit(accountsMax);
  if (socialAccountId !== undefined)
    authorizeResource(reach, rows[0]?.workspaceId, 'writePosts', 'socialAccountId');
  return rows;
}

/** The accounts where the post is public. */
async function readPublishedTo(
  { db }: RequestContext,
  workspaceId: string,
  postId: string,
): Promise<ReadonlySet<string>> {
  const [post] = await db
    .select({ workspaceId: posts.workspaceId })
    .from(posts)
    .where(
      and(
        eq(posts.id, postId),
        eq(posts.workspaceId, workspaceId),
        isNull(posts.deletedAt),
        isNull(posts.replyCommentId),
      ),
    );
  if (post === undefined) throw notFound('postId');
  const rows = await db
    .select({ id: targets.socialAccountId })
    .from(targets)
    .where(
      and(eq(targets.postId, postId), isNotNull(targets.publishedAt), isNotNull(targets.externalPostId)),
    );
  return new Set(rows.map(({ id }) => id));
}

const among = (
  accounts: readonly SocialAccountRow[],
  ids: ReadonlySet<string>,
): readonly SocialAccountRow[] => accounts.filter(({ id }) => ids.has(id));

function whyNot(
  ctx: RequestContext,
  account: SocialAccountRow,
  published: ReadonlySet<string> | null,
): CommentRefreshSkip | null {
  const { available, reads } = commentsOf(ctx, account);
  if (!available) return 'NOT_SUPPORTED';
  if (!reads) return 'SWITCHED_OFF';
  if (account.status !== 'ACTIVE') return 'TOKEN_EXPIRED';
  if (published !== null && !published.has(account.id)) return 'NOT_PUBLISHED';
  // An account whose pause ends within a minute is accepted, because the next sweep reads it.
  return pauseMsOf(ctx, account) > commentRefreshIntervalMs ? 'PAUSED' : null;
}

/** The remaining pause of the account's comments, or of the whole account. */
function pauseMsOf(
  { clock, platforms }: Pick<ServiceDeps, 'clock' | 'platforms'>,
  { platform, commentsPausedUntil, commentsCallsAt, pacedUntil }: SocialAccountRow,
): number {
  const now = clock.now();
  const untilMs = Math.max(commentsPausedUntil?.getTime() ?? 0, pacedUntil?.getTime() ?? 0);
  const comments = platforms.get(platform)?.comments;
  const callsMs = comments === undefined ? 0 : callsPauseMs(comments, commentsCallsAt, now);
  return Math.max(callsMs, untilMs - now.getTime());
}

/** Marks accounts without a request in the last minute as requested, and returns their ids. */
async function take({ db, clock }: ServiceDeps, accountIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (accountIds.length === 0) return new Set();
  const now = clock.now();
  const before = new Date(now.getTime() - commentRefreshIntervalMs);
  const { id, commentsRefreshedAt } = socialAccounts;
  const taken = await db
    .update(socialAccounts)
    .set({ commentsRefreshedAt: now })
    .where(and(anyOf(id, accountIds), or(isNull(commentsRefreshedAt), lte(commentsRefreshedAt, before))))
    .returning({ id });
  return new Set(taken.map((row) => row.id));
}

/** Starts reads of accounts. A read that cannot be started stays due, so the next sweep does it. */
export async function startReads(
  { starter, log }: Pick<ServiceDeps, 'starter' | 'log'>,
  accountIds: readonly string[],
): Promise<void> {
  const starts = accountIds.slice(0, startsMax).map((id) => starter.startCommentRead(id));
  const ended = await Promise.allSettled(starts);
  const refusal = ended.find((end) => end.status === 'rejected');
  if (refusal !== undefined) {
    log.warn(
      { err: refusal.reason as unknown },
      'reads of comments could not be started; the sweep does them',
    );
  }
}

async function viewOf(
  { db, clock, platforms }: Pick<ServiceDeps, 'db' | 'clock' | 'platforms'>,
  accounts: readonly SocialAccountRow[],
  accepted: ReadonlySet<string>,
  refused: ReadonlyMap<string, CommentRefreshSkip>,
): Promise<CommentRefreshView> {
  const late = accounts.flatMap(({ id }) => (accepted.has(id) || refused.has(id) ? [] : [id]));
  const rows =
    late.length === 0
      ? []
      : await db
          .select({ id: socialAccounts.id, at: socialAccounts.commentsRefreshedAt })
          .from(socialAccounts)
          .where(anyOf(socialAccounts.id, late));
  const refreshedAt = new Map(rows.map(({ id, at }) => [id, at?.getTime() ?? 0]));
  const waitMs = (account: SocialAccountRow, reason: CommentRefreshSkip): number | null => {
    if (reason === 'PAUSED') return pauseMsOf({ clock, platforms }, account);
    if (reason !== 'REFRESHED_LATELY') return null;
    const againMs = (refreshedAt.get(account.id) ?? 0) + commentRefreshIntervalMs;
    return Math.max(0, againMs - clock.now().getTime());
  };
  return {
    accepted: accounts.flatMap(({ id }) => (accepted.has(id) ? [{ socialAccountId: id }] : [])),
    skipped: accounts.flatMap((account) => {
      if (accepted.has(account.id)) return [];
      const reason = refused.get(account.id) ?? 'REFRESHED_LATELY';
      return [{ socialAccountId: account.id, reason, retryAfterMs: waitMs(account, reason) }];
    }),
  };
}

const expired = (accountId: string): AppError<'PLATFORM_AUTH_FAILED'> =>
  new AppError('PLATFORM_AUTH_FAILED', 'Reconnect the account before you refresh its comments.', {
    accountId,
  });
