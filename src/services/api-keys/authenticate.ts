import { and, eq, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { buildStatement, executeWithin } from '../../db/deadline.js';
import { apiKeys, apiKeyWorkspaces, memberships, workspaces } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import type { PlanName } from '../../domain/plans.js';
import type { RateLimits } from '../../domain/rate-limits.js';
import type { Role } from '../../domain/roles.js';
import type { ApiKeyActor, Reach, ServiceDeps } from '../context.js';
import { builtFor, countRequest, type CountedRow } from '../rate-limits/count-request.js';
import { countTimeoutMs } from '../rate-limits/limiter.js';
import { verdictOf, type RateVerdict } from '../rate-limits/verdict.js';
import { reachOf } from '../reach.js';
import { hashApiKey } from './key-format.js';

/** `lastUsedAt` is for people: finer than this, it would cost a write in every request. */
const lastUsedStepMs = 60_000;

/** The database's own time-out comes first; this one only ends what even that does not. */
const lookUpTimeoutMs = 20_000;

type AuthDeps = Pick<ServiceDeps, 'db' | 'clock' | 'limiter'>;

export interface AuthenticatedKey {
  actor: ApiKeyActor;
  reach: Reach;
  /** Absent where no limit is on, and while the limiter is at fault. A refused request is to go no further. */
  rate: RateVerdict | undefined;
}

/**
 * Who calls, in which workspaces, and whether within the key's limits: one statement. Read anew for each request,
 * so that a revoked key, a lost membership or a changed role counts from the next request on.
 */
export async function authenticate(deps: AuthDeps, token: string): Promise<AuthenticatedKey> {
  const { limits } = deps.limiter;
  const hash = hashApiKey(token);
  const counted =
    limits === null
      ? undefined
      : await deps.limiter.attempt(() =>
          executeWithin<CallerRow>(deps.db, countingStatement(limits), countTimeoutMs, { hash }),
        );
  const rows =
    counted ?? (await executeWithin<CallerRow>(deps.db, plainStatement, lookUpTimeoutMs, { hash }));
  const [key] = rows;
  if (key === undefined)
    throw new AppError('INVALID_API_KEY', 'The API key is not known or was revoked.', {});
  const rate = limits === null ? undefined : verdictOf(key, limits);
  if (rate?.allowed !== false) await noteUse(deps, key);
  const inReach = ({ mode, listed }: CallerRow): boolean => mode === 'full' || listed;
  return {
    actor: { kind: 'apiKey', apiKeyId: key.id, userId: key.userId },
    reach: reachOf(
      key.userId,
      rows.map((row) => ({ ...row, inReach: inReach(row) })),
      'apiKey',
    ),
    rate,
  };
}

/** A row for each membership of the key's user; one without a workspace where there are none. */
type CallerRow = CountedRow & {
  id: string;
  userId: string;
  mode: 'full' | 'scoped';
  lastUsedMs: number | null;
  workspaceId: string | null;
  role: Role | null;
  plan: PlanName | null;
  requireApproval: boolean | null;
  listed: boolean;
};

const notCounted = sql`select null::bigint as checked_at_ms, null::boolean as allowed, null::bigint[] as burst_at_ms,
  null::int[] as burst_counts, null::bigint[] as sustained_at_ms, null::int[] as sustained_counts`;

const plainStatement = buildStatement(callerStatement(null));
const countingStatement = builtFor(callerStatement);

function callerStatement(limits: RateLimits | null): SQL {
  const counted =
    limits === null ? notCounted : countRequest(sql`select 'key:' || id as subject from caller`, limits);
  return sql`
    with caller as materialized (
      select id, user_id, mode, last_used_at from ${apiKeys}
      where ${apiKeys.hash} = ${sql.placeholder('hash')} and ${apiKeys.revokedAt} is null
    ), counted as (${counted})
    select caller.id, caller.user_id as "userId", caller.mode,
      (extract(epoch from caller.last_used_at) * 1000)::float8 as "lastUsedMs",
      member.workspace_id as "workspaceId", member.role, home.plan, home.require_approval as "requireApproval",
      listed.workspace_id is not null as "listed", counted.checked_at_ms, counted.allowed,
      counted.burst_at_ms, counted.burst_counts, counted.sustained_at_ms, counted.sustained_counts
    from caller
    left join counted on true
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
