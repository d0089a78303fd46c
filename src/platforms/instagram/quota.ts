import { z } from 'zod';
import { isSuccess, readAnswer, unreadable } from '../kit/call.js';
import { graphFailure } from '../kit/meta/graph-api.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { ChoicesAnswer, PlatformQuota } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { accountPath, callInstagram, type InstagramContext } from './api.js';

/** One page says 50, another 100, so we read the account's own number before each post. */
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

/** Only a short wait: the publishing call reports a used-up quota anyway. */
const quotaTimeoutMs = 5_000;
/**
 * The window is rolling, and Instagram does not say when there is room. Try again in an hour, or after the whole
 * window.
 */
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
 * Null if the account can publish one more, or if that is unknown. Checked before a container is created, because
 * containers expire while they wait for the quota.
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

/** There is nothing to choose, only the daily limit. */
export async function readChoices(
  context: InstagramContext,
  session: PlatformSession,
): Promise<ChoicesAnswer> {
  const read = await readQuota(context, session);
  if ('failure' in read) return read.failure;
  return { kind: 'choices', choices: { options: {}, videoDurationMaxMs: null, quota: read.quota } };
}
