import {
  appDocumentBytesMax,
  appDocumentTimeoutMs,
  appDocumentValuesMax,
  appUrlCharsMax,
  OAuthFault,
  type AppClient,
} from '../../../domain/apps.js';
import type { ServiceDeps } from '../../shared/context.js';
import { isObject, readMetadata, type ClientMetadata } from './client-metadata.js';

export const isDocumentUrl = (clientId: string): boolean => clientId.startsWith('https://');

/**
 * Fetches the metadata document whose URL is the client id (draft-ietf-oauth-client-id-metadata-document). Only a person
 * who is signed in can cause it, and only through the guard against private networks.
 */
export async function fetchClient({ apps }: Pick<ServiceDeps, 'apps'>, clientId: string): Promise<AppClient> {
  const { host } = documentUrlOf(clientId);
  const { value } = await apps.clients.read(clientId, async () => {
    const document = parse(await fetchText(apps.fetch, clientId));
    return { id: clientId, host, ...metadataOf(document, clientId) };
  });
  return value;
}

function metadataOf(document: Record<string, unknown>, clientId: string): ClientMetadata {
  if (document['client_id'] !== clientId)
    throw new OAuthFault('invalid_client', 'The metadata document of the app names another client id.');
  const method = document['token_endpoint_auth_method'] ?? 'none';
  if (method !== 'none' || 'client_secret' in document)
    throw new OAuthFault(
      'invalid_client',
      'The metadata document of the app must ask for no authentication.',
    );
  return readMetadata(document);
}

/** Parses a client id. It must be written as a URL parser writes it, so that equal ids are equal texts. */
function documentUrlOf(clientId: string): URL {
  const url = clientId.length <= appUrlCharsMax && URL.canParse(clientId) ? new URL(clientId) : null;
  const isPlain =
    url !== null &&
    url.href === clientId &&
    url.pathname !== '/' &&
    url.username === '' &&
    url.password === '';
  if (!isPlain || clientId.includes('#'))
    throw new OAuthFault(
      'invalid_client',
      'A client id that is a URL must have a path, and neither a fragment nor credentials.',
    );
  return url;
}

async function fetchText(guardedFetch: ServiceDeps['apps']['fetch'], url: string): Promise<string> {
  try {
    const response = await guardedFetch({
      url,
      method: 'GET',
      headers: { accept: 'application/json' },
      timeoutMs: appDocumentTimeoutMs,
      responseBytesMax: appDocumentBytesMax,
      responseValuesMax: appDocumentValuesMax,
    });
    if (response.status === 200) return response.body;
  } catch {
    // The error may reveal details about the network of this installation.
  }
  throw new OAuthFault('invalid_client', 'The metadata document of the app could not be fetched.');
}

function parse(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (isObject(parsed)) return parsed;
  } catch {
    // The error's message would repeat a part of the document.
  }
  throw new OAuthFault('invalid_client', 'The metadata document of the app is not a JSON object.');
}
