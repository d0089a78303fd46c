import { z } from 'zod';
import { onFailure, PlatformFailed } from '../kit/failure.js';
import type { PlatformQuota, Publication } from '../kit/platform.js';
import { accountPath, type MetaSession } from '../kit/meta/session.js';
import { readThreads } from './api.js';

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

/** A short timeout, because the publishing call reports a used-up quota anyway. */
const quotaTimeoutMs = 5_000;
/**
 * The wait for the quota, at most the whole window. The window is rolling, and Threads does not say when
 * there is room again.
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
 * Throws if the account cannot publish another post, but not if that is unknown. Called before a container is
 * created, because containers expire while they wait for the quota.
 */
export async function checkQuota(session: MetaSession, { replyTo }: Publication): Promise<void> {
  const call = {
    path: `${accountPath(session)}/threads_publishing_limit`,
    method: 'GET',
    params: { fields: 'quota_usage,config,reply_quota_usage,reply_config' },
    timeoutMs: quotaTimeoutMs,
  } as const;
  const quota = await onFailure(readThreads(session, call, quotaSchema), (failure) => {
    if (failure.kind === 'rate-limited') throw new PlatformFailed(failure);
    return null;
  });
  if (quota === null) return;
  const [limits] = quota.data;
  const used = replyTo === null ? limits?.quota_usage : limits?.reply_quota_usage;
  const bound = replyTo === null ? limits?.config : limits?.reply_config;
  if (used === undefined || bound === undefined || used < bound.quota_total) return;
  const what = replyTo === null ? 'posts' : 'replies';
  throw new PlatformFailed({
    kind: 'rate-limited',
    retryAfterMs: Math.min(bound.quota_duration * 1000, quotaWaitMsMax),
    message: `The account has used up its ${bound.quota_total} ${what} in ${bound.quota_duration} seconds.`,
  });
}
