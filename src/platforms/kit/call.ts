import type { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import { workerGraceMs } from '../../domain/workflow-contract.js';
import { EgressError, type EgressRequest, type SafeFetch } from '../../egress/safe-fetch.js';
import type { PlatformFailure } from './failure.js';
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

export type CallResult =
  | { answer: PlatformAnswer }
  /** `isTooLarge`: the response was larger than the request allows. */
  | { failure: PlatformFailure; isTooLarge?: true };

/** One request to a platform. A failed exchange is returned as the failure that it means. */
export async function callPlatform(
  safeFetch: SafeFetch,
  request: EgressRequest,
  secrets: readonly string[],
): Promise<CallResult> {
  try {
    const response = await safeFetch(request);
    const say = (text: string | undefined): string =>
      withoutSecrets(text ?? `HTTP ${response.status}`, secrets);
    return {
      answer: { status: response.status, headers: response.headers, body: parseJson(response.body), say },
    };
  } catch (error) {
    const failure = exchangeFailure(error, (text) => withoutSecrets(text, secrets));
    const isTooLarge = error instanceof EgressError && error.reason === 'too-large';
    return isTooLarge ? { failure, isTooLarge } : { failure };
  }
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

export type Credentials<T> = { credentials: T; secrets: string[] } | { failure: PlatformFailure };

export function readCredentials<T>(schema: z.ZodType<T>, credentials: JsonObject): Credentials<T> {
  const parsed = schema.safeParse(credentials);
  if (!parsed.success) {
    const message = 'The stored credentials of this account are incomplete. Reconnect the account.';
    return { failure: { kind: 'rejected', code: 'PLATFORM_AUTH_FAILED', message } };
  }
  return {
    credentials: parsed.data,
    secrets: Object.values(credentials).filter((v) => typeof v === 'string'),
  };
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
