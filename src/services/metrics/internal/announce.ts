import { and, asc, eq, exists, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { anyOf } from '../../../db/any-of.js';
import type { Tx } from '../../../db/client.js';
import { metricFeeds, webhookEndpoints } from '../../../db/schema/index.js';
import { metricsEventEveryMs } from '../../../domain/metrics.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { DeliverWebhookStart } from '../../shared/workflow-starter.js';
import { stageEvents, startDeliveries, subscribers } from '../../webhooks/stage.js';
import { readMetricsOfTargets } from '../view.js';

const type = 'post.metrics_updated';

/**
 * Writes post.metrics_updated for those of these targets whose metrics have changed since their last event, at most
 * once a day for each target. Only endpoints that subscribe to this type receive it, so for most workspaces nothing
 * more is read or written.
 */
export async function announceMetrics(deps: ServiceDeps, targetIds: readonly string[]): Promise<number> {
  if (targetIds.length === 0) return 0;
  const isWanted = exists(
    deps.db
      .select({ id: webhookEndpoints.id })
      .from(webhookEndpoints)
      .where(
        and(
          eq(webhookEndpoints.workspaceId, metricFeeds.workspaceId),
          isNull(webhookEndpoints.deletedAt),
          sql`${type} = any(${webhookEndpoints.events})`,
        ),
      ),
  );
  const found = await deps.db
    .selectDistinct({ workspaceId: metricFeeds.workspaceId })
    .from(metricFeeds)
    .where(and(isOwed(deps, targetIds), isWanted));
  let announced = 0;
  for (const { workspaceId } of found) {
    const batch = await deps.db.transaction((tx) => announceIn(tx, deps, workspaceId, targetIds));
    announced += batch.events;
    await startDeliveries(deps, batch.starts);
  }
  return announced;
}

function isOwed({ clock }: Pick<ServiceDeps, 'clock'>, targetIds: readonly string[]): SQL | undefined {
  const { targetId, changedAt, announcedAt } = metricFeeds;
  const before = new Date(clock.now().getTime() - metricsEventEveryMs);
  return and(
    anyOf(targetId, targetIds),
    isNotNull(changedAt),
    or(isNull(announcedAt), and(lte(announcedAt, before), sql`${changedAt} > ${announcedAt}`)),
  );
}

async function announceIn(
  tx: Tx,
  deps: ServiceDeps,
  workspaceId: string,
  targetIds: readonly string[],
): Promise<{ events: number; starts: DeliverWebhookStart[] }> {
  const receivers = await subscribers(tx, workspaceId, type);
  const rows = await tx
    .select({ targetId: metricFeeds.targetId })
    .from(metricFeeds)
    .where(and(eq(metricFeeds.workspaceId, workspaceId), isOwed(deps, targetIds)))
    .orderBy(asc(metricFeeds.targetId))
    .for('update', { skipLocked: true });
  const ids = rows.map(({ targetId }) => targetId);
  if (ids.length === 0 || receivers.length === 0) return { events: 0, starts: [] };
  const views = await readMetricsOfTargets(tx, deps, ids);
  const events = views.map(
    (target) => ({ workspaceId, postId: target.postId, type, data: { target } }) as const,
  );
  const starts = await stageEvents(tx, deps, events, receivers);
  await tx.update(metricFeeds).set({ announcedAt: deps.clock.now() }).where(anyOf(metricFeeds.targetId, ids));
  return { events: events.length, starts };
}
