import {
  appRequestCharsMax,
  appResourcePaths,
  appResources,
  appStateCharsMax,
  appUrlCharsMax,
  OAuthFault,
  type AppClient,
  type AppResource,
  type OAuthErrorName,
} from '../../../domain/apps.js';
import { scopes as allScopes, type Scope } from '../../../domain/scopes.js';
import {
  isRedirectUri,
  isSameRedirectUri,
  placeOfRedirectUri,
  withParameters,
} from '../../../urls/redirect-uri.js';
import type { ServiceDeps } from '../../shared/context.js';
import { readParameters } from '../read-parameters.js';
import type { AppRequest } from '../types.js';
import { fetchClient, isDocumentUrl } from './client-document.js';
import { readRegistration } from './registration.js';

/** A refused request, with the URL at which the browser reports the error to the app. */
export interface RefusedRequest {
  refusedTo: string;
}

const challengePattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * Reads an authorization request, as the app wrote it into the query. Until the app and the redirect URI are known to
 * be right, an error is thrown for the person; later errors go to the app. So no unknown site gets a redirect.
 */
export async function readRequest(
  deps: Pick<ServiceDeps, 'apps' | 'clock' | 'db'>,
  { query, issuer, userId }: { query: string; issuer: string; userId: string },
): Promise<AppRequest | RefusedRequest> {
  const parameters = parametersOf(query);
  const client = await clientOf(deps, parameters.get('client_id') ?? '', userId);
  const redirectUri = redirectUriOf(client, parameters.get('redirect_uri'));
  const state = parameters.get('state') ?? null;
  try {
    const shown = originOf(client, redirectUri);
    return { client, redirectUri, ...shown, state: stateOf(state), ...askedFor(parameters, issuer) };
  } catch (error) {
    if (!(error instanceof OAuthFault)) throw error;
    return { refusedTo: errorUrl({ redirectUri, state, issuer }, error.error, error.message) };
  }
}

/** The URL that takes an error to the app. */
export function errorUrl(
  { redirectUri, state, issuer }: Pick<AppRequest, 'redirectUri' | 'state'> & { issuer: string },
  error: OAuthErrorName,
  description: string,
): string {
  const told = { error, error_description: description, ...(state !== null && { state }), iss: issuer };
  return withParameters(redirectUri, told);
}

function parametersOf(query: string): ReadonlyMap<string, string> {
  if (query.length > appRequestCharsMax) throw new OAuthFault('invalid_request', 'The request is too long.');
  return readParameters(query);
}

function clientOf(
  deps: Pick<ServiceDeps, 'apps' | 'clock' | 'db'>,
  clientId: string,
  userId: string,
): Promise<AppClient> {
  return isDocumentUrl(clientId) ? fetchClient(deps, clientId) : readRegistration(deps, clientId, userId);
}

function redirectUriOf({ redirectUris }: AppClient, given: string | undefined): string {
  const uri = given ?? (redirectUris.length === 1 ? redirectUris[0] : undefined);
  if (uri === undefined) throw new OAuthFault('invalid_request', 'The request has no redirect_uri.');
  const isRight =
    isRedirectUri(uri, appUrlCharsMax) && redirectUris.some((one) => isSameRedirectUri(one, uri));
  if (isRight) return uri;
  throw new OAuthFault('invalid_redirect_uri', 'The redirect_uri is not one of the app.');
}

/**
 * The place that an app comes from. A metadata document proves the place only if the code goes to a website: any
 * program on the person's device can wait for a code there, and use the client id of another app.
 */
function originOf({ host }: AppClient, redirectUri: string): Pick<AppRequest, 'place' | 'isVerified'> {
  const isWebsite = new URL(redirectUri).protocol === 'https:';
  return { place: host ?? placeOfRedirectUri(redirectUri), isVerified: host !== null && isWebsite };
}

function stateOf(state: string | null): string | null {
  if ((state ?? '').length <= appStateCharsMax) return state;
  throw new OAuthFault('invalid_request', `state has more than ${appStateCharsMax} characters.`);
}

function askedFor(
  parameters: ReadonlyMap<string, string>,
  issuer: string,
): Pick<AppRequest, 'codeChallenge' | 'resource' | 'scopes'> {
  if (parameters.get('response_type') !== 'code')
    throw new OAuthFault('unsupported_response_type', 'response_type must be code.');
  if ((parameters.get('response_mode') ?? 'query') !== 'query')
    throw new OAuthFault('invalid_request', 'response_mode must be query.');
  if (parameters.has('request') || parameters.has('request_uri'))
    throw new OAuthFault('invalid_request', 'Send the parameters themselves, without a request object.');
  // Each authorization asks the person, so none can be given without a page.
  if (parameters.get('prompt') === 'none')
    throw new OAuthFault('access_denied', 'A person has to allow the access.');
  const codeChallenge = parameters.get('code_challenge') ?? '';
  if (parameters.get('code_challenge_method') !== 'S256' || !challengePattern.test(codeChallenge))
    throw new OAuthFault('invalid_request', 'PKCE with code_challenge_method S256 is required.');
  return {
    codeChallenge,
    resource: resourceOf(parameters.get('resource'), issuer) ?? 'api',
    scopes: scopesOf(parameters.get('scope')),
  };
}

/** Reads the `resource` of RFC 8707. Undefined if there is none. */
export function resourceOf(given: string | undefined, issuer: string): AppResource | undefined {
  if (given === undefined) return undefined;
  const named = given.endsWith('/') ? given.slice(0, -1) : given;
  const found = appResources.find((resource) => named === issuer + appResourcePaths[resource]);
  if (found !== undefined) return found;
  throw new OAuthFault('invalid_target', 'resource must be the URL of the API or of the MCP endpoint.');
}

function scopesOf(given: string | undefined): readonly Scope[] {
  const asked = (given ?? '').split(' ').filter((scope) => scope !== '');
  if (asked.length === 0) return allScopes;
  const known = allScopes.filter((scope) => asked.includes(scope));
  if (known.length === new Set(asked).size) return known;
  throw new OAuthFault('invalid_scope', `The scopes are ${allScopes.join(', ')}.`);
}
