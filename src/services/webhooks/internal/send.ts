import { performance } from 'node:perf_hooks';
import { retryAfterMs } from '../../../domain/retry-after.js';
import {
  webhookResponseBytesMax,
  webhookResponseKeptBytesMax,
  webhookTimeoutMs,
  type WebhookAttemptOutcome,
} from '../../../domain/webhooks.js';
import type { EgressError, EgressResponse } from '../../../egress/safe-fetch.js';
import type { UrlRejectedError } from '../../../egress/url-guard.js';
import type { ServiceDeps } from '../../shared/context.js';
import { signatureHeaders } from './sign.js';

const userAgent = 'Punctual-Webhooks/1';

export interface WebhookMessage {
  url: string;
  eventId: string;
  body: string;
  secrets: readonly string[];
}

/** The result of one request. `error` is a fixed text, and `responseText` comes from the receiver. */
export interface SendResult {
  outcome: WebhookAttemptOutcome;
  durationMs: number;
  statusCode: number | null;
  error: string | null;
  responseText: string | null;
  retryAfterMs: number | null;
}

/** Signs and sends one request. Returns a result even if the request fails. Throws if the caller's signal aborts it. */
export async function sendWebhook(
  deps: Pick<ServiceDeps, 'webhooks' | 'clock'>,
  { url, eventId, body, secrets }: WebhookMessage,
  signal: AbortSignal | undefined,
): Promise<SendResult> {
  const at = deps.clock.now();
  const startMs = performance.now();
  const timed = (result: Omit<SendResult, 'durationMs'>): SendResult => ({
    ...result,
    durationMs: Math.round(performance.now() - startMs),
  });
  try {
    const response = await deps.webhooks.fetch({
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': userAgent,
        ...signatureHeaders({ eventId, body, secrets, at }),
      },
      body: Buffer.from(body, 'utf8'),
      timeoutMs: webhookTimeoutMs,
      responseBytesMax: webhookResponseBytesMax,
      // The response is not parsed, so only its size in bytes is limited.
      responseValuesMax: webhookResponseBytesMax + 1,
      ...(signal === undefined ? {} : { signal }),
    });
    return timed(resultOf(response, at));
  } catch (thrown) {
    if (signal?.aborted === true) throw thrown;
    return timed(failureOf(thrown));
  }
}

function resultOf({ status, headers, body }: EgressResponse, at: Date): Omit<SendResult, 'durationMs'> {
  const response = { statusCode: status, responseText: beginningOf(body) };
  if (status >= 200 && status < 300) {
    return { ...response, outcome: 'DELIVERED', error: null, retryAfterMs: null };
  }
  const error =
    status < 400
      ? 'The server responded with a redirect. Redirects are not followed.'
      : `The server responded with ${status}.`;
  return { ...response, outcome: 'FAILED', error, retryAfterMs: retryAfterMs(headers, at) };
}

const errorTexts: Record<EgressError['reason'], string> = {
  dns: 'The host name could not be resolved.',
  connect: 'No connection could be made.',
  tls: 'No trusted TLS connection could be made.',
  timeout: `No complete response within ${webhookTimeoutMs / 1000} seconds.`,
  reset: 'The connection was closed before the response was complete.',
  'too-large': `The response was longer than ${webhookResponseBytesMax / 1024} KiB.`,
  'too-late': 'The request could not be sent in time.',
  encoded: 'The response was compressed, although that was not requested.',
  aborted: 'The request was aborted.',
  refused: 'The host name leads to an IP address that is not allowed.',
  other: 'The request could not be sent.',
};

function failureOf(thrown: unknown): Omit<SendResult, 'durationMs'> {
  const noResponse = { statusCode: null, responseText: null, retryAfterMs: null };
  if (isNamed<UrlRejectedError>(thrown, 'UrlRejectedError')) {
    return {
      ...noResponse,
      outcome: 'REFUSED',
      error: `The URL was refused (${thrown.reason}). ${thrown.message}`,
    };
  }
  if (!isNamed<EgressError>(thrown, 'EgressError')) throw thrown;
  return { ...noResponse, outcome: 'FAILED', error: errorTexts[thrown.reason] };
}

/** Compares the error's name, because services may only import types from src/egress, not classes. */
function isNamed<E extends Error>(thrown: unknown, name: E['name']): thrown is E {
  return thrown instanceof Error && thrown.name === name;
}

/** The beginning of a response, as text that Postgres can store. */
function beginningOf(body: string): string | null {
  const text = Buffer.from(body, 'utf8').subarray(0, webhookResponseKeptBytesMax).toString('utf8');
  return text === '' ? null : text.replaceAll('\u0000', '');
}
