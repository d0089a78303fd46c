import { parseUrl } from '../domain/parse-url.js';
import { EgressError, type EgressRequest, type SafeFetch } from './safe-fetch.js';
import { UrlRejectedError } from './url-guard.js';

export interface PlatformFetchOptions {
  /** For addresses from the configuration. Reaches whatever it is told to. */
  safeFetch: SafeFetch;
  /** For every other address. */
  guardedFetch: SafeFetch;
  /** The base URLs of this platform that an operator has configured. */
  configuredUrls: readonly string[];
  /**
   * Hosts beside those that may see credentials of an account: the platform's own, or `any`, where accounts live on
   * servers that their owners choose.
   */
  credentialHosts: readonly string[] | 'any';
}

const credentialHeaders = new Set(['authorization', 'proxy-authorization', 'cookie']);

/**
 * A connector's only way out. Where a request goes decides how it goes, not who built its address: a configured
 * place is called as it is, and everything else, such as the address for an upload that a platform's answer names,
 * or the server that an account's own document names, passes the guard and gets no credentials of ours.
 */
export function createPlatformFetch(options: PlatformFetchOptions): SafeFetch {
  const { safeFetch, guardedFetch, credentialHosts } = options;
  const configured = options.configuredUrls.map((text) => new URL(text));
  return async (request) => {
    const url = parseUrl(request.url);
    if (url !== null && configured.some((base) => isBelow(base, url))) return safeFetch(request);
    const mayKnow = credentialHosts === 'any' || (url !== null && credentialHosts.includes(url.host));
    if (!mayKnow && hasCredentials(request)) {
      throw new EgressError(
        `${request.method} ${url?.origin ?? 'an address'}: this host is not the platform’s own and gets no credentials`,
        false,
        'refused',
      );
    }
    return guardedFetch(request).catch((error: unknown) => {
      throw error instanceof UrlRejectedError ? asEgressError(request, error) : error;
    });
  };
}

/** `URL` has resolved `..`, so that a path cannot climb out. */
function isBelow(base: URL, url: URL): boolean {
  if (url.origin !== base.origin) return false;
  const folder = base.pathname.replace(/\/+$/, '');
  return url.pathname === folder || url.pathname.startsWith(`${folder}/`);
}

function hasCredentials({ headers = {} }: EgressRequest): boolean {
  return Object.keys(headers).some((name) => credentialHeaders.has(name.toLowerCase()));
}

/** Nothing was sent. That a name has no address may pass; every other refusal stays. */
function asEgressError({ method }: EgressRequest, error: UrlRejectedError): EgressError {
  const reason = error.reason === 'dns_failed' ? 'dns' : 'refused';
  return new EgressError(
    `${method} to an address that is not in our configuration: ${error.message}`,
    false,
    reason,
    {
      cause: error,
    },
  );
}
