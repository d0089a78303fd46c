import { BoundedMap } from '../../../concurrency/bounded-map.js';
import {
  appDocumentBytesMax,
  appDocumentKeptMs,
  appDocumentTimeoutMs,
  appDocumentValuesMax,
  appUrlCharsMax,
  OAuthFault,
} from '../../../domain/apps.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { AppClient } from '../types.js';
import { isObject, readMetadata } from './client-metadata.js';

const documentsMax = 1_000;
/** A cache of the fetched metadata documents, one for each `fetch` function. */
const keptBy = new WeakMap<object, BoundedMap<string, { client: AppClient; untilMs: number }>>();

export const isDocumentUrl = (clientId: string): boolean => clientId.startsWith('https://');

/**
 * Fetches the metadata document whose URL is the client id (draft-ietf-oauth-client-id-metadata-document). Only a person
 * who is signed in can cause it, and only through the guard against private networks.
 */
export async function fetchClient(
  { apps, clock }: Pick<ServiceDeps, 'apps' | 'clock'>,
  clientId: string,
): Promise<AppClient> {
  const { host } = documentUrlOf(clientId);
  const kept = keptBy.get(apps.fetch) ?? new BoundedMap(documentsMax);
  keptBy.set(apps.fetch, kept);
  const nowMs = clock.now().getTime();
  const known = kept.get(clientId);
  if (known !== undefined && known.untilMs > nowMs) return known.client;
  const document = parse(await fetchText(apps.fetch, clientId));
  if (document['client_id'] !== clientId)
    throw new OAuthFault('invalid_client', 'The metadata document of the app names another client id.');
  const method = document['token_endpoint_auth_method'] ?? 'none';
  if (method !== 'none' || 'client_secret' in document)
    throw new OAuthFault(
      'invalid_client',
      'The metadata document of the app must ask for no authentication.',
    );
  const client: AppClient = { id: clientId, host, ...readMetadata(document) };
  kept.set(clientId, { client, untilMs: nowMs + appDocumentKeptMs });
  return client;
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
    // The reason may tell about the network of this installation.
  }
  throw new OAuthFault('invalid_client', 'The metadata document of the app could not be fetched.');
}

function parse(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (isObject(parsed)) return parsed;
  } catch {
    // The error would repeat a part of the document.
  }
  throw new OAuthFault('invalid_client', 'The metadata document of the app is not a JSON object.');
}
