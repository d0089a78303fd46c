import { z } from 'zod';
import { parseUrl } from '../../domain/parse-url.js';
import { isSuccess, readAnswer, readCredentials } from '../kit/call.js';
import { graph, graphFailure } from '../kit/graph-api.js';
import type { PlatformSession, RefreshAnswer } from '../kit/platform.js';
import { instagramCredentialsSchema, type InstagramContext } from './api.js';

const tokenSchema = z.object({ access_token: z.string().min(1) });

/** Where accounts live that were connected with Facebook Login. */
const facebookHost = 'graph.facebook.com';

/** There is no refresh token: a living access token is exchanged for one that lives 60 days more. */
export async function refreshToken(
  { safeFetch, clock }: InstagramContext,
  session: PlatformSession,
): Promise<RefreshAnswer> {
  const read = readCredentials(instagramCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  if (parseUrl(session.baseUrl)?.host === facebookHost) {
    const message = 'Tokens of Facebook Login cannot be refreshed: connect the account again.';
    return { kind: 'auth-revoked', message };
  }
  const result = await graph(safeFetch, {
    baseUrl: session.baseUrl,
    // This one has no version.
    path: '/refresh_access_token',
    method: 'GET',
    params: { grant_type: 'ig_refresh_token' },
    accessToken: read.credentials.accessToken,
  });
  if ('failure' in result) return result.failure;
  const token = isSuccess(result.answer) ? readAnswer(result.answer, tokenSchema) : null;
  if (token !== null) return { kind: 'refreshed', credentials: { accessToken: token.access_token } };
  const failure = graphFailure(result.answer, clock);
  // Here "expired" is final: what has expired cannot be exchanged any more.
  return failure.kind === 'auth-expired' ? { kind: 'auth-revoked', message: failure.message } : failure;
}
