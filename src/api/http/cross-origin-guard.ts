import type { Context } from 'hono';
import { AppError } from '../../domain/errors.js';
import { errorExamples } from '../errors/codes.js';
import { isOwnOrigin } from './own-origin.js';
import type { ApiEnv } from '../types.js';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

const refused = (): AppError<'CROSS_ORIGIN_REFUSED'> =>
  new AppError('CROSS_ORIGIN_REFUSED', errorExamples.CROSS_ORIGIN_REFUSED.message, {});

interface CrossOriginRule {
  publicOrigin: string | undefined;
  cookieSent: boolean;
  /** A form of our own pages sends this request. */
  ownForm?: boolean;
}

/**
 * Rejects requests that another site may have made a browser send. Browsers put the page's origin in Origin,
 * and newer ones say in Sec-Fetch-Site whether it is ours. A page can forge neither, so each header that is
 * there must be right. The body must be JSON, which no form can send, except where our own page has a form
 * (`ownForm`).
 *
 * A request with a cookie must have at least one of these headers. Without a cookie (`cookieSent: false`,
 * such as a sign-in), a request that has neither is allowed: it comes from no browser and puts no session at
 * risk.
 */
export function guardCrossOrigin(
  c: Context<ApiEnv>,
  { publicOrigin, cookieSent, ownForm = false }: CrossOriginRule,
): void {
  if (safeMethods.has(c.req.method)) return;
  const site = c.req.header('sec-fetch-site');
  const origin = c.req.header('origin');
  if (site !== undefined && site !== 'same-origin') throw refused();
  // "Same" means the same host as in the request. Only the origin tells whether that host is ours.
  if (origin !== undefined && !isOwnOrigin(origin, { publicOrigin, host: c.req.header('host') })) {
    throw refused();
  }
  if (cookieSent && site === undefined && origin === undefined) throw refused();
  if (ownForm) return;
  const contentType = c.req.header('content-type');
  if (contentType !== undefined && !/^application\/json\s*(;|$)/i.test(contentType.trim())) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', errorExamples.UNSUPPORTED_MEDIA_TYPE.message, {});
  }
}
