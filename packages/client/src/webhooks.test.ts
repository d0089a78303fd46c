import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { signatureHeaders } from '../../../src/services/webhooks/internal/sign.js';
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
const secondsLater = (seconds: number): Date => new Date(at.getTime() + seconds * 1000);

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

  it('refuses a changed body, a wrong secret and missing headers', () => {
    expect(reasonOf({ scheme, body: `${body} ` })).toBe('wrong_signature');
    expect(reasonOf({ scheme, secrets: otherSecret })).toBe('wrong_signature');
    expect(reasonOf({ scheme, secrets: [] })).toBe('wrong_signature');
    expect(reasonOf({ scheme, headers: {} })).toBe('missing_header');
    expect(reasonOf({ scheme, headers: new Headers() })).toBe('missing_header');
  });

  it('accepts any of several secrets, as during a rotation', () => {
    expect(reasonOf({ scheme, secrets: [otherSecret, secret] })).toBe('verified');
  });

  it('refuses a signed body that is not JSON', () => {
    const signed = signatureHeaders({ eventId, body: 'no json', secrets: [secret], at });
    expect(reasonOf({ scheme, body: 'no json', headers: signed })).toBe('malformed_body');
  });
});

describe('the standard headers', () => {
  it.each([
    [300, 'verified'],
    [301, 'too_old'],
    [-300, 'verified'],
    [-301, 'in_the_future'],
  ])('are checked against the clock: %i s after sending the result is %s', (seconds, reason) => {
    expect(reasonOf({ now: secondsLater(seconds) })).toBe(reason);
  });

  it('are accepted within another tolerance on request', () => {
    expect(reasonOf({ now: secondsLater(20), toleranceSeconds: 10 })).toBe('too_old');
    expect(reasonOf({ now: secondsLater(20), toleranceSeconds: 20 })).toBe('verified');
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'must all be present, including %s',
    (name) => {
      expect(reasonOf({ headers: { ...headers, [name]: undefined } })).toBe('missing_header');
    },
  );

  it('are covered by the signature, so that a changed id or time is refused', () => {
    const later = String(Math.floor(at.getTime() / 1000) + 1);
    expect(reasonOf({ headers: { ...headers, 'webhook-timestamp': later } })).toBe('wrong_signature');
    expect(reasonOf({ headers: { ...headers, 'webhook-id': 'other' } })).toBe('wrong_signature');
    expect(reasonOf({ headers: { ...headers, 'webhook-timestamp': 'now' } })).toBe('malformed_timestamp');
  });

  it('may contain the signatures of two secrets, and of unknown versions', () => {
    const both = signatureHeaders({ eventId, body, secrets: [otherSecret, secret], at });
    expect(reasonOf({ headers: both })).toBe('verified');
    expect(reasonOf({ headers: both, secrets: otherSecret })).toBe('verified');
    const unknown = { ...headers, 'webhook-signature': `v9,abc ${headers['webhook-signature'] ?? ''}` };
    expect(reasonOf({ headers: unknown })).toBe('verified');
    const service = headers['x-service-signature'] ?? '';
    expect(reasonOf({ headers: { ...headers, 'webhook-signature': service } })).toBe('wrong_signature');
  });

  it('are the same as in the Standard Webhooks library', () => {
    const signature = new Webhook(secret).sign(eventId, at, body);
    expect(reasonOf({ headers: { ...headers, 'webhook-signature': signature } })).toBe('verified');
  });
});
