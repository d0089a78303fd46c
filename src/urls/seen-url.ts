import { validationFailed, type AppError } from '../domain/errors.js';
import { parseUrl } from './parse-url.js';

export const seenUrlCharsMax = 2_048;

/** The websites on which a person can see an account's posts. */
export interface SeenSite {
  label: string;
  websites: readonly string[];
  /** The sandbox's URL. Set if the account is in the sandbox, which shows the account's posts itself. */
  sandboxUrl?: string;
}

/**
 * Parses the URL under which a person has seen a publication. Dashboards link to it, so only URLs that a browser opens
 * safely are accepted.
 */
export function parseSeenUrl(text: string): URL {
  const url = parseUrl(text.trim());
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url !== null && isWeb && url.username === '' && url.password === '') return url;
  throw refused('url_refused', 'Must be the http or https URL of the post, without a user name or password.');
}

/**
 * Checks that the URL is on the platform's website, because dashboards and webhooks present it as the post's URL there.
 */
export function checkSeenUrl(url: URL, { label, websites, sandboxUrl }: SeenSite): void {
  const isInSandbox = sandboxUrl !== undefined && url.host === new URL(sandboxUrl).host;
  if (isInSandbox || websites.some((domain) => isUnder(url.host, domain))) return;
  throw refused('url_refused', `Must be a URL on the website of ${label}: ${websites.join(', ')}.`);
}

/** Whether a host is the domain itself or a subdomain, such as the one for phones. */
export function isUnder(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

function refused(code: string, message: string): AppError<'VALIDATION_FAILED'> {
  return validationFailed([{ path: 'externalUrl', code, message }]);
}
