import { timingSafeEqual } from 'node:crypto';
import type { webhooks } from './api-types.js';
import { isSigningSecret, serviceSignature, standardSignature } from './webhook-signatures.js';

/**
 * Any event that the service sends. Its `type` identifies it. A newer service may send other types, so keep a default
 * branch.
 */
export type WebhookEvent = {
  [Type in keyof webhooks]: webhooks[Type]['post']['requestBody']['content']['application/json'];
}[keyof webhooks];

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** The raw request body, before it is parsed. */
  body: string | Uint8Array;
  headers: WebhookHeaders;
  /** The endpoint's signing secret, `whsec_…`. During a rotation, pass both the old and the new secret. */
  secrets: string | readonly string[];
  /**
   * `standard` checks the headers webhook-id, webhook-timestamp and webhook-signature. The signature covers the time of
   * sending, so that a recorded delivery cannot be sent again later. `service` checks X-Service-Signature, which covers
   * only the body.
   */
  scheme?: 'standard' | 'service';
  /**
   * The largest difference, in seconds, between the time of sending and now, in the past or the future. Default: 300.
   */
  toleranceSeconds?: number;
  now?: Date;
}

export type VerificationFailure =
  /** None of the secrets is a signing secret. The setting may be missing, which says nothing about the delivery. */
  | 'malformed_secret'
  | 'missing_header'
  | 'malformed_timestamp'
  | 'too_old'
  | 'in_the_future'
  | 'wrong_signature'
  | 'malformed_body';

export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly reason: VerificationFailure;

  constructor(reason: VerificationFailure) {
    super(
      reason === 'malformed_secret'
        ? 'The webhook cannot be checked: the secret is no signing secret (whsec_…). Is it set?'
        : `The webhook cannot be trusted: ${reason}.`,
    );
    this.reason = reason;
  }
}

const toleranceSecondsDefault = 300;

/** Returns the event if it is signed with one of the secrets. Otherwise throws a WebhookVerificationError. */
export function verifyWebhook(options: VerifyOptions): WebhookEvent {
  const body = typeof options.body === 'string' ? options.body : new TextDecoder().decode(options.body);
  const given = typeof options.secrets === 'string' ? [options.secrets] : options.secrets;
  const secrets = given.filter(isSigningSecret);
  if (secrets.length === 0) throw new WebhookVerificationError('malformed_secret');
  if (options.scheme === 'service') verifyService(body, options.headers, secrets);
  else verifyStandard(body, options, secrets);
  try {
    return JSON.parse(body) as WebhookEvent;
  } catch {
    throw new WebhookVerificationError('malformed_body');
  }
}

function verifyStandard(body: string, options: VerifyOptions, secrets: readonly string[]): void {
  const id = headerOf(options.headers, 'webhook-id');
  const timestamp = headerOf(options.headers, 'webhook-timestamp');
  const given = headerOf(options.headers, 'webhook-signature').split(' ');
  checkTime(timestamp, options);
  const signatures = given.flatMap((part) => (part.startsWith('v1,') ? [part.slice(3)] : []));
  const expected = secrets.map((secret) => standardSignature(secret, { id, timestamp, body }));
  requireMatch(signatures, expected);
}

function verifyService(body: string, headers: WebhookHeaders, secrets: readonly string[]): void {
  const given = headerOf(headers, 'x-service-signature');
  const expected = secrets.map((secret) => serviceSignature(secret, body));
  requireMatch([given.toLowerCase()], expected);
}

function checkTime(
  timestamp: string,
  { toleranceSeconds = toleranceSecondsDefault, now = new Date() }: VerifyOptions,
): void {
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('malformed_timestamp');
  const ageSeconds = Math.floor(now.getTime() / 1000) - Number(timestamp);
  if (ageSeconds > toleranceSeconds) throw new WebhookVerificationError('too_old');
  if (ageSeconds < -toleranceSeconds) throw new WebhookVerificationError('in_the_future');
}

/**
 * Throws unless a given signature equals an expected one. Compares all pairs in constant time, so that the duration
 * reveals nothing.
 */
function requireMatch(given: readonly string[], expected: readonly string[]): void {
  let matches = false;
  for (const signature of given) {
    for (const wanted of expected) if (isEqual(signature, wanted)) matches = true;
  }
  if (!matches) throw new WebhookVerificationError('wrong_signature');
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : plainHeader(headers, name);
  if (value === null || value === '') throw new WebhookVerificationError('missing_header');
  return value;
}

function plainHeader(headers: Exclude<WebhookHeaders, Headers>, name: string): string | null {
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  const value = entry?.[1];
  return typeof value === 'string' ? value : (value?.[0] ?? null);
}
