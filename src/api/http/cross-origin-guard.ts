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
  /** Whether a form on one of our own pages sends this request. */
  ownForm?: boolean;
}

/**
 * Rejects requests that another site may have caused in a user's browser. Browsers put the page's origin in Origin, and
 * newer browsers also send Sec-Fetch-Site. Pages cannot forge these headers, so each one that is present must be right.
 * The body must be JSON, which forms cannot send, except for a form of our own (`ownForm`).
 *
 * A request with a cookie must have at least one of these headers. A request without a cookie (`cookieSent: false`,
 * such as a sign-in) may have neither, because then it comes from no browser and puts no session at risk.
 */
export function guardCrossOrigin(
  c: Context<ApiEnv>,
  { publicOrigin, cookieSent, ownForm = false }: CrossOriginRule,
): void {
  if (safeMethods.has(c.req.method)) return;
  const site = c.req.header('sec-fetch-site');
  const origin = c.req.header('origin');
  if (site !== undefined && site !== 'same-origin') throw refused();
  // `same-origin` only means the host of the request. Whether that host is ours can be seen from the origin.
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
