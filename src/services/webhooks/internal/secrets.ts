import { randomBytes } from 'node:crypto';
import { webhookSecretBytes, webhookSecretPrefix } from '../../../domain/webhooks.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { EndpointRow } from '../records.js';

type SecretColumn = 'secret' | 'previous_secret';

export function newSecret(): string {
  return `${webhookSecretPrefix}${randomBytes(webhookSecretBytes).toString('base64')}`;
}

export function sealSecret(
  { vault }: Pick<ServiceDeps, 'vault'>,
  endpointId: string,
  secret: string,
  column: SecretColumn = 'secret',
): string {
  return vault.seal(secret, { table: 'webhook_endpoints', column, rowId: endpointId });
}

/** The secrets in use, the current one first. Empty if the endpoint was removed. */
export function openSecrets(
  { vault }: Pick<ServiceDeps, 'vault'>,
  endpoint: EndpointRow,
  now: Date,
): string[] {
  const open = (sealed: string, column: SecretColumn): string =>
    vault.open(sealed, { table: 'webhook_endpoints', column, rowId: endpoint.id });
  const { secret, previousSecret, previousSecretExpiresAt } = endpoint;
  if (secret === null) return [];
  const previousHolds =
    previousSecret !== null && previousSecretExpiresAt !== null && previousSecretExpiresAt > now;
  return [open(secret, 'secret'), ...(previousHolds ? [open(previousSecret, 'previous_secret')] : [])];
}
