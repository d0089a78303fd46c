import { sql, type SQL } from 'drizzle-orm';
import { buildStatement, type BuiltStatement } from '../../db/deadline.js';
import { rateLimits } from '../../db/schema/index.js';
import {
  rateCountMax,
  rateSegmentsPerWindow,
  rateWindowMs,
  type RateLimits,
  type RatePolicy,
} from '../../domain/rate-limits.js';

/** Builds a counting statement only once per object of limits, which lives as long as the process. */
export function builtFor<K extends object>(build: (limits: K) => SQL): (limits: K) => BuiltStatement {
  const builtByLimits = new WeakMap<K, BuiltStatement>();
  return (limits) => {
    const built = builtByLimits.get(limits) ?? buildStatement(build(limits));
    builtByLimits.set(limits, built);
    return built;
  };
}

/** The value that replaces a limit that is off. */
const unlimited = rateCountMax;

/**
 * A statement that counts one request of each `subject` in a query, and returns whether it is allowed. The row's lock
 * makes the count exact among all processes; a refused request is not counted. `worth` is the number of requests to
 * count, all or none. `segmentsAfter` must match withRequest of src/domain/rate-limits.ts; a test compares the two.
 */
export function countRequest(subjects: SQL, limits: RateLimits, worth: SQL = sql`1`): SQL {
  return sql`
    insert into ${rateLimits} as held (subject, checked_at_ms, allowed,
      burst_at_ms, burst_counts, sustained_at_ms, sustained_counts)
    select subject, now_ms, true, array[now_ms], array[${worth}], array[now_ms], array[${worth}]
    from (${subjects}) subjects,
      (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms offset 0) clock
    on conflict (subject) do update set
      (checked_at_ms, allowed, burst_at_ms, burst_counts, sustained_at_ms, sustained_counts) = (
        select excluded.checked_at_ms, verdict.fits,
          case when verdict.fits then burst.at_ms else held.burst_at_ms end,
          case when verdict.fits then burst.counts else held.burst_counts end,
          case when verdict.fits then sustained.at_ms else held.sustained_at_ms end,
          case when verdict.fits then sustained.counts else held.sustained_counts end
        from ${segmentsAfter('burst', worth)} burst, ${segmentsAfter('sustained', worth)} sustained,
          lateral (select burst.total <= ${limits.burst ?? unlimited}::int
            and sustained.total <= ${limits.sustained ?? unlimited}::int as fits) verdict
      )
    returning held.subject, held.checked_at_ms, held.allowed,
      held.burst_at_ms, held.burst_counts, held.sustained_at_ms, held.sustained_counts`;
}

function segmentsAfter(policy: RatePolicy, worth: SQL): SQL {
  const atMs = sql.raw(`held.${policy}_at_ms`);
  const counts = sql.raw(`held.${policy}_counts`);
  const windowMs = rateWindowMs[policy];
  const segmentMs = sql.raw(String(windowMs / rateSegmentsPerWindow));
  return sql`lateral (
    select array_agg(last_ms order by last_ms) as at_ms, array_agg(count order by last_ms) as counts,
      sum(count) as total
    from (
      select max(at_ms) as last_ms, sum(count)::int as count
      from (
        select at_ms, count from unnest(${atMs}, ${counts}) as segment(at_ms, count)
        where at_ms > excluded.checked_at_ms - ${sql.raw(String(windowMs))}
        union all select excluded.checked_at_ms, ${worth}
      ) requests
      group by at_ms / ${segmentMs}
    ) segments
  )`;
}

/** The columns of `countRequest`'s result as the driver returns them. All are null if nothing was counted. */
export interface CountedRow {
  checked_at_ms: string | null;
  allowed: boolean | null;
  burst_at_ms: string[] | null;
  burst_counts: number[] | null;
  sustained_at_ms: string[] | null;
  sustained_counts: number[] | null;
}
