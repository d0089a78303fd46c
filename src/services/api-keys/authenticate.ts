import { and, eq, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { buildStatement, executeHurried, executeWithin } from '../../db/deadline.js';
import {
  apiKeys,
  apiKeyWorkspaces,
  appGrants,
  appTokens,
  memberships,
  workspaces,
} from '../../db/schema/index.js';
import type { AppResource } from '../../domain/apps.js';
import { AppError } from '../../domain/errors.js';
import type { PlanName } from '../../domain/plans.js';
import type { RateLimits } from '../../domain/rate-limits.js';
import type { Role } from '../../domain/roles.js';
import type { Scope } from '../../domain/scopes.js';
import type { ApiKeyActor, Reach, ServiceDeps } from '../shared/context.js';
import { builtFor, countRequest, type CountedRow } from '../rate-limits/count-request.js';
import type { RateLimiter, RateVerdict } from '../shared/limits/rate-limiter.js';
import { verdictOf, withUser } from '../rate-limits/verdict.js';
import { reachOf } from '../shared/rights/reach.js';
import { hashToken } from '../shared/secrets/token.js';
import type { UnknownKeys } from './unknown-keys.js';

/** The precision of `lastUsedAt`, which is only shown to people. An exact value would cost a write in every request. */
const lastUsedStepMs = 60_000;

/** Ends a look-up if the database's own, shorter time-out fails to end it. */
const lookUpTimeoutMs = 20_000;

type AuthDeps = Pick<ServiceDeps, 'db' | 'clock' | 'limiter'>;

export interface AuthenticatedKey {
  actor: ApiKeyActor;
  reach: Reach;
  /** The verdict of the rate limits; undefined if none is enabled. A refused request must not continue. */
  rate: RateVerdict | undefined;
}

/**
 * Reads the caller, its workspaces, and its limits in one statement. It runs for each request, so a revoked key, a
 * lost membership or a changed role takes effect with the next request.
 */
export async function authenticate(
  deps: AuthDeps,
  token: string,
  unknownKeys: UnknownKeys,
): Promise<AuthenticatedKey> {
  return authenticateBy(deps, token, { unknownKeys, kind: 'key', refusals: ofKey });
}

/** Does the same for the access token of an app, which works at one resource only. */
export async function authenticateApp(
  deps: AuthDeps,
  token: string,
  { resource, unknownTokens }: { resource: AppResource; unknownTokens: UnknownKeys },
): Promise<AuthenticatedKey> {
  const refusals = { ...ofToken, resource };
  return authenticateBy(deps, token, { unknownKeys: unknownTokens, kind: 'token', refusals });
}

type Refusal = () => AppError<'INVALID_API_KEY'>;

const refusal =
  (message: string): Refusal =>
  () =>
    new AppError('INVALID_API_KEY', message, {});

const ofKey = {
  unknown: refusal('The API key does not exist or was revoked.'),
  expired: refusal('The API key has expired.'),
};
const ofToken = {
  unknown: refusal('The access token does not exist, was revoked or has expired.'),
  expired: refusal('The access token has expired.'),
};
const elsewhere = refusal('The access token is for another resource of this installation.');

async function authenticateBy(
  deps: AuthDeps,
  token: string,
  {
    unknownKeys,
    kind,
    refusals,
  }: {
    unknownKeys: UnknownKeys;
    kind: CredentialKind;
    refusals: { unknown: Refusal; expired: Refusal; resource?: AppResource };
  },
): Promise<AuthenticatedKey> {
  const { limiter } = deps;
  const { counting, plain } = statements[kind];
  const nowMs = deps.clock.now().getTime();
  const hash = hashToken(token);
  if (unknownKeys.has(hash, nowMs)) throw refusals.unknown();
  const counted =
    limiter.limits === null
      ? undefined
      : await limiter.attempt(() => executeHurried<CallerRow>(deps.db, counting(limiter), { hash }));
  const rows = counted ?? (await executeWithin<CallerRow>(deps.db, plain, lookUpTimeoutMs, { hash }));
  const [key] = rows;
  if (key === undefined) {
    unknownKeys.add(hash, nowMs);
    throw refusals.unknown();
  }
  if (key.expiresMs !== null && key.expiresMs <= nowMs) throw refusals.expired();
  if (key.resource !== (refusals.resource ?? null)) throw elsewhere();
  const rate = counted === undefined ? countLocally(limiter, key, nowMs) : rateOf(limiter, key);
  if (rate?.allowed !== false) await noteUse(deps, key);
  const inReach = ({ mode, listed }: CallerRow): boolean => mode === 'full' || listed;
  return {
    actor: {
      kind: 'apiKey',
      apiKeyId: key.id,
      userId: key.userId,
      ...(key.scopes !== null && { scopes: new Set(key.scopes) }),
      ...(key.resource !== null && { isApp: true as const }),
    },
    reach: reachOf(
      key.userId,
      rows.map((row) => ({ ...row, inReach: inReach(row) })),
      'apiKey',
    ),
    rate,
  };
}

function rateOf({ limits, userLimits }: RateLimiter, key: CallerRow): RateVerdict | undefined {
  const ofKey = limits === null ? undefined : verdictOf(key, limits);
  if (ofKey === undefined || userLimits === null || key.userCounted === null) return ofKey;
  return withUser(ofKey, verdictOf(key.userCounted, userLimits));
}

function countLocally(limiter: RateLimiter, key: CallerRow, nowMs: number): RateVerdict | undefined {
  const { limits, userLimits, locally } = limiter;
  if (limits === null) return undefined;
  const ofKey = locally(`key:${key.id}`, limits, nowMs);
  if (!ofKey.allowed || userLimits === null) return ofKey;
  return withUser(ofKey, locally(`keys-of:${key.userId}`, userLimits, nowMs));
}

/** One row for each membership of the key's user, or a single row without a workspace if there are none. */
type CallerRow = CountedRow & {
  /** The count of all keys of the user; null if the key's own limit already refuses the request. */
  userCounted: CountedRow | null;
  id: string;
  userId: string;
  mode: 'full' | 'scoped';
  scopes: Scope[] | null;
  /** Where the access token of an app works; null for an API key. */
  resource: AppResource | null;
  expiresMs: number | null;
  lastUsedMs: number | null;
  workspaceId: string | null;
  role: Role | null;
  plan: PlanName | null;
  requireApproval: boolean | null;
  listed: boolean;
};

const notCounted = sql`select null::bigint as checked_at_ms, null::boolean as allowed, null::bigint[] as burst_at_ms,
  null::int[] as burst_counts, null::bigint[] as sustained_at_ms, null::int[] as sustained_counts`;

type CountedLimits = Pick<RateLimiter, 'limits' | 'userLimits'>;

const countKey = (limits: RateLimits | null): SQL =>
  limits === null ? notCounted : countRequest(sql`select 'key:' || id as subject from caller`, limits);

/**
 * Counts the request for all keys of the user, but only if the key's own limit allows it, so that a single key cannot
 * use up the share of the user's other keys.
 */
const countKeysOfUser = (limits: RateLimits | null): SQL =>
  limits === null
    ? notCounted
    : countRequest(
        sql`select 'keys-of:' || user_id as subject from caller where (select allowed from counted)`,
        limits,
      );

type CredentialKind = 'key' | 'token';

/** Selects the key that the credential is, or the key behind it. */
const callers: Record<CredentialKind, SQL> = {
  key: sql`
    select id, user_id, mode, scopes, expires_at, last_used_at, null::text as resource from ${apiKeys}
    where ${apiKeys.hash} = ${sql.placeholder('hash')} and ${apiKeys.revokedAt} is null`,
  token: sql`
    select key.id, key.user_id, key.mode, key.scopes, least(key.expires_at, token.expires_at) as expires_at,
      key.last_used_at, grants.resource
    from ${appTokens} token
    join ${appGrants} grants on grants.api_key_id = token.api_key_id
    join ${apiKeys} key on key.id = token.api_key_id
    where token.hash = ${sql.placeholder('hash')} and key.revoked_at is null`,
};

const statementsOf = (caller: SQL) => ({
  plain: buildStatement(callerStatement(caller, { limits: null, userLimits: null })),
  counting: builtFor((limits: CountedLimits) => callerStatement(caller, limits)),
});
const statements = { key: statementsOf(callers.key), token: statementsOf(callers.token) };

function callerStatement(caller: SQL, { limits, userLimits }: CountedLimits): SQL {
  return sql`
    with caller as materialized (${caller}), counted as (${countKey(limits)}), counted_user as (${countKeysOfUser(userLimits)})
    select caller.id, caller.user_id as "userId", caller.mode,
      caller.scopes, caller.resource, (extract(epoch from caller.expires_at) * 1000)::float8 as "expiresMs",
      (extract(epoch from caller.last_used_at) * 1000)::float8 as "lastUsedMs",
      member.workspace_id as "workspaceId", member.role, home.plan, home.require_approval as "requireApproval",
      listed.workspace_id is not null as "listed", counted.checked_at_ms, counted.allowed,
      counted.burst_at_ms, counted.burst_counts, counted.sustained_at_ms, counted.sustained_counts,
      to_json(counted_user) as "userCounted"
    from caller
    left join counted on true
    left join counted_user on true
    left join ${memberships} member on member.user_id = caller.user_id
    left join ${workspaces} home on home.id = member.workspace_id
    left join ${apiKeyWorkspaces} listed
      on listed.api_key_id = caller.id and listed.workspace_id = member.workspace_id`;
}

async function noteUse({ db, clock }: AuthDeps, key: CallerRow): Promise<void> {
  const now = clock.now();
  const staleBefore = new Date(now.getTime() - lastUsedStepMs);
  if (key.lastUsedMs !== null && key.lastUsedMs >= staleBefore.getTime()) return;
  await db
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKeys.id, key.id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, staleBefore))));
}
