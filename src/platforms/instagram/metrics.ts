import { z } from 'zod';
import { metricValues, nativeMetrics, storyMeasuredMs, type Measurement } from '../../domain/metrics.js';
import type { JsonObject } from '../../domain/json.js';
import { readSuccess } from '../kit/call.js';
import { PlatformFailed } from '../kit/failure.js';
import { graphFailure, isMissingObject } from '../kit/meta/graph-api.js';
import { readInsights } from '../kit/meta/insights.js';
import { countSchema, measureEach, type PlatformMetrics } from '../kit/metrics.js';
import { callInstagram, graphCall, type InstagramSession } from './api.js';
import { manageInsights } from './connect.js';

const isStory = (options: JsonObject | null): boolean => options?.['kind'] === 'STORIES';

const countersSchema = z.object({ like_count: countSchema, comments_count: countSchema });
const fields = Object.keys(countersSchema.shape).join(',');

/** A story is seen and shared, but it cannot be saved. */
const metricsOf = (options: JsonObject | null): string =>
  isStory(options) ? 'views,reach,shares' : 'views,reach,saved,shares';

/**
 * Reads counters with `GET /{media}`, and insights with `GET /{media}/insights`, which Instagram returns up to 48 hours
 * late, and for stories only on the first day.
 */
export function instagramMetrics(): PlatformMetrics<InstagramSession> {
  return {
    postsPerCallMax: 1,
    scope: manageInsights,
    measuredForMs: (options) => (isStory(options) ? storyMeasuredMs : null),
    measure: (session, posts) =>
      measureEach(posts, ({ externalPostId, options }) => measure(session, externalPostId, options)),
  };
}

async function measure(
  session: InstagramSession,
  externalPostId: string,
  options: JsonObject | null,
): Promise<Measurement | null> {
  const path = encodeURIComponent(externalPostId);
  const answer = await callInstagram(session, { path, method: 'GET', params: { fields } });
  const counters = readSuccess(answer, countersSchema);
  if (counters === null) {
    if (isMissingObject(answer)) return null;
    throw new PlatformFailed(graphFailure(answer, session.clock));
  }
  const call = graphCall(session, {
    path: `${path}/insights`,
    method: 'GET',
    params: { metric: metricsOf(options) },
  });
  const insights = await readInsights(session, call);
  if (insights === null) return null;
  const { views, reach, saved, shares } = insights;
  const { like_count: likes, comments_count: comments } = counters;
  return {
    values: metricValues({ views, reach, likes, comments, shares, saves: saved }),
    native: nativeMetrics({ ...counters, ...insights }),
  };
}
