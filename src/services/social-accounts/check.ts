import { and, eq, isNull } from 'drizzle-orm';
import { socialAccounts } from '../../db/schema/index.js';
import { AppError, notFound } from '../../domain/errors.js';
import type { CheckAnswer } from '../../platforms/kit/connect.js';
import { askRefresh } from '../account-grants/ask-refresh.js';
import { expireAccount } from '../account-grants/expire.js';
import { toldLifeColumns } from '../account-grants/grant-life.js';
import { scopeColumns } from '../account-grants/missing-scopes.js';
import { openSession } from '../account-grants/platform-session.js';
import { redactMessage } from '../account-grants/redact-message.js';
import type { SocialAccountView } from '../account-grants/types.js';
import { toSocialAccountView, type SocialAccountRow } from '../account-grants/view.js';
import { inConnectTurn } from '../shared/connecting/connect-turn.js';
import { askPlatform } from '../shared/remote-calls/ask-platform.js';
import type { ServiceDeps } from '../shared/context.js';
import { nameCharsMax, shownUrl, plainName, plainText } from '../shared/remote-calls/platform-texts.js';
import { readAccountInReach, type AccountContext } from './get.js';

type Alive = Extract<CheckAnswer, { kind: 'alive' }>;
type Failure = Exclude<CheckAnswer, Alive>;

/** Asks the platform for the account's current identity, and whether its grant is still valid. */
export async function checkSocialAccount(
  ctx: AccountContext,
  { socialAccountId }: { socialAccountId: string },
): Promise<SocialAccountView> {
  const account = await readAccountInReach(ctx.db, ctx.reach, socialAccountId, 'manageAccounts');
  const first = await ask(ctx, account);
  if (first === null) return toSocialAccountView(ctx, account);
  if (first.kind !== 'auth-expired') return settle(ctx, account, first);
  const refreshed = await askRefresh(ctx, account);
  const current = await readAccountInReach(ctx.db, ctx.reach, socialAccountId, 'manageAccounts');
  if (refreshed === 'revoked') return toSocialAccountView(ctx, current);
  const again = refreshed === 'refreshed' ? await ask(ctx, current) : first;
  return again === null ? toSocialAccountView(ctx, current) : settle(ctx, current, again);
}

/** Calls the connector's check. Returns null if there is none, or if the account is not active. */
async function ask(deps: AccountContext, account: SocialAccountRow): Promise<CheckAnswer | null> {
  const { id: socialAccountId, platform, credentials, status } = account;
  const connector = deps.platforms.get(platform);
  const check = connector?.check?.bind(connector);
  if (check === undefined || credentials === null || status !== 'ACTIVE') return null;
  const session = openSession(deps, account, credentials);
  return inConnectTurn(deps, { platform, owner: deps.reach.userId }, () =>
    askPlatform(deps, { socialAccountId, platform }, () => check(session)),
  );
}

async function settle(
  ctx: AccountContext,
  account: SocialAccountRow,
  answer: CheckAnswer,
): Promise<SocialAccountView> {
  switch (answer.kind) {
    case 'alive':
      return toSocialAccountView(ctx, await storeAlive(ctx, account, answer));
    case 'auth-revoked':
      await expireAccount(ctx, account.id, account.credentialsVersion, wordsOf(ctx, account, answer));
      return toSocialAccountView(ctx, await readLive(ctx, account.id));
    // The platform's message describes the problem, so it is the result.
    case 'rejected':
      return toSocialAccountView(ctx, await storeFailure(ctx, account, answer));
    default: {
      await storeFailure(ctx, account, answer);
      const retryAfterMs = answer.kind === 'rate-limited' ? answer.retryAfterMs : null;
      const message = `${account.platform} cannot be reached right now. Try again.`;
      throw new AppError('RETRY', message, retryAfterMs === null ? {} : { retryAfterMs });
    }
  }
}

function storeAlive(
  ctx: AccountContext,
  account: SocialAccountRow,
  answer: Alive,
): Promise<SocialAccountRow> {
  const now = ctx.clock.now();
  const { displayName, avatarUrl, scopes, life = {} } = answer;
  return store(ctx, account, {
    handle: plainText(answer.handle, nameCharsMax),
    ...(displayName !== undefined && { displayName: plainName(displayName) }),
    ...(avatarUrl !== undefined && { avatarUrl: shownUrl(avatarUrl) }),
    ...(scopes !== undefined &&
      scopeColumns(ctx.platforms.get(account.platform)?.connect?.redirect?.scopes ?? [], scopes)),
    ...toldLifeColumns(account, life, now),
    lastCheckedAt: now,
    lastError: null,
  });
}

function storeFailure(
  ctx: AccountContext,
  account: SocialAccountRow,
  failure: Failure,
): Promise<SocialAccountRow> {
  return store(ctx, account, { lastError: wordsOf(ctx, account, failure) });
}

function wordsOf(deps: ServiceDeps, account: SocialAccountRow, { message }: Failure): string {
  const { credentials } = account;
  return redactMessage(
    message,
    credentials === null ? {} : openSession(deps, account, credentials).credentials,
  );
}

/**
 * Stores the result unless the account was disconnected or reconnected meanwhile. Returns the account as it is now.
 */
async function store(
  ctx: AccountContext,
  { id, credentialsVersion }: SocialAccountRow,
  changes: Partial<SocialAccountRow>,
): Promise<SocialAccountRow> {
  await ctx.db
    .update(socialAccounts)
    .set({ ...changes, updatedAt: ctx.clock.now() })
    .where(and(eq(socialAccounts.id, id), eq(socialAccounts.credentialsVersion, credentialsVersion), isLive));
  return readLive(ctx, id);
}

async function readLive({ db }: ServiceDeps, id: string): Promise<SocialAccountRow> {
  const [row] = await db
    .select()
    .from(socialAccounts)
    .where(and(eq(socialAccounts.id, id), isLive));
  if (row === undefined) throw notFound();
  return row;
}

const isLive = isNull(socialAccounts.deletedAt);
