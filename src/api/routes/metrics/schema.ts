import { z } from '@hono/zod-openapi';
import { metricNames, type MetricName } from '../../../domain/metric-names.js';
import { metricStatuses } from '../../../domain/metrics.js';
import { platformNames } from '../../../domain/platform-names.js';
import type {
  MetricChangesView,
  MetricSnapshotView,
  MetricsView,
  PostMetricsView,
  TargetMetricsView,
} from '../../../services/metrics/types.js';
import { exampleIds } from '../../examples/ids.js';
import { wireInstant } from '../../openapi/fields.js';

const meanings: Record<MetricName, string> = {
  views: 'Views of the post or its video, as the platform counts them.',
  impressions: 'How often it was shown.',
  reach: 'How many accounts saw the post.',
  likes: 'Likes, or reactions of any kind.',
  comments: 'Comments and replies.',
  shares: 'Shares, reposts and quotes.',
  saves: 'Saves or bookmarks.',
  clicks: 'Clicks on it or its links.',
};

const examples: Record<MetricName, number | null> = {
  views: null,
  impressions: null,
  reach: null,
  likes: 12,
  comments: 3,
  shares: 0,
  saves: null,
  clicks: null,
};

const valueFields = Object.fromEntries(
  metricNames.map((name) => [
    name,
    z.number().nullable().openapi({ description: meanings[name], example: examples[name] }),
  ]),
) as Record<MetricName, z.ZodNullable<z.ZodNumber>>;

const valuesSchema = z.object(valueFields).openapi('MetricValues', {
  description: 'The metrics, by the same names for all platforms. null: not reported. 0 is zero.',
});

const nativeField = z.record(z.string(), z.number()).openapi({
  description: 'The metrics under the platform’s own names. Names may be added or disappear.',
  example: { likeCount: 12, replyCount: 3, repostCount: 0, quoteCount: 0 },
});

export const metricsSchema = z
  .object({
    status: z.enum(metricStatuses).openapi({
      example: 'OK',
      description:
        'OK: the values are those of `measuredAt`. PENDING: not measured yet. UNSUPPORTED: Punctual reads no metrics on the platform. PERMISSION_MISSING: the account lacks the permission that its `metrics.missingScope` names. OFF: reading metrics is off for the account, or the post was removed from its platform. FAILED: the last reading failed; the values are older.',
    }),
    measuredAt: wireInstant.nullable().openapi({ description: 'When the values were read; null if never.' }),
    nextAt: wireInstant
      .nullable()
      .openapi({ description: 'When they are read next; null if only on request.' }),
    values: valuesSchema,
    native: nativeField,
  })
  .openapi('Metrics', { description: 'The metrics of a target, such as likes and views.' });

const targetMetricsFields = {
  workspaceId: z
    .string()
    .openapi({ description: 'The workspace of the post.', example: exampleIds.workspace }),
  postId: z.string().openapi({ description: 'The post.', example: exampleIds.post }),
  targetId: z.string().openapi({ description: 'The target of the post.', example: exampleIds.target }),
  socialAccountId: z
    .string()
    .openapi({ description: 'The account of the target.', example: exampleIds.socialAccount }),
  platform: z
    .enum(platformNames)
    .openapi({ description: 'The platform of the account.', example: 'BLUESKY' }),
  metrics: metricsSchema,
};

export const targetMetricsSchema = z
  .object(targetMetricsFields)
  .openapi('TargetMetrics', { description: 'The metrics of one target of a post.' });

export const metricChangesSchema = z
  .object({
    data: z.array(targetMetricsSchema).openapi({
      description:
        'Targets whose metrics have changed, the earliest change first, with their present metrics.',
    }),
    cursor: z.string().nullable().openapi({
      description: 'Send it as `since` in the next request; null if no number has ever changed.',
      example: null,
    }),
    hasMore: z.boolean().openapi({ description: 'Whether there are more changes already.', example: false }),
  })
  .openapi('MetricChanges', { description: 'Changes of metrics since a position.' });

const snapshotSchema = z
  .object({
    measuredAt: wireInstant.openapi({ description: 'When the metrics were read.' }),
    values: valuesSchema,
    native: nativeField,
  })
  .openapi('MetricSnapshot', { description: 'The metrics of a target at a time.' });

export const postMetricsSchema = z
  .object({
    postId: z.string().openapi({ description: 'The post.', example: exampleIds.post }),
    targets: z
      .array(
        z.object({
          ...targetMetricsFields,
          history: z.array(snapshotSchema).openapi({
            description:
              'Earlier metrics, the earliest first: each change of the last seven days, and before that the last one of each day (UTC).',
          }),
        }),
      )
      .openapi({ description: 'The metrics of each target.' }),
  })
  .openapi('PostMetrics', { description: 'The metrics of a post on each account.' });

export function toMetricsResponse(view: MetricsView): z.output<typeof metricsSchema> {
  return {
    ...view,
    measuredAt: view.measuredAt?.toISOString() ?? null,
    nextAt: view.nextAt?.toISOString() ?? null,
  };
}

const toTargetMetricsResponse = (view: TargetMetricsView): z.output<typeof targetMetricsSchema> => ({
  ...view,
  metrics: toMetricsResponse(view.metrics),
});

const toSnapshotResponse = (view: MetricSnapshotView): z.output<typeof snapshotSchema> => ({
  ...view,
  measuredAt: view.measuredAt.toISOString(),
});

export function toPostMetricsResponse({
  postId,
  targets,
}: PostMetricsView): z.output<typeof postMetricsSchema> {
  return {
    postId,
    targets: targets.map(({ history, ...target }) => ({
      ...toTargetMetricsResponse(target),
      history: history.map(toSnapshotResponse),
    })),
  };
}

export function toMetricChangesResponse(view: MetricChangesView): z.output<typeof metricChangesSchema> {
  return { ...view, data: view.data.map(toTargetMetricsResponse) };
}
