import { isTokenFormat, mintToken } from '../shared/secrets/token.js';

/** Distinguishes a client's token from an API key, for people, for secret scanners, and for the API itself. */
const prefix = 'punctual_client_';

export const mintClientToken = (): string => prefix + mintToken();

export function isClientTokenFormat(token: string): boolean {
  return token.startsWith(prefix) && isTokenFormat(token.slice(prefix.length));
}
