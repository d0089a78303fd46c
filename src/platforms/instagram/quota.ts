import { z } from 'zod';
import { onFailure, PlatformFailed } from '../kit/failure.js';
import type { ChoicesAnswer, PlatformQuota } from '../kit/platform.js';
import { accountPath } from '../kit/meta/session.js';
import { readInstagram, type InstagramSession } from './api.js';

/** One page of the documentation says 50, another 100, so we read the account's own number before each post. */
export const instagramQuotas: readonly PlatformQuota[] = [
  {
    rule: 'posts_per_day',
    max: 50,
    window: 'rolling-day',
    scope: 'account',
    note: 'or 100, if Instagram reports that for the account',
    counts: ({ replyTo }) => replyTo === null,
  },
];

/** A short timeout, because the publishing call reports a used-up quota anyway. */
const quotaTimeoutMs = 5_000;
/**
 * The wait for the quota, at most the whole window. The window is rolling, and Instagram does not say when the quota is
 * free again.
 */
export const quotaWaitMsMax = 60 * 60 * 1000;

const quotaSchema = z.object({
  data: z.tuple(
    [
      z.object({
        quota_usage: z.number(),
        config: z.object({ quota_total: z.number(), quota_duration: z.number() }),
      }),
    ],
    z.unknown(),
  ),
});

interface Quota {
  used: number;
  max: number;
  windowMs: number;
}

async function readQuota(session: InstagramSession): Promise<Quota> {
  const call = {
    path: `${accountPath(session)}/content_publishing_limit`,
    method: 'GET',
    params: { fields: 'quota_usage,config' },
    timeoutMs: quotaTimeoutMs,
  } as const;
  const { data } = await readInstagram(session, call, quotaSchema);
  const { quota_usage: used, config } = data[0];
  return { used, max: config.quota_total, windowMs: config.quota_duration * 1000 };
}

/**
 * Throws if the account cannot publish another post, but not if that is unknown. Called before a container is
 * created, because containers expire while they wait for the quota.
 */
export async function checkQuota(session: InstagramSession): Promise<void> {
  const quota = await onFailure(readQuota(session), (failure) => {
    if (failure.kind === 'rate-limited') throw new PlatformFailed(failure);
    return null;
  });
  if (quota === null || quota.used < quota.max) return;
  const { max, windowMs } = quota;
  throw new PlatformFailed({
    kind: 'rate-limited',
    code: 'PLATFORM_QUOTA_EXCEEDED',
    retryAfterMs: Math.min(windowMs, quotaWaitMsMax),
    message: `The account has used up its ${max} posts in ${windowMs / 1000} seconds.`,
  });
}

/** Reads the daily limit. Instagram has no options to choose from. */
export async function readChoices(session: InstagramSession): Promise<ChoicesAnswer> {
  const quota = await readQuota(session);
  return { kind: 'choices', choices: { options: {}, videoDurationMaxMs: null, quota } };
}
