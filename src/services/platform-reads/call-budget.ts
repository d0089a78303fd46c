import { sql, type SQL } from 'drizzle-orm';
import { commentCalls, socialAccounts } from '../../db/schema/index.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { PlatformFailure } from '../../platforms/kit/failure.js';
import type { ReadBudget } from '../../platforms/kit/read-budget.js';
import type { ServiceDeps } from '../shared/context.js';
import { msPerCall, msPerSharedCall, readBudgetOf } from './read-limits.js';

/** The calls that an account has used. `calls` is negative if more calls were counted than made. */
export interface UsedCalls {
  socialAccountId: string;
  platform: PlatformName;
  sandbox: boolean;
  calls: number;
}

/** Counts used calls in the budgets that all processes share. */
export async function countCalls(
  { db, clock, platforms }: Pick<ServiceDeps, 'db' | 'clock' | 'platforms'>,
  used: readonly UsedCalls[],
): Promise<void> {
  const rows = used.flatMap(({ calls, platform, ...account }) => {
    const budget = readBudgetOf(platforms.get(platform));
    if (calls === 0 || budget === undefined) return [];
    const sharedCallMs = msPerSharedCall(budget);
    const sharedMs = sharedCallMs === null ? null : calls * sharedCallMs;
    return [{ ...account, platform, ms: calls * msPerCall(budget), sharedMs }];
  });
  if (rows.length === 0) return;
  await db.execute(sql`
    with used as (
      select "socialAccountId" as social_account_id, platform, sandbox, ms, "sharedMs" as shared_ms
      from json_to_recordset(${JSON.stringify(rows)}::json) as r("socialAccountId" text, platform text,
        sandbox boolean, ms double precision, "sharedMs" double precision)
    ), ${counting(clock.now())}
    select 1`);
}

/**
 * The SQL that counts the calls in `used`, by moving the time at which the account's budget is free again. Other
 * workspaces' rows of the same platform account are counted as well. Rows are always locked in the same order, so that
 * two transactions do not deadlock.
 */
export function counting(now: Date): SQL {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`used_by as (
      select same.id, sum(u.ms) as ms
      from used u join ${socialAccounts} a on a.id = u.social_account_id
        join ${socialAccounts} same on same.platform = a.platform
          and same.external_account_id = a.external_account_id and same.sandbox = a.sandbox
          and same.service_url is not distinct from a.service_url
          and (same.id = a.id or same.deleted_at is null)
      group by same.id
    ), locked as materialized (
      select a.id from ${socialAccounts} a where a.id in (select id from used_by) order by a.id
      for no key update
    ), counted as (
      update ${socialAccounts} a
      set comments_calls_at = greatest(a.comments_calls_at, ${at}) + u.ms * interval '1 millisecond'
      from used_by u join locked l on l.id = u.id where a.id = u.id
    ), counted_shared as (
      insert into ${commentCalls} as c (platform, sandbox, calls_at)
      select platform, sandbox, ${at} + sum(shared_ms) * interval '1 millisecond'
      from used where shared_ms is not null group by platform, sandbox order by platform, sandbox
      on conflict (platform, sandbox) do update
      set calls_at = greatest(c.calls_at, ${at}) + (excluded.calls_at - ${at})
    )`;
}

/** Whether a platform reports that the day's calls which all its accounts share are used up. */
export function isSharedQuotaUsed(
  failure: PlatformFailure,
  budget: ReadBudget | undefined,
): failure is Extract<PlatformFailure, { kind: 'rate-limited' }> {
  return (
    failure.kind === 'rate-limited' &&
    failure.code === 'PLATFORM_QUOTA_EXCEEDED' &&
    failure.ofAccount !== true &&
    budget?.callsPerDayMax !== undefined
  );
}

export const sharedKeyOf = (platform: PlatformName, sandbox: boolean): string =>
  `${platform}${sandbox ? ' (sandbox)' : ''}`;

/** Stops reading the comments and numbers of all accounts of the platform until a time. */
export async function markSpent(
  { db }: Pick<ServiceDeps, 'db'>,
  platform: PlatformName,
  sandbox: boolean,
  until: Date,
): Promise<void> {
  const { spentUntil } = commentCalls;
  await db
    .insert(commentCalls)
    .values({ platform, sandbox, spentUntil: until })
    .onConflictDoUpdate({
      target: [commentCalls.platform, commentCalls.sandbox],
      set: { spentUntil: sql`greatest(${spentUntil}, excluded.spent_until)` },
    });
}
