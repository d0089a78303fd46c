import { z } from 'zod';
import { isSuccess, readSuccess, successOf, tokenExchangeMsMax } from '../kit/call.js';
import type { CheckAnswer, RevokeAnswer } from '../kit/connect.js';
import type { RefreshAnswer } from '../kit/platform.js';
import type { BlueskyContext, BlueskySession } from './context.js';
import { passwordGrantSchema, passwordLife, type PasswordGrant } from './credentials.js';
import { refreshOAuth, revokeOAuth } from './oauth/grant.js';
import { readProfile } from './profile.js';
import { askServer, identityMax, xrpcErrorName, xrpcFailure } from './xrpc.js';

const deadGrantErrors = new Set([
  'ExpiredToken',
  'InvalidToken',
  'AccountTakedown',
  'AuthenticationRequired',
]);

export async function refreshBluesky(
  context: BlueskyContext,
  session: BlueskySession,
): Promise<RefreshAnswer> {
  const { credentials } = session;
  return 'refreshJwt' in credentials
    ? refreshSession(session, credentials)
    : refreshOAuth(context, session, credentials);
}

/**
 * Refreshes an app-password session. The refresh token is sent as the access token, and the response contains
 * a new one.
 */
async function refreshSession(
  session: BlueskySession,
  { refreshJwt }: PasswordGrant,
): Promise<RefreshAnswer> {
  const answer = await askServer(session, {
    nsid: 'com.atproto.server.refreshSession',
    method: 'POST',
    access: { token: refreshJwt },
    timeoutMs: tokenExchangeMsMax,
    answerMax: identityMax,
  });
  const refreshed = readSuccess(answer, passwordGrantSchema);
  if (refreshed !== null) {
    return { kind: 'refreshed', credentials: refreshed, life: passwordLife(refreshed, session.clock) };
  }
  const failure = xrpcFailure(answer, session.clock);
  const isDead = deadGrantErrors.has(xrpcErrorName(answer) ?? '');
  if (isDead) return { kind: 'auth-revoked', message: failure.message };
  // A 401 that does not name the grant may come from a proxy. Only the platform's own error ends the grant.
  return failure.kind === 'auth-expired' ? { kind: 'ambiguous', message: failure.message } : failure;
}

export async function revokeBluesky(context: BlueskyContext, session: BlueskySession): Promise<RevokeAnswer> {
  const { credentials } = session;
  return 'refreshJwt' in credentials
    ? deleteSession(session, credentials)
    : revokeOAuth(context, session, credentials);
}

/** Ends only this session. The app password stays valid, because other sessions may use it. */
async function deleteSession(session: BlueskySession, { refreshJwt }: PasswordGrant): Promise<RevokeAnswer> {
  const answer = await askServer(session, {
    nsid: 'com.atproto.server.deleteSession',
    method: 'POST',
    access: { token: refreshJwt },
    answerMax: identityMax,
  });
  const isDead = deadGrantErrors.has(xrpcErrorName(answer) ?? '');
  return isSuccess(answer) || isDead ? { kind: 'revoked' } : xrpcFailure(answer, session.clock);
}

const ownSessionSchema = z.object({
  did: z.string(),
  handle: z.string().min(1),
  active: z.boolean().optional(),
  status: z.string().max(100).optional(),
});

/** Reads the account from its own server, and its profile as the network shows it. */
export async function checkBluesky(context: BlueskyContext, session: BlueskySession): Promise<CheckAnswer> {
  const access = await context.accessOf(session);
  const answer = await askServer(session, {
    nsid: 'com.atproto.server.getSession',
    method: 'GET',
    access,
    answerMax: identityMax,
  });
  const own = successOf(answer, ownSessionSchema, (refusal) => xrpcFailure(refusal, session.clock));
  const { did, handle, active = true, status = 'not active' } = own;
  if (did !== session.externalAccountId) {
    return {
      kind: 'rejected',
      code: 'PLATFORM_AUTH_FAILED',
      message: 'The granted access is for another account.',
    };
  }
  if (!active) {
    const message = answer.say(`The account’s server says that the account is ${status}.`);
    return { kind: 'rejected', code: 'PERMISSION_MISSING', message };
  }
  const profile = await readProfile(session, {
    baseUrl: session.baseUrl,
    secrets: session.secrets,
    access,
    did,
  });
  return { kind: 'alive', handle, ...profile };
}
