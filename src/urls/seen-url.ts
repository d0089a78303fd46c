import { validationFailed } from '../domain/errors.js';
import { parseUrl } from './parse-url.js';

export const seenUrlCharsMax = 2_048;

/** The URL under which a person has seen a publication. Dashboards link it, so only what a browser opens safely is taken. */
export function parseSeenUrl(text: string): URL {
  const url = parseUrl(text.trim());
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url !== null && isWeb && url.username === '' && url.password === '') return url;
  const message = 'Must be the http or https URL of the post, without a user name or password.';
  throw validationFailed([{ path: 'externalUrl', code: 'url_refused', message }]);
}
