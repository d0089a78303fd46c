import type { Context, Hono } from 'hono';
import type { SandboxEnv } from '../../../../sandbox/publishing.js';
import {
  accessTokenOf,
  isRevoked,
  readAccessToken,
  readBearer,
  readRefreshToken,
  refreshed,
  refreshTokenOf,
} from '../../../../sandbox/tokens.js';
import { expiredToken } from './answers.js';
import type { LinkedInSide } from './parts.js';

const accessTokenLifeSeconds = 60 * 24 * 60 * 60;
const refreshTokenLifeSeconds = 365 * 24 * 60 * 60;

/** Tokens, and whom one belongs to. */
export function addOauth(app: Hono<SandboxEnv>, side: LinkedInSide): void {
  app.post('/oauth/v2/accessToken', (c) => refreshTokens(c, side));
  app.get('/v2/userinfo', (c) => {
    side.store.countCall(side.platform, 'userinfo');
    const token = readAccessToken(readBearer(c.req.header('authorization')));
    if (token === null || isRevoked(side.store, side.platform, token)) return expiredToken();
    const sub = token.accountId.replace(/^.*:/, '');
    return c.json({ sub, name: sub });
  });
}

async function refreshTokens(c: Context<SandboxEnv>, { store, platform }: LinkedInSide): Promise<Response> {
  store.countCall(platform, 'accessToken');
  const form = new URLSearchParams(await c.req.text());
  if (form.get('grant_type') !== 'refresh_token') {
    return Response.json({ error: 'unsupported_grant_type' }, { status: 400 });
  }
  const token = readRefreshToken(form.get('refresh_token') ?? undefined);
  if (token === null || isRevoked(store, platform, token)) {
    const error_description =
      'The provided authorization grant or refresh token is invalid, expired or revoked.';
    return Response.json({ error: 'invalid_grant', error_description }, { status: 400 });
  }
  const next = refreshed(token);
  return Response.json({
    access_token: accessTokenOf(next),
    expires_in: accessTokenLifeSeconds,
    refresh_token: refreshTokenOf(next),
    refresh_token_expires_in: refreshTokenLifeSeconds,
    scope:
      platform === 'LINKEDIN_COMPANY' ? 'w_organization_social,r_organization_social' : 'w_member_social',
  });
}
