import { isTokenFormat, mintToken } from '../shared/secrets/token.js';

/**
 * These prefixes distinguish the tokens of apps from other credentials, for people, secret scanners and the API itself.
 */
const accessPrefix = 'punctual_oat_';
const refreshPrefix = 'punctual_ort_';
const familyCharsCount = 43;

export const mintAccessToken = (): string => accessPrefix + mintToken();

export function isAccessTokenFormat(token: string): boolean {
  return token.startsWith(accessPrefix) && isTokenFormat(token.slice(accessPrefix.length));
}

/** Whether a text is meant as a token of an app, so that a message about it does not mention a key. */
export const isMeantAsToken = (text: string): boolean =>
  text.startsWith(accessPrefix) || text.startsWith(refreshPrefix);

/** Creates a refresh token. All refresh tokens of a grant begin with the same secret, its family. */
export const mintRefreshToken = (family: string): string => refreshPrefix + family + mintToken();

/** The family of a refresh token. Null if the text is not a refresh token. */
export function familyOf(token: string): string | null {
  if (!token.startsWith(refreshPrefix)) return null;
  const body = token.slice(refreshPrefix.length);
  const family = body.slice(0, familyCharsCount);
  return isTokenFormat(family) && isTokenFormat(body.slice(familyCharsCount)) ? family : null;
}
