import { parseUrl } from '../urls/parse-url.js';
import { EgressError, type EgressRequest, type SafeFetch } from './safe-fetch.js';
import { UrlRejectedError } from './url-guard.js';

export interface PlatformFetchOptions {
  /** The fetch for configured URLs, which does not check them. */
  safeFetch: SafeFetch;
  /** The fetch for all other URLs. */
  guardedFetch: SafeFetch;
  /** The base URLs of this platform that an operator has configured. */
  configuredUrls: readonly string[];
  /**
   * Further hosts that may see an account's credentials: the platform's own, or `any`, if accounts live on
   * servers that their owners choose.
   */
  credentialHosts: readonly string[] | 'any';
}

/**
 * The response limit for a server that no operator has chosen, if a call sets none. The longest such response is a
 * single post with all its fields.
 */
export const foreignAnswerBytesMax = 256 * 1024;
export const foreignAnswerValuesMax = 2_000;

const credentialHeaders = new Set(['authorization', 'proxy-authorization', 'cookie']);

/**
 * A connector's only way to the network. How a request is sent depends on its destination, not on the origin of the
 * URL. A configured base URL is called directly. Every other URL, such as an upload URL in a platform's response or
 * the server that an account's own document names, passes the guard and gets none of our credentials. Its responses
 * have lower limits, because such a server may be hostile.
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
    const limits = { responseBytesMax: foreignAnswerBytesMax, responseValuesMax: foreignAnswerValuesMax };
    return guardedFetch({ ...limits, ...request }).catch((error: unknown) => {
      throw error instanceof UrlRejectedError ? asEgressError(request, error) : error;
    });
  };
}

/** Whether a URL is at or below a base URL. `URL` has resolved `..`, so a path cannot escape. */
function isBelow(base: URL, url: URL): boolean {
  if (url.origin !== base.origin) return false;
  const folder = base.pathname.replace(/\/+$/, '');
  return url.pathname === folder || url.pathname.startsWith(`${folder}/`);
}

function hasCredentials({ headers = {} }: EgressRequest): boolean {
  return Object.keys(headers).some((name) => credentialHeaders.has(name.toLowerCase()));
}

/**
 * The EgressError for a refused URL. Nothing was sent. A name without an address may be a temporary problem; every
 * other refusal is final.
 */
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
