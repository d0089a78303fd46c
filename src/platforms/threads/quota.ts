import { z } from 'zod';
import { isSuccess, readAnswer, readCredentials } from '../kit/call.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { PlatformQuota, Publication } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { graph, graphFailure } from '../kit/meta/graph-api.js';
import { threadsCredentialsSchema, type ThreadsContext } from './api.js';

/** The documented limits. Each account's own limits are read before a container is created. */
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

/** Only a short wait: the publishing call reports a used-up quota anyway. */
const quotaTimeoutMs = 5_000;
/**
 * The window is rolling, and Threads does not say when there is room. Try again in an hour, or after the whole window.
 */
const quotaWaitMsMax = 60 * 60 * 1000;

const usage = z.number().optional();
const config = z.object({ quota_total: z.number(), quota_duration: z.number() }).optional();
const quotaSchema = z.object({
  data: z
    .array(z.object({ quota_usage: usage, config, reply_quota_usage: usage, reply_config: config }))
    .min(1),
});

/**
 * Null if the account can publish one more, or if that is unknown. Checked before a container is created, because
 * containers expire while they wait for the quota.
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
