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
import type { PlatformFailure } from '../kit/failure.js';
import type { OpenSession, PlatformAccess, TokenPair } from '../kit/session.js';
import type { AppParts } from '../kit/parts.js';

/** Without a secret, our app is a public client. */
export interface XContext extends AppParts {
  /** The website where people grant access. */
  siteUrl: string;
}

export type XSession = OpenSession<TokenPair, Pick<XContext, 'siteUrl'>>;
export type XAccess = PlatformAccess<TokenPair>;

/** The response to the call that creates a post, or another version of one. */
export const createdSchema = z.object({ data: z.object({ id: z.string().regex(/^\d+$/) }) });

/** Makes a call. Throws the failure unless the response is a success that the schema accepts. */
export async function readX<T>(access: XAccess, call: ApiCall, schema: z.ZodType<T>): Promise<T> {
  const answer = await callApi(access, call);
  return successOf(answer, schema, (refusal) => xFailure(refusal, access.clock));
}

/** The wait if credits or a cap are used up. A person must buy credits, and X does not say when a cap ends. */
const quotaRetryAfterMs = 30 * 60 * 1000;
const duplicateStatusCode = 187;

const problemSchema = z.object({
  title: z.string().optional(),
  detail: z.string().optional(),
  type: z.string().optional(),
  errors: z.array(z.object({ code: z.number().optional(), message: z.string().optional() })).optional(),
});
type Problem = z.infer<typeof problemSchema> | null;

/** Converts an error response, of any call, to a failure. */
export function xFailure(answer: PlatformAnswer, clock: Clock): PlatformFailure {
  const problem = readAnswer(answer, problemSchema);
  const message = wordsOf(answer, problem);
  if (isSuccess(answer)) return unreadable(answer);
  if (answer.status === 429 || answer.status === 402) return limitFailure(answer, problem, clock);
  if (answer.status === 401) return { kind: 'auth-expired', message };
  if (isInconclusive(answer)) return { kind: 'ambiguous', message };
  // X documents only the types of its errors. We match messages that we have seen, here and below.
  if (/video longer than/i.test(message)) return { kind: 'rejected', code: 'MEDIA_REJECTED', message };
  if (answer.status !== 403) return { kind: 'rejected', code: 'PLATFORM_REJECTED', message };
  // "You are not permitted to perform this action" alone also means a text or media that the account may not post.
  const forbidden = /client-forbidden|oauth1-permissions/.test(problem?.type ?? '');
  return { kind: 'rejected', code: forbidden ? 'PERMISSION_MISSING' : 'PLATFORM_REJECTED', message };
}

/** X's rule about replies, which it states for all self-serve apps, without an exception for one's own posts. */
export const summonsRule =
  'X lets self-serve apps reply only to authors who have mentioned or quoted the account, and names no exception for its own posts.';
const unsummoned = /mentioned or otherwise engaged/i;

/** The end of quotes by self-serve apps: X's changelog, April 2026. */
export const quotesRule =
  'X removed quotes for self-serve apps in April 2026, so only apps of its enterprise customers can publish them.';

/** The parts of a new post that decide what a refusal means. */
export interface TweetForm {
  /** Whether it is a first comment, or a reply from the inbox. */
  isComment: boolean;
  /** Whether it replies to a post at all. */
  isReply: boolean;
  isQuote: boolean;
}

/** Like `xFailure`, for the call that creates a post. */
export function xCreateFailure(answer: PlatformAnswer, clock: Clock, form: TweetForm): PlatformFailure {
  const failure = xFailure(answer, clock);
  if (failure.kind !== 'rejected') return failure;
  const { message } = failure;
  const errors = readAnswer(answer, problemSchema)?.errors ?? [];
  const isDuplicate =
    errors.some(({ code }) => code === duplicateStatusCode) ||
    /duplicate content|status is a duplicate/i.test(message);
  if (isDuplicate) return { kind: 'duplicate', message };
  const code = form.isComment ? 'COMMENTS_DISABLED' : 'PLATFORM_REJECTED';
  if (form.isReply && unsummoned.test(message)) {
    return { kind: 'rejected', code, message: `${message} ${summonsRule}` };
  }
  if (answer.status !== 403) return failure;
  if (form.isComment && /reply|replies|conversation/i.test(message))
    return { kind: 'rejected', code, message };
  // X does not document its words for this refusal.
  return form.isQuote ? { ...failure, message: `${message} ${quotesRule}` } : failure;
}

function wordsOf(answer: PlatformAnswer, problem: Problem): string {
  const words = [problem?.detail ?? problem?.title, ...(problem?.errors ?? []).map(({ message }) => message)];
  return answer.say(words.filter((word) => word !== undefined).join(' ') || undefined);
}

/**
 * The failure for a limit. The headers say when a used-up window ends. If none is used up, the limit is the
 * app's credits (402) or a usage cap, whose end the headers do not state.
 */
function limitFailure(answer: PlatformAnswer, problem: Problem, clock: Clock): PlatformFailure {
  const message = wordsOf(answer, problem);
  const waitMs = windowWaitMs(answer, clock);
  const isCapped = answer.status === 402 || /usage-capped/.test(problem?.type ?? '');
  const hasCallsLeft = Number(answer.headers['x-rate-limit-remaining'] ?? '0') > 0;
  if (!isCapped && (waitMs !== null || !hasCallsLeft)) {
    return { kind: 'rate-limited', retryAfterMs: waitMs, message };
  }
  const statedMs = retryAfterMs(answer.headers, clock.now());
  return {
    kind: 'rate-limited',
    retryAfterMs: statedMs ?? quotaRetryAfterMs,
    code: 'PLATFORM_QUOTA_EXCEEDED',
    message,
  };
}

/**
 * The prefixes of the headers for this call's window of 15 minutes, and for those of 24 hours for the user
 * and for the app.
 */
const windows = ['x-rate-limit', 'x-user-limit-24hour', 'x-app-limit-24hour'];

/** The time until the last used-up window ends. Null if X states none. */
function windowWaitMs({ headers }: PlatformAnswer, clock: Clock): number | null {
  const spent = windows.filter((name) => Number(headers[`${name}-remaining`] ?? '0') <= 0);
  // A standard Retry-After, if there is one, takes precedence over each of these headers.
  const waits = [null, ...spent.map((name) => `${name}-reset`)].map((resetHeader) =>
    retryAfterMs(headers, clock.now(), resetHeader),
  );
  const known = waits.filter((wait) => wait !== null);
  return known.length === 0 ? null : Math.max(...known);
}
