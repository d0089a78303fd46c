import type { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import { workerGraceMs } from '../../domain/workflow-contract.js';
import { EgressError, type EgressRequest, type SafeFetch } from '../../egress/safe-fetch.js';
import type { PlatformFailure } from './failure.js';
import { cutText } from './text.js';

/**
 * For an exchange of tokens: a worker that is told to end waits for it, and has time left to store what came. New tokens
 * that nobody stores are an account that is lost.
 */
export const tokenExchangeMsMax = workerGraceMs - 5_000;
const messageCharsMax = 500;
/** Shorter values are no secrets, and cutting them out would garble the platform's words. */
const secretCharsMin = 6;

export interface PlatformAnswer {
  status: number;
  headers: Record<string, string>;
  /** The parsed JSON; undefined if the body is none. Untrusted until a schema has read it. */
  body: unknown;
  /** Makes the platform's words fit for a row and a log: without our tokens, and bounded. */
  say: (text: string | undefined) => string;
}

export type CallResult = { answer: PlatformAnswer } | { failure: PlatformFailure };

/** One request to a platform. A lost or impossible exchange comes back as the failure it means. */
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
    return { failure: exchangeFailure(error, (text) => withoutSecrets(text, secrets)) };
  }
}

/** What it means that an exchange gave no answer. Whatever is no fault of the exchange is thrown on. */
export function exchangeFailure(error: unknown, say: (text: string) => string): PlatformFailure {
  if (!(error instanceof EgressError)) throw error;
  const message = say(error.message);
  // The guard would refuse the same address again.
  if (error.reason === 'refused') return { kind: 'rejected', code: 'PLATFORM_UNAVAILABLE', message };
  return { kind: error.sent ? 'ambiguous' : 'not-sent', message };
}

export function isSuccess(answer: PlatformAnswer): boolean {
  return answer.status >= 200 && answer.status < 300;
}

/** The platform took the request and then said nothing that proves an outcome: 5xx, 408, a redirect. */
export function isInconclusive(answer: PlatformAnswer): boolean {
  return answer.status >= 500 || answer.status === 408 || answer.status < 400;
}

/** A success that we cannot read: what was asked for has probably happened. */
export function unreadable(answer: PlatformAnswer): PlatformFailure {
  return {
    kind: 'ambiguous',
    message: `The platform answered HTTP ${answer.status} with a body that cannot be read.`,
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
    const message = 'The stored credentials of this account are incomplete; connect it again.';
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

/** Undefined where it is no JSON. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
