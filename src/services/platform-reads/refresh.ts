import { and, asc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { anyOf } from '../../db/any-of.js';
import { posts, socialAccounts, targets } from '../../db/schema/index.js';
import { AppError, notFound } from '../../domain/errors.js';
import type { SocialAccountRow } from '../account-grants/view.js';
import { authorizeResource, authorizeWorkspace } from '../shared/rights/access.js';
import type { RequestContext, ServiceDeps } from '../shared/context.js';
import { callsPauseMs, readBudgetOf } from './read-limits.js';

/** The least time between two requests for one account. */
export const refreshIntervalMs = 60_000;
/** The number of accounts that one request handles. */
const accountsMax = 500;
/** The number of accounts whose read starts immediately; the next sweep reads the others within a minute. */
const startsMax = 20;

export const refreshSkips = [
  /** The last request was less than a minute ago. */
  'REFRESHED_LATELY',
  /** The account's calls are used up, or its platform has asked for a pause. */
  'PAUSED',
  /** The platform has no API for this kind of read. */
  'NOT_SUPPORTED',
  /** Reading is off for the account. */
  'SWITCHED_OFF',
  /** The account must be reconnected first. */
  'TOKEN_EXPIRED',
  /** The account has no public version of the post. */
  'NOT_PUBLISHED',
] as const;
type RefreshSkip = (typeof refreshSkips)[number];

export interface RefreshInput {
  workspaceId: string;
  socialAccountId?: string;
  postId?: string;
}

export interface RefreshView<Reason extends string = RefreshSkip> {
  accepted: { socialAccountId: string }[];
  skipped: { socialAccountId: string; reason: Reason | RefreshSkip; retryAfterMs: number | null }[];
}

/** The kind of data that is read again: comments or metrics. */
export interface RefreshKind<Reason extends string = RefreshSkip> {
  /** The column that keeps the time of an account's last request. */
  refreshedAt: 'commentsRefreshedAt' | 'metricsRefreshedAt';
  /** Returns the reason why nothing can be read for the account, whatever its state. */
  whyNot: (ctx: RequestContext, account: SocialAccountRow) => Reason | RefreshSkip | null;
  /** Makes the accounts' posts due. */
  ask: (ctx: RequestContext, asked: { accountIds: readonly string[]; postId?: string }) => Promise<void>;
  start: StartRead;
}

type StartRead = (starter: ServiceDeps['starter'], socialAccountId: string) => Promise<void>;

/**
 * Reads immediately: for all accounts of a workspace, for one account, or for one post. Each account accepts one request
 * a minute. The update of its row decides, so only one of several parallel requests is accepted.
 */
export async function refreshAccounts<Reason extends string>(
  ctx: RequestContext,
  { workspaceId, socialAccountId, postId }: RefreshInput,
  kind: RefreshKind<Reason>,
): Promise<RefreshView<Reason>> {
  authorizeWorkspace(ctx.reach, workspaceId, 'writePosts');
  const accounts = await readAccounts(ctx, kind.refreshedAt, workspaceId, socialAccountId);
  if (socialAccountId !== undefined && accounts[0]?.status === 'TOKEN_EXPIRED')
    throw expired(socialAccountId);
  const published = postId === undefined ? null : await readPublishedTo(ctx, workspaceId, postId);
  // A request for a post only concerns the accounts that published it.
  const concerned =
    published === null || socialAccountId !== undefined ? accounts : among(accounts, published);
  const refused = new Map<string, Reason | RefreshSkip>();
  for (const account of concerned) {
    const reason = kind.whyNot(ctx, account) ?? whyNotNow(ctx, account, published);
    if (reason !== null) refused.set(account.id, reason);
  }
  const wanted = concerned.flatMap(({ id }) => (refused.has(id) ? [] : [id]));
  const accepted = await take(ctx, kind.refreshedAt, wanted);
  await kind.ask(ctx, { accountIds: [...accepted], ...(postId !== undefined && { postId }) });
  await startReads(ctx, kind.start, [...accepted]);
  return viewOf(ctx, kind.refreshedAt, concerned, accepted, refused);
}

async function readAccounts(
  { db, reach }: RequestContext,
  refreshedAt: RefreshKind['refreshedAt'],
  workspaceId: string,
  socialAccountId: string | undefined,
): Promise<SocialAccountRow[]> {
  const named = socialAccountId === undefined ? undefined : eq(socialAccounts.id, socialAccountId);
  const rows = await db
    .select()
    .from(socialAccounts)
    .where(and(eq(socialAccounts.workspaceId, workspaceId), named, isNull(socialAccounts.deletedAt)))
    .orderBy(sql`${socialAccounts[refreshedAt]} nulls first`, asc(socialAccounts.id))
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
    .where(and(eq(posts.id, postId), eq(posts.workspaceId, workspaceId), isNull(posts.deletedAt)));
  if (post === undefined) throw notFound('postId');
  const rows = await db
    .select({ id: targets.socialAccountId })
    .from(targets)
    .where(
      and(
        eq(targets.postId, postId),
        isNotNull(targets.publishedAt),
        isNotNull(targets.externalPostId),
        isNull(targets.takenDownAt),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

const among = (
  accounts: readonly SocialAccountRow[],
  ids: ReadonlySet<string>,
): readonly SocialAccountRow[] => accounts.filter(({ id }) => ids.has(id));

function whyNotNow(
  ctx: RequestContext,
  account: SocialAccountRow,
  published: ReadonlySet<string> | null,
): RefreshSkip | null {
  if (account.status !== 'ACTIVE') return 'TOKEN_EXPIRED';
  if (published !== null && !published.has(account.id)) return 'NOT_PUBLISHED';
  // An account whose pause ends within a minute is accepted, because the next sweep reads it.
  return pauseMsOf(ctx, account) > refreshIntervalMs ? 'PAUSED' : null;
}

/** The remaining pause of the account's reads, or of the whole account. */
function pauseMsOf(
  { clock, platforms }: Pick<ServiceDeps, 'clock' | 'platforms'>,
  { platform, commentsPausedUntil, commentsCallsAt, pacedUntil }: SocialAccountRow,
): number {
  const now = clock.now();
  const untilMs = Math.max(commentsPausedUntil?.getTime() ?? 0, pacedUntil?.getTime() ?? 0);
  const budget = readBudgetOf(platforms.get(platform));
  const callsMs = budget === undefined ? 0 : callsPauseMs(budget, commentsCallsAt, now);
  return Math.max(callsMs, untilMs - now.getTime());
}

/** Marks accounts without a request in the last minute as requested, and returns their ids. */
async function take(
  { db, clock }: ServiceDeps,
  refreshedAt: RefreshKind['refreshedAt'],
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (accountIds.length === 0) return new Set();
  const now = clock.now();
  const before = new Date(now.getTime() - refreshIntervalMs);
  const { id, [refreshedAt]: at } = socialAccounts;
  const taken = await db
    .update(socialAccounts)
    .set(refreshedAt === 'commentsRefreshedAt' ? { commentsRefreshedAt: now } : { metricsRefreshedAt: now })
    .where(and(anyOf(id, accountIds), or(isNull(at), lte(at, before))))
    .returning({ id });
  return new Set(taken.map((row) => row.id));
}

/** Starts reads of accounts. If a read cannot be started, the account stays due, and the next sweep reads it. */
export async function startReads(
  { starter, log }: Pick<ServiceDeps, 'starter' | 'log'>,
  start: StartRead,
  accountIds: readonly string[],
): Promise<void> {
  const starts = accountIds.slice(0, startsMax).map((id) => start(starter, id));
  const ended = await Promise.allSettled(starts);
  const refusal = ended.find((end) => end.status === 'rejected');
  if (refusal !== undefined) {
    log.warn({ err: refusal.reason as unknown }, 'reads could not be started; the sweep does them');
  }
}

async function viewOf<Reason extends string>(
  { db, clock, platforms }: Pick<ServiceDeps, 'db' | 'clock' | 'platforms'>,
  refreshedAtKey: RefreshKind['refreshedAt'],
  accounts: readonly SocialAccountRow[],
  accepted: ReadonlySet<string>,
  refused: ReadonlyMap<string, Reason | RefreshSkip>,
): Promise<RefreshView<Reason>> {
  const late = accounts.flatMap(({ id }) => (accepted.has(id) || refused.has(id) ? [] : [id]));
  const rows =
    late.length === 0
      ? []
      : await db
          .select({ id: socialAccounts.id, at: socialAccounts[refreshedAtKey] })
          .from(socialAccounts)
          .where(anyOf(socialAccounts.id, late));
  const refreshedAt = new Map(rows.map(({ id, at }) => [id, at?.getTime() ?? 0]));
  const waitMs = (account: SocialAccountRow, reason: Reason | RefreshSkip): number | null => {
    if (reason === 'PAUSED') return pauseMsOf({ clock, platforms }, account);
    if (reason !== 'REFRESHED_LATELY') return null;
    const againMs = (refreshedAt.get(account.id) ?? 0) + refreshIntervalMs;
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
  new AppError('PLATFORM_AUTH_FAILED', 'Reconnect the account before you refresh it.', {
    accountId,
  });
