import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm';
import { metricFeeds } from '../../db/schema/index.js';
import { lateCommitMsMax } from '../../domain/change-streams.js';
import { authorizeWorkspace } from '../shared/rights/access.js';
import type { RequestContext } from '../shared/context.js';
import { decodeCursor, encodeCursor } from '../shared/paging/pagination.js';
import type { MetricChangesView } from './types.js';
import { readMetricsOfTargets } from './view.js';

export interface ListMetricChangesInput {
  workspaceId: string;
  since?: string;
  limit: number;
}

/**
 * Lists the targets of a workspace whose numbers have changed since a position, each once, with its current numbers. A
 * target that changes again moves to the end, so a reader never misses its last numbers. The most recent changes are
 * listed later, because a statement that has taken an earlier time may still be running.
 */
export async function listMetricChanges(
  ctx: RequestContext,
  { workspaceId, since, limit }: ListMetricChangesInput,
): Promise<MetricChangesView> {
  authorizeWorkspace(ctx.reach, workspaceId, 'read');
  const scope = JSON.stringify(['metrics', workspaceId]);
  const after = since === undefined ? undefined : decodeCursor(ctx.cursorKey, since, scope, 'since');
  const { targetId, changedAt } = metricFeeds;
  const rows = await ctx.db
    .select({ targetId, changedAt })
    .from(metricFeeds)
    .where(
      and(
        eq(metricFeeds.workspaceId, workspaceId),
        isNotNull(changedAt),
        lte(changedAt, new Date(ctx.clock.now().getTime() - lateCommitMsMax)),
        after && sql`(${changedAt}, ${targetId}) > (${after.value}::timestamptz, ${after.id}::text)`,
      ),
    )
    .orderBy(asc(changedAt), asc(targetId))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const views = await readMetricsOfTargets(
    ctx.db,
    ctx,
    page.map((row) => row.targetId),
  );
  const viewById = new Map(views.map((view) => [view.targetId, view]));
  const last = page.at(-1);
  return {
    data: page.flatMap((row) => viewById.get(row.targetId) ?? []),
    cursor:
      last === undefined
        ? (since ?? null)
        : encodeCursor(ctx.cursorKey, {
            scope,
            value: last.changedAt?.toISOString() ?? null,
            id: last.targetId,
          }),
    hasMore: rows.length > limit,
  };
}
