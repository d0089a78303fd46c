import { validationFailed, type AppError } from '../domain/errors.js';
import { parseUrl } from './parse-url.js';

export const seenUrlCharsMax = 2_048;

/** Where a person can see what an account publishes. */
export interface SeenSite {
  label: string;
  websites: readonly string[];
  /** Set for an account in the sandbox, which shows its posts itself. */
  sandboxUrl?: string;
}

/** The URL under which a person has seen a publication. Dashboards link it, so only what a browser opens safely is taken. */
export function parseSeenUrl(text: string): URL {
  const url = parseUrl(text.trim());
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url !== null && isWeb && url.username === '' && url.password === '') return url;
  throw refused('url_refused', 'Must be the http or https URL of the post, without a user name or password.');
}

/** Dashboards and webhooks call the URL one on the platform, so it must be on the platform's website. */
export function checkSeenUrl(url: URL, { label, websites, sandboxUrl }: SeenSite): void {
  const isInSandbox = sandboxUrl !== undefined && url.host === new URL(sandboxUrl).host;
  if (isInSandbox || websites.some((domain) => isUnder(url.host, domain))) return;
  throw refused('url_refused', `Must be a URL on the website of ${label}: ${websites.join(', ')}.`);
}

/** The domain itself or a host under it, such as that for phones. */
export function isUnder(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

function refused(code: string, message: string): AppError<'VALIDATION_FAILED'> {
  return validationFailed([{ path: 'externalUrl', code, message }]);
}
