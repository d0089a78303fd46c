import type { Context } from 'hono';
import { AppError } from '../../domain/errors.js';
import { errorExamples } from '../error-codes.js';
import type { ApiEnv } from '../types.js';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

const refused = (): AppError<'CROSS_ORIGIN_REFUSED'> =>
  new AppError('CROSS_ORIGIN_REFUSED', errorExamples.CROSS_ORIGIN_REFUSED.message, {});

/**
 * Refuses what another site may have made a browser send. Browsers say so in Sec-Fetch-Site, older ones in Origin;
 * a page can forge neither. The body must be JSON, which no form can send.
 *
 * With a cookie, a request that says neither is refused as well. Without one (`cookieSent: false`: a sign-in) it
 * comes from no browser, and nobody's session is at stake.
 */
export function guardCrossOrigin(
  c: Context<ApiEnv>,
  { publicOrigin, cookieSent }: { publicOrigin: string | undefined; cookieSent: boolean },
): void {
  if (safeMethods.has(c.req.method)) return;
  const site = c.req.header('sec-fetch-site');
  const origin = c.req.header('origin');
  if (site !== undefined) {
    if (site !== 'same-origin') throw refused();
  } else if (origin !== undefined) {
    if (origin !== publicOrigin && !isOwnOrigin(origin, c.req.header('host'))) throw refused();
  } else if (cookieSent) {
    throw refused();
  }
  const contentType = c.req.header('content-type');
  if (contentType !== undefined && !/^application\/json\s*(;|$)/i.test(contentType.trim())) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', errorExamples.UNSUPPORTED_MEDIA_TYPE.message, {});
  }
}

/** The host that the request was sent to. A page of another site can aim at us, but not change what it aims at. */
function isOwnOrigin(origin: string, host: string | undefined): boolean {
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
