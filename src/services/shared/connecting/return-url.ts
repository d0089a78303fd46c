import { validationFailed } from '../../../domain/errors.js';
import { returnUrlCharsMax } from '../../../domain/limits.js';
import { isLoopbackHost } from '../../../urls/loopback.js';
import { parseUrl } from '../../../urls/parse-url.js';
import type { ConnectDeps } from '../context.js';

/** Characters that browsers ignore, or interpret in a misleading way. */
const misleading = /[\s\\\p{C}]/u;

/**
 * Checks the URL to which another site redirects the browser: its origin must be ours or one that the operator has
 * listed. Origins are compared as a whole. Without this check, our URLs, or a payment provider's, could redirect people
 * to any site.
 */
export function checkReturnUrl(
  deps: Pick<ConnectDeps, 'publicUrl' | 'returnOrigins'>,
  returnUrl: string,
): void {
  const url = returnUrl.length > returnUrlCharsMax || misleading.test(returnUrl) ? null : parseUrl(returnUrl);
  const isPlain =
    url !== null && /^https?:\/\//.test(returnUrl) && url.username === '' && url.password === '';
  if (isPlain && isAllowed(deps, url.origin)) return;
  const message =
    'Must be an http(s) URL of this installation or of an origin in CONNECT_RETURN_ORIGINS, without a user name.';
  throw validationFailed([{ path: 'returnUrl', code: 'return_url_refused', message }]);
}

function isAllowed(
  { publicUrl, returnOrigins }: Pick<ConnectDeps, 'publicUrl' | 'returnOrigins'>,
  origin: string,
) {
  const own = new URL(publicUrl());
  if (origin === own.origin || returnOrigins.includes(origin)) return true;
  // A server on this machine has two names, and people type either.
  if (!isLoopbackHost(own.hostname)) return false;
  const other = new URL(origin);
  return isLoopbackHost(other.hostname) && other.protocol === own.protocol && other.port === own.port;
}
