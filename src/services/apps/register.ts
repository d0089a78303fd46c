import { appRegistrationCharsMax, OAuthFault } from '../../domain/apps.js';
import type { ServiceDeps } from '../shared/context.js';
import { readMetadata, type ClientMetadata } from './internal/client-metadata.js';
import { clientIdOf } from './internal/registration.js';

/** Registers an app that cannot publish a metadata document (RFC 7591). It gets no secret, whatever it asks for. */
export function registerApp(
  deps: Pick<ServiceDeps, 'apps' | 'clock'>,
  sent: unknown,
): ClientMetadata & { clientId: string; issuedAt: Date } {
  const metadata = readMetadata(sent);
  const chars = metadata.redirectUris.join('').length;
  if (chars > appRegistrationCharsMax)
    throw new OAuthFault(
      'invalid_redirect_uri',
      `All redirect URIs together must have at most ${appRegistrationCharsMax} characters.`,
    );
  return { ...metadata, clientId: clientIdOf(deps, metadata), issuedAt: deps.clock.now() };
}
