import { createHmac } from 'node:crypto';
import { webhookSecretPrefix } from '../../../domain/webhooks.js';

export interface SignedMessage {
  eventId: string;
  body: string;
  /** The current secret first, then the previous one during a rotation. */
  secrets: readonly string[];
  at: Date;
}

/**
 * The signature headers of both schemes. Their keys differ: X-Service-Signature uses the secret as it is shown, in
 * UTF-8; Standard Webhooks uses the 32 bytes that follow `whsec_` in base64.
 */
export function signatureHeaders({ eventId, body, secrets, at }: SignedMessage): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const [current = ''] = secrets;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(webhookSecretPrefix.length), 'base64');
    const signed = `${eventId}.${timestamp}.${body}`;
    return `v1,${createHmac('sha256', key).update(signed, 'utf8').digest('base64')}`;
  });
  return {
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
    'x-service-signature': createHmac('sha256', current).update(body, 'utf8').digest('hex'),
  };
}
