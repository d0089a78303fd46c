import { z } from 'zod';
import type { Clock } from '../../clock.js';
import type { SafeFetch } from '../../egress/safe-fetch.js';
import { isInconclusive, isSuccess, readAnswer, unreadable, type PlatformAnswer } from '../call.js';
import type { PlatformFailure } from '../platform.js';
import { retryAfterMs } from '../../domain/retry-after.js';

export interface XContext {
  safeFetch: SafeFetch;
  clock: Clock;
  /** Of our own registered app. Without a secret we are a public client. */
  clientId: string | null;
  clientSecret: string | null;
}

export const xCredentialsSchema = z.object({
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1),
});
export const createdSchema = z.object({ data: z.object({ id: z.string().regex(/^\d+$/) }) });
const seenTweetSchema = z.object({
  id: z.string(),
  text: z.string(),
  attachments: z.object({ media_keys: z.array(z.string()).optional() }).optional(),
});
export type SeenTweet = z.infer<typeof seenTweetSchema>;
export const timelineSchema = z
  .object({
    /** Left out when the list is empty; then `meta` alone says that it is a list. */
    data: z.array(seenTweetSchema).optional(),
    meta: z.object({ next_token: z.string().optional() }).optional(),
  })
  .refine(({ data, meta }) => data !== undefined || meta !== undefined);
export const tokenSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
});
export const tokenErrorSchema = z.object({ error: z.string(), error_description: z.string().optional() });

const problemSchema = z.object({
  title: z.string().optional(),
  detail: z.string().optional(),
  type: z.string().optional(),
  errors: z.array(z.object({ code: z.number().optional(), message: z.string().optional() })).optional(),
});

/** What an answer that is no success means, whichever call it answered. */
export function xFailure(answer: PlatformAnswer, clock: Clock, isReply = false): PlatformFailure {
  const problem = readAnswer(answer, problemSchema);
  const words = [problem?.detail ?? problem?.title, ...(problem?.errors ?? []).map(({ message }) => message)];
  const message = answer.say(words.filter((word) => word !== undefined).join(' ') || undefined);
  if (isSuccess(answer)) return unreadable(answer);
  if (answer.status === 429) return { kind: 'rate-limited', retryAfterMs: waitMs(answer, clock), message };
  if (answer.status === 401) return { kind: 'auth-expired', message };
  if (isInconclusive(answer)) return { kind: 'ambiguous', message };
  if (answer.status !== 403) return { kind: 'rejected', code: 'PLATFORM_REJECTED', message };
  // Of its refusals X documents the types only; these words were seen in its answers.
  if (/duplicate content/i.test(message)) return { kind: 'rejected', code: 'DUPLICATE_CONTENT', message };
  if (isReply && /reply|replies|conversation/i.test(message)) {
    return { kind: 'rejected', code: 'COMMENTS_DISABLED', message };
  }
  const forbidden = /client-forbidden/.test(problem?.type ?? '') || /not permitted/i.test(message);
  return { kind: 'rejected', code: forbidden ? 'PERMISSION_MISSING' : 'PLATFORM_REJECTED', message };
}

/** With calls left in the window it is a spent budget, of which the window's end says nothing. */
function waitMs(answer: PlatformAnswer, clock: Clock): number | null {
  const callsLeft = Number(answer.headers['x-rate-limit-remaining'] ?? '0');
  return retryAfterMs(answer.headers, clock.now(), callsLeft > 0 ? null : 'x-rate-limit-reset');
}
