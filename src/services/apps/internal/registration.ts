import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { apiKeys, appGrants } from '../../../db/schema/index.js';
import { appRegistrationMs, OAuthFault, type AppClient } from '../../../domain/apps.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { ClientMetadata } from './client-metadata.js';

const prefix = 'app_';

type RegistrationDeps = Pick<ServiceDeps, 'apps' | 'clock'>;

const macOf = (key: Buffer, body: string): string =>
  createHmac('sha256', key).update(body).digest('base64url');

/**
 * Makes the client id of a registration. The id contains the whole registration and our signature, so registrations need
 * no rows, and a flood of them does not push out others.
 */
export function clientIdOf(
  { apps, clock }: RegistrationDeps,
  { name, redirectUris }: ClientMetadata,
): string {
  const content = JSON.stringify([clock.now().getTime(), name, ...redirectUris]);
  const body = Buffer.from(content).toString('base64url');
  return `${prefix}${body}.${macOf(apps.registrationKeys[0], body)}`;
}

/** Reads a registered client back. An old registration works only for a person who has used it before. */
export async function readRegistration(
  deps: RegistrationDeps & Pick<ServiceDeps, 'db'>,
  clientId: string,
  userId: string,
): Promise<AppClient> {
  const [body = '', mac = '', ...more] = clientId.slice(prefix.length).split('.');
  const isOurs = deps.apps.registrationKeys.some((key) => isEqual(mac, macOf(key, body)));
  if (!clientId.startsWith(prefix) || more.length > 0 || !isOurs) throw unknownClient();
  const content = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as [
    number,
    string,
    ...string[],
  ];
  const [registeredMs, name, ...redirectUris] = content;
  const isOld = registeredMs + appRegistrationMs <= deps.clock.now().getTime();
  if (isOld && !(await isUsed(deps, clientId, userId))) throw unknownClient();
  return { id: clientId, name, redirectUris, host: null };
}

const unknownClient = (): OAuthFault =>
  new OAuthFault('invalid_client', 'The app is not registered here, or its registration has expired.');

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

async function isUsed({ db }: Pick<ServiceDeps, 'db'>, clientId: string, userId: string): Promise<boolean> {
  const used = await db
    .select({ id: appGrants.apiKeyId })
    .from(apiKeys)
    .innerJoin(appGrants, eq(appGrants.apiKeyId, apiKeys.id))
    .where(and(eq(apiKeys.userId, userId), eq(appGrants.clientId, clientId)))
    .limit(1);
  return used.length > 0;
}
