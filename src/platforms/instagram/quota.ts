import { z } from 'zod';
import { isSuccess, readAnswer, unreadable } from '../kit/call.js';
import { graphFailure } from '../kit/graph-api.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { ChoicesAnswer, PlatformQuota } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { accountPath, callInstagram, type InstagramContext } from './api.js';

/** One page says 50, another 100, and the account's own number is asked for before each post. */
export const instagramQuotas: readonly PlatformQuota[] = [
  {
    rule: 'posts_per_day',
    max: 50,
    window: 'rolling-day',
    scope: 'account',
    counts: ({ replyTo }) => replyTo === null,
  },
];

/** To know the quota is worth a moment; the publishing call will tell it in any case. */
const quotaTimeoutMs = 5_000;
/** The window rolls, and when a place falls free is not told: ask again in an hour, or when the whole window has passed. */
export const quotaWaitMsMax = 60 * 60 * 1000;

const quotaSchema = z.object({
  data: z
    .array(
      z.object({
        quota_usage: z.number(),
        config: z.object({ quota_total: z.number(), quota_duration: z.number() }),
      }),
    )
    .min(1),
});

interface Quota {
  used: number;
  max: number;
  windowMs: number;
}

async function readQuota(
  context: InstagramContext,
  session: PlatformSession,
): Promise<{ quota: Quota } | { failure: PlatformFailure }> {
  const result = await callInstagram(context, session, {
    path: `${accountPath(session)}/content_publishing_limit`,
    method: 'GET',
    params: { fields: 'quota_usage,config' },
    timeoutMs: quotaTimeoutMs,
  });
  if ('failure' in result) return result;
  if (!isSuccess(result.answer)) return { failure: graphFailure(result.answer, context.clock) };
  const [quota] = readAnswer(result.answer, quotaSchema)?.data ?? [];
  if (quota === undefined) return { failure: unreadable(result.answer) };
  const { quota_usage: used, config } = quota;
  return { quota: { used, max: config.quota_total, windowMs: config.quota_duration * 1000 } };
}

/**
 * Null where the account may publish one more, or it cannot be told. Asked before a container is made: a place in the
 * quota is what a container would wait for, and containers expire.
 */
export async function checkQuota(
  context: InstagramContext,
  session: PlatformSession,
): Promise<PlatformFailure | null> {
  const read = await readQuota(context, session);
  if ('failure' in read) return read.failure.kind === 'rate-limited' ? read.failure : null;
  const { used, max, windowMs } = read.quota;
  if (used < max) return null;
  return {
    kind: 'rate-limited',
    code: 'PLATFORM_QUOTA_EXCEEDED',
    retryAfterMs: Math.min(windowMs, quotaWaitMsMax),
    message: `The account has used up its ${max} posts in ${windowMs / 1000} seconds.`,
  };
}

/** There is nothing to pick, and a day's number to know. */
export async function readChoices(
  context: InstagramContext,
  session: PlatformSession,
): Promise<ChoicesAnswer> {
  const read = await readQuota(context, session);
  if ('failure' in read) return read.failure;
  return { kind: 'choices', choices: { options: {}, videoDurationMaxMs: null, quota: read.quota } };
}
