import { createHash } from 'node:crypto';
import { and, asc, desc, eq, inArray, type SQL } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { apiKeys, appGrants, appTokens } from '../../db/schema/index.js';
import { appAccessTokenMs, appIdleMs, appTokensPerGrantMax, OAuthFault } from '../../domain/apps.js';
import type { Scope } from '../../domain/scopes.js';
import { bySystem } from '../audit/record.js';
import { countKey } from '../rate-limits/count-user.js';
import { requireAllowed } from '../rate-limits/verdict.js';
import type { ServiceDeps } from '../shared/context.js';
import { hashToken, isTokenFormat, mintToken } from '../shared/secrets/token.js';
import { endGrant } from './internal/end-grant.js';
import { resourceOf } from './internal/read-request.js';
import { familyOf, mintAccessToken, mintRefreshToken } from './token-format.js';
import type { IssuedTokens } from './types.js';

type TokenDeps = Pick<ServiceDeps, 'db' | 'clock' | 'newId' | 'log' | 'limiter' | 'metrics'>;

interface TokenRequest {
  clientId: string;
  /** The resource, if the app sends it again. Undefined: the resource of the grant. */
  resource: string | undefined;
  /** The origin of this installation. */
  issuer: string;
}

export interface CodeRequest extends TokenRequest {
  code: string;
  codeVerifier: string;
  /** Undefined if the app leaves it out, as OAuth 2.1 allows. */
  redirectUri: string | undefined;
}

/**
 * Exchanges an authorization code. A code works once: a second use ends the access, because one of the two users has
 * stolen it. Both know the verifier; a used code alone, which browsers and logs of the app may keep, ends nothing.
 */
export async function redeemCode(deps: TokenDeps, request: CodeRequest): Promise<IssuedTokens> {
  if (!isTokenFormat(request.code)) throw wrongGrant();
  return issueFor(deps, eq(appGrants.codeHash, hashToken(request.code)), (grant) => {
    if (grant.clientId !== request.clientId) return 'refused';
    const isSamePlace = request.redirectUri === undefined || request.redirectUri === grant.redirectUri;
    if (!isSamePlace || challengeOf(request.codeVerifier) !== grant.codeChallenge) return 'refused';
    if (grant.codeUsedAt !== null) return 'reused';
    if (grant.codeExpiresAt <= deps.clock.now()) return 'refused';
    requireResource(grant, request);
    return { family: mintToken() };
  });
}

/**
 * Exchanges a refresh token for a new pair. It works once: a second use ends the access. It counts as a request of the
 * app.
 */
export async function refreshTokens(
  deps: TokenDeps,
  request: TokenRequest & { refreshToken: string },
): Promise<IssuedTokens> {
  const family = familyOf(request.refreshToken);
  if (family === null) throw wrongGrant();
  const ofFamily = eq(appGrants.familyHash, hashToken(family));
  await countRefresh(deps, ofFamily);
  return issueFor(deps, ofFamily, (grant) => {
    if (grant.clientId !== request.clientId) return 'refused';
    if (grant.refreshHash?.equals(hashToken(request.refreshToken)) !== true) return 'reused';
    requireResource(grant, request);
    return { family };
  });
}

async function countRefresh(deps: TokenDeps, which: SQL): Promise<void> {
  const [grant] = await deps.db.select({ id: appGrants.apiKeyId }).from(appGrants).where(which);
  const verdict = grant && (await countKey(deps, grant.id));
  if (verdict !== undefined) requireAllowed(verdict, deps.metrics);
}

