import { InvalidArgumentError } from 'commander';
import { serviceSignature, standardSignature } from '../../webhook-signatures.js';
import { messageOf } from '../failures.js';
import type { ReceivedEvent } from './desk.js';

/** Less than the ten seconds that Punctual waits, because the way through this command takes time, too. */
const forwardTimeoutMs = 9_000;

export interface Forwarded {
  /** The status of the response. Null if there was none. */
  status: number | null;
  error: string | null;
  durationMs: number;
}

/** Parses the URL to forward to. A number is a port of this machine. */
export function parseForwardUrl(text: string): string {
  const full = /^\d{1,5}$/.test(text) ? `http://127.0.0.1:${text}/` : text;
  const url = URL.canParse(full) ? new URL(full) : null;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  // fetch refuses a URL with a password, in a message that repeats it.
  if (url !== null && isWeb && url.username === '' && url.password === '') return url.href;
  throw new InvalidArgumentError(
    'Write a URL such as http://localhost:4000/hooks without a password, or a port.',
  );
}

/** The headers of a delivery as Punctual sends it, signed with this secret. */
export function signedHeaders(
  { id, body }: ReceivedEvent,
  secret: string,
  nowMs: number,
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standardSignature(secret, { id, timestamp, body })}`,
    'x-service-signature': serviceSignature(secret, body),
  };
}

/** Sends an event to a program on this machine, signed again. Never throws. */
export async function forward(url: string, event: ReceivedEvent, secret: string): Promise<Forwarded> {
  const startMs = performance.now();
  const ended = (status: number | null, error: string | null): Forwarded => ({
    status,
    error,
    durationMs: Math.round(performance.now() - startMs),
  });
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: signedHeaders(event, secret, Date.now()),
      body: event.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(forwardTimeoutMs),
    });
    await response.body?.cancel();
    return ended(response.status, null);
  } catch (error) {
    return ended(null, messageOf(error));
  }
}
