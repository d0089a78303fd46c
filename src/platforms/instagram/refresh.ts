import { parseUrl } from '../../domain/parse-url.js';
import { readCredentials } from '../kit/call.js';
import { refreshLongLived } from '../kit/meta-login.js';
import type { RefreshAnswer } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { instagramCredentialsSchema, type InstagramContext } from './api.js';
import { readInstagramUser } from './connect.js';

/** Where accounts live that were connected with Facebook Login. */
const facebookHost = 'graph.facebook.com';

export async function refreshToken(
  context: InstagramContext,
  { baseUrl, credentials }: PlatformSession,
): Promise<RefreshAnswer> {
  const read = readCredentials(instagramCredentialsSchema, credentials);
  if ('failure' in read) return read.failure;
  if (parseUrl(baseUrl)?.host === facebookHost) {
    const message = 'Tokens of Facebook Login cannot be refreshed: connect the account again.';
    return { kind: 'auth-revoked', message };
  }
  const { accessToken } = read.credentials;
  return refreshLongLived(
    context,
    { baseUrl, grantType: 'ig_refresh_token' },
    accessToken,
    async () => !('failure' in (await readInstagramUser(context, baseUrl, accessToken))),
  );
}