interface LockedGrant extends Omit<typeof appGrants.$inferSelect, 'familyHash'> {
  scopes: Scope[] | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

/** Locks the grant, asks whether it may have new tokens, and issues them in the same transaction. */
async function issueFor(
  deps: TokenDeps,
  which: SQL,
  judge: (grant: LockedGrant) => 'refused' | 'reused' | { family: string },
): Promise<IssuedTokens> {
  const issued = await deps.db.transaction(async (tx) => {
    const grant = await lockGrant(tx, which);
    const now = deps.clock.now();
    if (grant === undefined || grant.revokedAt !== null) return null;
    const verdict = judge(grant);
    if (verdict === 'reused') {
      await endGrant(tx, bySystem(deps), grant.apiKeyId);
      deps.log.warn(
        { grantId: grant.apiKeyId },
        'the access of an app ended, because a token was used twice',
      );
      return null;
    }
    if (verdict === 'refused' || (grant.expiresAt !== null && grant.expiresAt <= now)) return null;
    return issue(tx, grant, { family: verdict.family, now });
  });
  if (issued === null) throw wrongGrant();
  return issued;
}

async function lockGrant(tx: Tx, which: SQL): Promise<LockedGrant | undefined> {
  const [found] = await tx
    .select({
      grant: appGrants,
      scopes: apiKeys.scopes,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
    })
    .from(appGrants)
    .innerJoin(apiKeys, eq(apiKeys.id, appGrants.apiKeyId))
    .where(which)
    .for('update');
  if (found === undefined) return undefined;
  const { grant, ...key } = found;
  return { ...grant, ...key };
}

async function issue(
  tx: Tx,
  grant: LockedGrant,
  { family, now }: { family: string; now: Date },
): Promise<IssuedTokens> {
  const { apiKeyId, endsAt } = grant;
  const [accessToken, refreshToken] = [mintAccessToken(), mintRefreshToken(family)];
  const idleEnd = new Date(now.getTime() + appIdleMs);
  const keyEnd = endsAt !== null && endsAt < idleEnd ? endsAt : idleEnd;
  const usualEnd = new Date(now.getTime() + appAccessTokenMs);
  const expiresAt = keyEnd < usualEnd ? keyEnd : usualEnd;
  await tx
    .update(appGrants)
    .set({
      codeUsedAt: grant.codeUsedAt ?? now,
      familyHash: hashToken(family),
      refreshHash: hashToken(refreshToken),
    })
    .where(eq(appGrants.apiKeyId, apiKeyId));
  await tx.update(apiKeys).set({ expiresAt: keyEnd }).where(eq(apiKeys.id, apiKeyId));
  await forgetOldTokens(tx, apiKeyId);
  await tx.insert(appTokens).values({ hash: hashToken(accessToken), apiKeyId, createdAt: now, expiresAt });
  const expiresInSeconds = Math.floor((expiresAt.getTime() - now.getTime()) / 1_000);
  return { accessToken, expiresInSeconds, refreshToken, scopes: grant.scopes ?? [] };
}

/** Makes room for another access token. Requests that still use a recent one are not disturbed. */
async function forgetOldTokens(tx: Tx, apiKeyId: string): Promise<void> {
  const older = tx
    .select({ hash: appTokens.hash })
    .from(appTokens)
    .where(eq(appTokens.apiKeyId, apiKeyId))
    .orderBy(desc(appTokens.createdAt), asc(appTokens.hash))
    .offset(appTokensPerGrantMax - 1);
  await tx.delete(appTokens).where(and(eq(appTokens.apiKeyId, apiKeyId), inArray(appTokens.hash, older)));
}

function requireResource(grant: LockedGrant, { resource, issuer }: TokenRequest): void {
  if ((resourceOf(resource, issuer) ?? grant.resource) === grant.resource) return;
  throw new OAuthFault('invalid_target', 'The access was given for another resource.');
}

const verifierPattern = /^[A-Za-z0-9._~-]{43,128}$/;

const challengeOf = (verifier: string): string | null =>
  verifierPattern.test(verifier) ? createHash('sha256').update(verifier).digest('base64url') : null;

/** All reasons lead to the same error, so that it reveals nothing about a token that was found. */
const wrongGrant = (): OAuthFault =>
  new OAuthFault(
    'invalid_grant',
    'The code or refresh token is unknown, expired, used or revoked, or belongs to another app.',
  );
