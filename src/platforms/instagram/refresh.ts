import { parseUrl } from '../../urls/parse-url.js';
import { refreshMetaToken } from '../kit/meta/account.js';
import type { RefreshAnswer } from '../kit/platform.js';
import type { InstagramContext, InstagramSession } from './api.js';
import { instagramAccounts } from './connect.js';

/** The host for accounts that were connected with Facebook Login. */
const facebookHost = 'graph.facebook.com';

export async function refreshToken(
  context: InstagramContext,
  session: InstagramSession,
): Promise<RefreshAnswer> {
  if (parseUrl(session.baseUrl)?.host === facebookHost) {
    const message = 'Facebook Login tokens cannot be refreshed: reconnect the account.';
    return { kind: 'auth-revoked', message };
  }
  return refreshMetaToken(context, instagramAccounts(context), session);
}
