import type { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import { workerGraceMs } from '../../domain/workflow-contract.js';
import { EgressError, type EgressRequest, type SafeFetch } from '../../egress/safe-fetch.js';
import { PlatformFailed, type PlatformFailure } from './failure.js';
import { cutText } from './text.js';

/**
 * For an exchange of tokens: a worker that shuts down waits for it, with time left to store the result. If new tokens
 * are not stored, the account is lost.
 */
export const tokenExchangeMsMax = workerGraceMs - 5_000;
const messageCharsMax = 500;
/** Shorter values are not secrets, and removing them would garble the platform's words. */
const secretCharsMin = 6;

export interface PlatformAnswer {
  status: number;
  headers: Record<string, string>;
  /** The parsed JSON, or undefined. Untrusted until a schema has parsed it. */
  body: unknown;
  /** Makes the platform's words safe for a row and a log: truncated, and without our tokens. */
  say: (text: string | undefined) => string;
}

/** One request to a platform. Throws the failure that a failed exchange means. */
export async function callPlatform(
  safeFetch: SafeFetch,
  request: EgressRequest,
  secrets: readonly string[],
): Promise<PlatformAnswer> {
  try {
    const { status, headers, body } = await safeFetch(request);
    const say = (text: string | undefined): string => withoutSecrets(text ?? `HTTP ${status}`, secrets);
    return { status, headers, body: parseJson(body), say };
  } catch (error) {
    const failure = exchangeFailure(error, (text) => withoutSecrets(text, secrets));
    throw new PlatformFailed(failure, { cause: error });
  }
}

/** Whether a call failed because the response was larger than the request allows. */
export function isTooLarge(error: unknown): boolean {
  const cause = error instanceof PlatformFailed ? error.cause : undefined;
  return cause instanceof EgressError && cause.reason === 'too-large';
}

/** The failure that a missing response means. Errors that are not about the exchange are rethrown. */
export function exchangeFailure(error: unknown, say: (text: string) => string): PlatformFailure {
  if (!(error instanceof EgressError)) throw error;
  const message = say(error.message);
  // The guard would reject the same URL again.
  if (error.reason === 'refused') return { kind: 'rejected', code: 'PLATFORM_UNAVAILABLE', message };
  return { kind: error.sent ? 'ambiguous' : 'not-sent', message };
}

export function isSuccess(answer: PlatformAnswer): boolean {
  return answer.status >= 200 && answer.status < 300;
}

/** The platform received the request, and its response proves no outcome: 5xx, 408, a redirect. */
export function isInconclusive(answer: PlatformAnswer): boolean {
  return answer.status >= 500 || answer.status === 408 || answer.status < 400;
}

/** A success that we cannot parse. It has probably happened. */
export function unreadable(answer: PlatformAnswer): PlatformFailure {
  return {
    kind: 'ambiguous',
    message: `The platform responded with HTTP ${answer.status} and a body that cannot be read.`,
  };
}

export function readAnswer<T>(answer: PlatformAnswer, schema: z.ZodType<T>): T | null {
  const parsed = schema.safeParse(answer.body);
  return parsed.success ? parsed.data : null;
}

/** The parsed body of a success; null for any other response. */
export function readSuccess<T>(answer: PlatformAnswer, schema: z.ZodType<T>): T | null {
  return isSuccess(answer) ? readAnswer(answer, schema) : null;
}

/** The parsed body of a success. Throws the failure that any other response means. */
export function successOf<T>(
  answer: PlatformAnswer,
  schema: z.ZodType<T>,
  failureOf: (answer: PlatformAnswer) => PlatformFailure,
): T {
  const value = readSuccess(answer, schema);
  if (value === null) throw new PlatformFailed(failureOf(answer));
  return value;
}

export function parseCredentials<T>(schema: z.ZodType<T>, credentials: JsonObject): T {
  const parsed = schema.safeParse(credentials);
  if (parsed.success) return parsed.data;
  const message = 'The stored credentials of this account are incomplete. Reconnect the account.';
  throw new PlatformFailed({ kind: 'rejected', code: 'PLATFORM_AUTH_FAILED', message });
}

export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret.length >= secretCharsMin) clean = clean.replaceAll(secret, '[redacted]');
  }
  return cutText(clean, messageCharsMax);
}

/** Undefined if it is not JSON. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
