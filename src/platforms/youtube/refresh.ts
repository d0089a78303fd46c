import { refreshGrant } from '../kit/oauth/client.js';
import { asRefreshAnswer, clientFor } from '../kit/oauth/connect.js';
import type { RefreshAnswer } from '../kit/platform.js';
import type { YouTubeContext, YouTubeSession } from './api.js';
import { youTubeDialect, youTubeGrant, youTubeScopesOf } from './connect.js';

/** Refreshes a grant. Google usually keeps the refresh token. If it sends a new one, that replaces the old one. */
export async function refreshYouTubeTokens(
  context: YouTubeContext,
  session: YouTubeSession,
): Promise<RefreshAnswer> {
  const { refreshToken, refreshEndsAt } = session.credentials;
  const client = clientFor(session, { id: context.clientId, secret: context.clientSecret });
  const answer = await refreshGrant(context, youTubeDialect(context, session), client, refreshToken);
  if (answer.kind !== 'tokens') return asRefreshAnswer(answer);
  const { tokens } = answer;
  const isKept = tokens.refreshToken === null || tokens.refreshToken === refreshToken;
  const knownEnd = isKept && refreshEndsAt !== undefined ? new Date(refreshEndsAt) : null;
  const scopes = youTubeScopesOf(tokens);
  return {
    kind: 'refreshed',
    ...youTubeGrant(context, tokens, tokens.refreshToken ?? refreshToken, knownEnd),
    ...(scopes !== null && { scopes }),
  };
}
