import { z } from 'zod';
import type { Clock } from '../../clock.js';
import { retryAfterMs } from '../../domain/retry-after.js';
import { callApi, type ApiCall } from '../kit/api-call.js';
import {
  isInconclusive,
  isSuccess,
  readAnswer,
  successOf,
  unreadable,
  type PlatformAnswer,
} from '../kit/call.js';
import { mediaRejected } from '../kit/media-upload.js';
import type { PlatformFailure, Published } from '../kit/failure.js';
import type { OpenSession, PlatformAccess, TokenPair } from '../kit/session.js';
import type { AppParts } from '../kit/parts.js';

export interface PinterestContext extends AppParts {
  /** The website where people see pins and grant access, without a trailing slash. */
  siteUrl: string;
}

export type PinterestSession = OpenSession<TokenPair, Pick<PinterestContext, 'siteUrl'>>;
export type PinterestAccess = PlatformAccess<TokenPair>;

export const idSchema = z.string().regex(/^\d+$/);

/** Makes a call. Throws the failure unless the response is a success that the schema accepts. */
export async function readPinterest<T>(
  access: PinterestAccess,
  call: ApiCall,
  schema: z.ZodType<T>,
): Promise<T> {
  const answer = await callApi(access, call);
  return successOf(answer, schema, (refusal) => pinterestFailure(refusal, access.clock));
}

export const errorSchema = z.object({ code: z.number().optional(), message: z.string().optional() });

// Pinterest documents only the form of an error. We match messages that we have seen.
/** The message about a blocked link. The status is HTTP 429, as for too many requests, but waiting does not help. */
const spam = /blocked this (link|site|website|pin)|lead to spam/i;
/** The message about a call that the app may not make before Pinterest has reviewed it. */
const unreviewed = /(trial|standard) access/i;
const daily = /\b(daily|per day|24 hours)\b/i;

/** A wait this long exceeds the windows of a second and a minute, so it must be due to the daily limit. */
const dailyWaitMsMin = 60 * 60 * 1000;

/** Converts an error response, of any call, to a failure. */
export function pinterestFailure(answer: PlatformAnswer, clock: Clock): PlatformFailure {
  const message = answer.say(readAnswer(answer, errorSchema)?.message);
  if (isSuccess(answer)) return unreadable(answer);
  if (isInconclusive(answer)) return { kind: 'ambiguous', message };
  if (spam.test(message) || unreviewed.test(message)) {
    return { kind: 'rejected', code: 'POLICY_BLOCKED', message };
  }
  switch (answer.status) {
    case 429: {
      const waitMs = waitMsOf(answer, clock);
      const isDaily = (waitMs ?? 0) >= dailyWaitMsMin || daily.test(message);
      const code = isDaily ? ({ code: 'PLATFORM_QUOTA_EXCEEDED' } as const) : {};
      return { kind: 'rate-limited', retryAfterMs: waitMs, message, ...code };
    }
    case 401:
      return { kind: 'auth-expired', message };
    case 403:
      return { kind: 'rejected', code: 'PERMISSION_MISSING', message };
    default:
      return { kind: 'rejected', code: 'PLATFORM_REJECTED', message };
  }
}

/**
 * Smaller numbers are seconds from now, larger ones a timestamp. Which of them the header contains is not documented.
 */
const unixSecondsMin = 1_000_000_000;

/** The wait that a response asks for. Null if it states none. */
export function waitMsOf({ headers }: Pick<PlatformAnswer, 'headers'>, clock: Clock): number | null {
  const reset = headers['x-ratelimit-reset']?.trim() ?? '';
  const isDelta = /^\d{1,9}$/.test(reset) && Number(reset) < unixSecondsMin;
  const own = isDelta ? Number(reset) * 1000 : null;
  return retryAfterMs(headers, clock.now(), isDelta ? null : 'x-ratelimit-reset') ?? own;
}

const couldNotFetch = /(unable to|could not|failed to) (reach|fetch|download)/i;
const aboutChoice = /\b(board|section)s?\b/i;
const aboutMedia = /\b(media(_source|_id)?|images?|video|cover_image\w*|(max|min)Items)\b/i;
const lostVideo = /\bmedia\b.*\b(not found|does not exist|not ready|expired)\b/i;

/** Like `pinterestFailure`, for the call that creates a pin, which refers to little besides a board and media. */
export function pinFailure(answer: PlatformAnswer, clock: Clock): PlatformFailure {
  const failure = pinterestFailure(answer, clock);
  if (failure.kind !== 'rejected' || failure.code === 'POLICY_BLOCKED') return failure;
  const { message } = failure;
  if (lostVideo.test(message) || couldNotFetch.test(message)) return { kind: 'upload-again', message };
  const isRefusedChoice = answer.status === 403 || /not found|does not exist/i.test(message);
  if (answer.status === 404 || (aboutChoice.test(message) && isRefusedChoice)) {
    return { kind: 'rejected', code: 'CHOICE_NOT_AVAILABLE', message };
  }
  const isMedia = answer.status === 413 || (answer.status !== 403 && aboutMedia.test(message));
  return isMedia ? mediaRejected(message) : failure;
}

export function toPublished({ settings, sandboxUrl }: PinterestSession, id: string): Published {
  const externalUrl = `${sandboxUrl ?? settings.siteUrl}/pin/${id}/`;
  return { externalPostId: id, externalUrl, reference: null };
}
