import { z } from 'zod';
import { isSuccess, readAnswer, readCredentials } from '../kit/call.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { PlatformQuota, Publication } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { graph, graphFailure } from '../kit/graph-api.js';
import { threadsCredentialsSchema, type ThreadsContext } from './api.js';

/** As its documentation has them; each account's own numbers are asked for before a container is made. */
export const threadsQuotas: readonly PlatformQuota[] = [
  {
    rule: 'posts_per_day',
    max: 250,
    window: 'rolling-day',
    scope: 'account',
    counts: ({ replyTo }) => replyTo === null,
  },
  {
    rule: 'replies_per_day',
    max: 1_000,
    window: 'rolling-day',
    scope: 'account',
    counts: ({ replyTo }) => replyTo !== null,
  },
];

/** To know the quota is worth a moment; the publishing call will tell it in any case. */
const quotaTimeoutMs = 5_000;
/** The window rolls, and when a place falls free is not told: ask again in an hour, or when the whole window has passed. */
const quotaWaitMsMax = 60 * 60 * 1000;

const usage = z.number().optional();
const config = z.object({ quota_total: z.number(), quota_duration: z.number() }).optional();
const quotaSchema = z.object({
  data: z
    .array(z.object({ quota_usage: usage, config, reply_quota_usage: usage, reply_config: config }))
    .min(1),
});

/**
 * Null where the account may publish one more, or it cannot be told. Asked before a container is made: a place in the
 * quota is what a container would wait for, and containers expire.
 */
export async function checkQuota(
  context: ThreadsContext,
  session: PlatformSession,
  { replyTo }: Publication,
): Promise<PlatformFailure | null> {
  const read = readCredentials(threadsCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const result = await graph(context.safeFetch, {
    baseUrl: session.baseUrl,
    path: `/v1.0/${encodeURIComponent(session.externalAccountId)}/threads_publishing_limit`,
    method: 'GET',
    params: { fields: 'quota_usage,config,reply_quota_usage,reply_config' },
    accessToken: read.credentials.accessToken,
    timeoutMs: quotaTimeoutMs,
  });
  if ('failure' in result) return null;
  if (!isSuccess(result.answer)) {
    const failure = graphFailure(result.answer, context.clock);
    return failure.kind === 'rate-limited' ? failure : null;
  }
  const quota = readAnswer(result.answer, quotaSchema)?.data[0];
  const used = replyTo === null ? quota?.quota_usage : quota?.reply_quota_usage;
  const bound = replyTo === null ? quota?.config : quota?.reply_config;
  if (used === undefined || bound === undefined || used < bound.quota_total) return null;
  const what = replyTo === null ? 'posts' : 'replies';
  return {
    kind: 'rate-limited',
    retryAfterMs: Math.min(bound.quota_duration * 1000, quotaWaitMsMax),
    message: `The account has used up its ${bound.quota_total} ${what} in ${bound.quota_duration} seconds.`,
  };
}
