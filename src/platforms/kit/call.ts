import type { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import { workerGraceMs } from '../../domain/workflow-contract.js';
import { EgressError, type EgressRequest, type SafeFetch } from '../../egress/safe-fetch.js';
import { PlatformFailed, type PlatformFailure } from './failure.js';
import { cutText } from './text.js';

/**
 * The timeout of a token exchange. A worker that shuts down waits for the exchange, with time left to store
 * the result, because the account is lost if new tokens are not stored.
 */
export const tokenExchangeMsMax = workerGraceMs - 5_000;
/** The maximum length of a failure's message. */
export const messageCharsMax = 500;
/**
 * The minimum length of a secret that is removed from messages. Shorter values are not secrets, and removing
 * them would garble the platform's words.
 */
const secretCharsMin = 6;

export interface PlatformAnswer {
  status: number;
  headers: Record<string, string>;
  /** The parsed JSON, or undefined. Untrusted until a schema has parsed it. */
  body: unknown;
  /** Makes the platform's message safe for the database and the log: truncated, and without our tokens. */
  say: (text: string | undefined) => string;
}

/** Sends one request to a platform. Throws a `PlatformFailed` if there is no response. */
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

/**
 * Converts an exception about a missing response to a failure. Exceptions that are not about the exchange are rethrown.
 */
export function exchangeFailure(error: unknown, say: (text: string) => string): PlatformFailure {
  if (!(error instanceof EgressError)) throw error;
  const message = say(error.message);
  // The egress guard would reject the same URL again.
  if (error.reason === 'refused') return { kind: 'rejected', code: 'PLATFORM_UNAVAILABLE', message };
  return { kind: error.sent ? 'ambiguous' : 'not-sent', message };
}

export function isSuccess(answer: PlatformAnswer): boolean {
  return answer.status >= 200 && answer.status < 300;
}

/** Whether the platform received the request, but its response proves no outcome: 5xx, 408, a redirect. */
export function isInconclusive(answer: PlatformAnswer): boolean {
  return answer.status >= 500 || answer.status === 408 || answer.status < 400;
}

/** The failure for a success whose body we cannot parse. The call has probably taken effect. */
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

/** Parses the body of a success. Null for any other response. */
export function readSuccess<T>(answer: PlatformAnswer, schema: z.ZodType<T>): T | null {
  return isSuccess(answer) ? readAnswer(answer, schema) : null;
}

/** Parses the body of a success. Throws the failure of any other response. */
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

/** Parses JSON. Returns undefined if the text is not JSON. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
