import type postgres from 'postgres';
import type { components } from '../../packages/client/src/index.js';
import { metricValues, type MetricValues } from '../../src/domain/metrics.js';

type Post = components['schemas']['Post'];

/**
 * Stores metrics of a target as if they had been read: half of each number at the time of publishing, and all of it
 * now.
 */
export async function storeMetrics(
  sql: postgres.Sql,
  { id, socialAccountId, platform, externalPostId }: Post['targets'][number],
  post: Pick<Post, 'id' | 'workspaceId'>,
  publishedAt: Date,
  given: Partial<MetricValues>,
): Promise<void> {
  const values = sql.json({ ...metricValues(given) });
  await sql`
    insert into metric_feeds (target_id, post_id, workspace_id, social_account_id, platform, external_post_id,
      published_at, measured_at, changed_at, values, native)
    values (${id}, ${post.id}, ${post.workspaceId}, ${socialAccountId}, ${platform},
      ${externalPostId}, ${publishedAt}, now(), now(), ${values}, '{}')
    on conflict (target_id) do update set values = excluded.values, native = excluded.native,
      published_at = excluded.published_at, measured_at = excluded.measured_at, due_at = null`;
  const half = Object.entries(given).map(([name, value]) => [name, Math.floor((value ?? 0) / 2)]);
  const earlier = sql.json({ ...metricValues(Object.fromEntries(half) as Partial<MetricValues>) });
  await sql`
    insert into metric_snapshots (target_id, measured_at, values, native)
    values (${id}, ${publishedAt}, ${earlier}, '{}'), (${id}, now(), ${values}, '{}')`;
}
