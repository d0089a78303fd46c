import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { signatureHeaders } from '../../../src/services/webhooks/internal/sign.js';
import { webhookVectors } from '../testing/vectors.js';
import { verifyWebhook, WebhookVerificationError, type VerifyOptions } from './webhooks.js';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const otherSecret = `whsec_${randomBytes(32).toString('base64')}`;
const eventId = '01JQ4W8Z6M3T5V7X9A1C2E4G6H';
const body = JSON.stringify({ id: eventId, type: 'webhook.test', data: { message: 'grüß dich 👋' } });
const at = new Date('2030-01-31T09:00:00.400Z');
/** Signed by the service's own code. */
const headers = signatureHeaders({ eventId, body, secrets: [secret], at });

function reasonOf(options: Partial<VerifyOptions>): string {
  try {
    verifyWebhook({ body, headers, secrets: secret, now: at, ...options });
    return 'verified';
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.reason;
    throw error;
  }
}

describe.each(['standard', 'service'] as const)('verification with the %s signature', (scheme) => {
  it('returns the event from text, bytes and any form of headers', () => {
    const event = verifyWebhook({ body, headers, secrets: secret, scheme, now: at });
    expect(event.id).toBe(eventId);
    if (event.type === 'webhook.test') expectTypeOf(event.data.message).toEqualTypeOf<string>();
    expect(reasonOf({ scheme, body: new TextEncoder().encode(body) })).toBe('verified');
    expect(reasonOf({ scheme, headers: new Headers(headers) })).toBe('verified');
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
    );
    expect(reasonOf({ scheme, headers: upper })).toBe('verified');
  });
});

it.each(webhookVectors)('verification gives the same result in every language: $name', (vector) => {
  const { nowSeconds, expected, ...options } = vector;
  expect(reasonOf({ ...options, now: new Date(nowSeconds * 1000) })).toBe(expected);
});

describe('the standard headers', () => {
  it('are those that the service sends, also during a rotation', () => {
    const both = signatureHeaders({ eventId, body, secrets: [otherSecret, secret], at });
    for (const secrets of [secret, otherSecret])
      expect(reasonOf({ headers: both, secrets })).toBe('verified');
    expect(reasonOf({ headers: both, secrets: [] })).toBe('malformed_secret');
  });

  it('are refused if one is undefined, and if an empty Headers object is given', () => {
    expect(reasonOf({ headers: { ...headers, 'webhook-id': undefined } })).toBe('missing_header');
    expect(reasonOf({ headers: new Headers() })).toBe('missing_header');
  });

  it('are checked against the clock of this machine if no other time is given', () => {
    const sent = (at: Date) => signatureHeaders({ eventId, body, secrets: [secret], at });
    const anHourAgo = new Date(Date.now() - 3_600_000);
    expect(verifyWebhook({ body, headers: sent(new Date()), secrets: secret }).id).toBe(eventId);
    expect(() => verifyWebhook({ body, headers: sent(anHourAgo), secrets: secret })).toThrow('too_old');
  });

  it('are the same as in the Standard Webhooks library', () => {
    const signature = new Webhook(secret).sign(eventId, at, body);
    expect(reasonOf({ headers: { ...headers, 'webhook-signature': signature } })).toBe('verified');
  });
});
