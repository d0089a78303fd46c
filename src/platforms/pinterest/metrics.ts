import { z } from 'zod';
import { metricValues, nativeMetrics, type Measurement } from '../../domain/metrics.js';
import { callApi } from '../kit/api-call.js';
import { successOf } from '../kit/call.js';
import {
  countSchema as count,
  measureEach,
  type MeasuredPost,
  type PlatformMetrics,
} from '../kit/metrics.js';
import { pinterestFailure, type PinterestSession } from './api.js';

const dayMs = 24 * 60 * 60 * 1000;
/** Pinterest accepts no earlier day as the first one (API v5, `GET /pins/{pin_id}/analytics`). */
const daysMax = 89;

const summarySchema = z.object({ IMPRESSION: count, PIN_CLICK: count, OUTBOUND_CLICK: count, SAVE: count });
const metricTypes = Object.keys(summarySchema.shape).join(',');
const answerSchema = z.object({ all: z.object({ summary_metrics: summarySchema }) });

/** Reads the sums of the analytics of pins since their creation: `GET /pins/{pin}/analytics`, one to three days late. */
export function pinterestMetrics(): PlatformMetrics<PinterestSession> {
  return {
    // Pinterest limits analytics by category, and publishes no number. One call in two minutes is little.
    budget: { callsPerHourMax: 30 },
    postsPerCallMax: 1,
    measure: (session, posts) => measureEach(posts, (post) => measure(session, post)),
  };
}

async function measure(session: PinterestSession, post: MeasuredPost): Promise<Measurement | null> {
  const now = session.clock.now().getTime();
  const startMs = Math.min(post.publishedAt.getTime(), now);
  // The sum of the last days is not the sum of an older pin.
  if (startMs < now - daysMax * dayMs) return null;
  const answer = await callApi(session, {
    method: 'GET',
    path: `/pins/${encodeURIComponent(post.externalPostId)}/analytics`,
    query: { start_date: dayOf(startMs), end_date: dayOf(now), metric_types: metricTypes },
  });
  if (answer.status === 404) return null;
  const found = successOf(answer, answerSchema, (refusal) => pinterestFailure(refusal, session.clock));
  const { IMPRESSION: impressions, PIN_CLICK: clicks, SAVE: saves } = found.all.summary_metrics;
  return {
    values: metricValues({ impressions, clicks, saves }),
    native: nativeMetrics(found.all.summary_metrics),
  };
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
