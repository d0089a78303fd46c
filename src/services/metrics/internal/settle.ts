import { sql } from 'drizzle-orm';
import { metricFeeds, metricSnapshots } from '../../../db/schema/index.js';
import { snapshotsThinnedAfterMs } from '../../../domain/metrics.js';
import { atTime } from '../../platform-reads/judge-due.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { FeedEnd } from './feed.js';

/**
 * Writes the ends of claimed feeds, and a snapshot of each target whose numbers have changed, in one statement. It also
 * deletes the old snapshots of these targets that a later one of the same day replaces. A feed that became due during
 * the reading stays due, and one that another reader has claimed since is not changed.
 */
export async function settleFeeds(
  { db, clock }: Pick<ServiceDeps, 'db' | 'clock'>,
  ends: readonly FeedEnd[],
): Promise<void> {
  if (ends.length === 0) return;
  const now = clock.now();
  const rows = ends.map(({ feed, dueAt, measured, ...end }) => ({
    target: feed.targetId,
    lease: feed.claimedUntil,
    seen_due: feed.dueAt,
    due: dueAt,
    failures: end.failures ?? feed.failures,
    unchanged: end.unchanged ?? feed.unchanged,
    refused: end.permissionMissing ?? null,
    measured: measured === undefined ? null : now,
    changed: measured?.hasChanged === true ? now : null,
    values: measured?.values ?? null,
    native: measured?.native ?? null,
  }));
  await db.execute(sql`
    with r as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r(target text, lease timestamptz,
        seen_due timestamptz, due timestamptz, failures int, unchanged int, refused boolean, measured timestamptz,
        changed timestamptz, "values" jsonb, native jsonb)
    ), settled as (
      update ${metricFeeds} f set
        claimed_until = null,
        due_at = case when f.due_at = r.seen_due then r.due else f.due_at end,
        failures = r.failures,
        unchanged = r.unchanged,
        permission_missing = coalesce(r.refused, f.permission_missing),
        measured_at = coalesce(r.measured, f.measured_at),
        changed_at = coalesce(r.changed, f.changed_at),
        "values" = coalesce(r."values", f."values"),
        native = coalesce(r.native, f.native)
      from r where f.target_id = r.target and f.claimed_until = r.lease
      returning r.*
    ), thinned as (
      delete from ${metricSnapshots} s using settled d
      where s.target_id = d.target
        and s.measured_at < ${atTime(new Date(now.getTime() - snapshotsThinnedAfterMs))}
        and exists (
          select 1 from ${metricSnapshots} l
          where l.target_id = s.target_id and l.measured_at > s.measured_at
            and l.measured_at < (date_trunc('day', s.measured_at at time zone 'UTC') + interval '1 day')
              at time zone 'UTC')
    )
    insert into ${metricSnapshots} (target_id, measured_at, "values", native)
    select target, changed, "values", native from settled where changed is not null
    on conflict do nothing`);
}
