import { appNameCharsMax, appRedirectUrisMax, appUrlCharsMax, OAuthFault } from '../../../domain/apps.js';
import { isRedirectUri, placeOfRedirectUri } from '../../../urls/redirect-uri.js';

export interface ClientMetadata {
  name: string;
  redirectUris: string[];
}

/** Characters that cannot be seen, or that change the direction of the text around them. */
const invisible = /[\p{C}\p{Z}]+/gu;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads what an app says about itself, in the fields of RFC 7591. Other fields are ignored. */
export function readMetadata(value: unknown): ClientMetadata {
  if (!isObject(value))
    throw new OAuthFault('invalid_client_metadata', 'The metadata must be a JSON object.');
  const redirectUris = redirectUrisOf(value['redirect_uris']);
  refuseOther(value, 'grant_types', 'authorization_code');
  refuseOther(value, 'response_types', 'code');
  const given = value['client_name'];
  const name = typeof given === 'string' ? given.replaceAll(invisible, ' ').trim() : '';
  const [first = ''] = redirectUris;
  return { name: (name === '' ? placeOfRedirectUri(first) : name).slice(0, appNameCharsMax), redirectUris };
}

function redirectUrisOf(given: unknown): string[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > appRedirectUrisMax)
    throw new OAuthFault(
      'invalid_redirect_uri',
      `redirect_uris must have 1 to ${appRedirectUrisMax} entries.`,
    );
  return (given as unknown[]).map((uri) => {
    if (typeof uri === 'string' && isRedirectUri(uri, appUrlCharsMax)) return uri;
    const message = `A redirect URI must be an https URL, an http URL of this device, or have a scheme of the app. It must have no fragment, and at most ${appUrlCharsMax} characters.`;
    throw new OAuthFault('invalid_redirect_uri', message);
  });
}

/** Refuses a list that leaves out the only value that works here. */
function refuseOther(value: Record<string, unknown>, field: string, needed: string): void {
  const given = value[field];
  if (given === undefined || (Array.isArray(given) && given.includes(needed))) return;
  throw new OAuthFault('invalid_client_metadata', `${field} must contain ${needed}.`);
}
