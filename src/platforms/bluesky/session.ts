import { z } from 'zod';
import { isSuccess, readAnswer, readCredentials, tokenExchangeMsMax } from '../kit/call.js';
import type { CheckAnswer, RevokeAnswer } from '../kit/connect.js';
import type { RefreshAnswer } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import type { BlueskyContext } from './context.js';
import {
  blueskyCredentialsSchema,
  passwordGrantSchema,
  passwordLife,
  type PasswordGrant,
} from './credentials.js';
import { refreshOAuth, revokeOAuth } from './oauth/grant.js';
import { readProfile } from './profile.js';
import { identityMax, xrpc, xrpcErrorName, xrpcFailure } from './xrpc.js';

const deadGrantErrors = new Set([
  'ExpiredToken',
  'InvalidToken',
  'AccountTakedown',
  'AuthenticationRequired',
]);

export async function refreshBluesky(
  context: BlueskyContext,
  session: PlatformSession,
): Promise<RefreshAnswer> {
  const read = readCredentials(blueskyCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const { credentials } = read;
  return 'refreshJwt' in credentials
    ? refreshSession(context, session, credentials)
    : refreshOAuth(context, session, credentials);
}

/** The refresh token is sent instead of the access token, and the response has a new one. */
async function refreshSession(
  context: BlueskyContext,
  session: PlatformSession,
  { refreshJwt }: PasswordGrant,
): Promise<RefreshAnswer> {
  const result = await xrpc(context.safeFetch, {
    ...context.at(session),
    nsid: 'com.atproto.server.refreshSession',
    method: 'POST',
    access: { token: refreshJwt },
    timeoutMs: tokenExchangeMsMax,
    answerMax: identityMax,
  });
  if ('failure' in result) return result.failure;
  const refreshed = isSuccess(result.answer) ? readAnswer(result.answer, passwordGrantSchema) : null;
  if (refreshed !== null) {
    return { kind: 'refreshed', credentials: refreshed, life: passwordLife(refreshed, context.clock) };
  }
  const failure = xrpcFailure(result.answer, context.clock);
  const isDead = deadGrantErrors.has(xrpcErrorName(result.answer) ?? '');
  if (isDead) return { kind: 'auth-revoked', message: failure.message };
  // A 401 that does not name the grant may come from a proxy. Only the platform's own error ends the grant.
  return failure.kind === 'auth-expired' ? { kind: 'ambiguous', message: failure.message } : failure;
}

export async function revokeBluesky(
  context: BlueskyContext,
  session: PlatformSession,
): Promise<RevokeAnswer> {
  const read = readCredentials(blueskyCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const { credentials } = read;
  return 'refreshJwt' in credentials
    ? deleteSession(context, session, credentials)
    : revokeOAuth(context, session, credentials);
}

/** Ends only this session. The app password stays valid, and others may be using it. */
async function deleteSession(
  context: BlueskyContext,
  session: PlatformSession,
  { refreshJwt }: PasswordGrant,
): Promise<RevokeAnswer> {
  const result = await xrpc(context.safeFetch, {
    ...context.at(session),
    nsid: 'com.atproto.server.deleteSession',
    method: 'POST',
    access: { token: refreshJwt },
    answerMax: identityMax,
  });
  if ('failure' in result) return result.failure;
  const isDead = deadGrantErrors.has(xrpcErrorName(result.answer) ?? '');
  return isSuccess(result.answer) || isDead ? { kind: 'revoked' } : xrpcFailure(result.answer, context.clock);
}

const ownSessionSchema = z.object({
  did: z.string(),
  handle: z.string().min(1),
  active: z.boolean().optional(),
  status: z.string().max(100).optional(),
});

/** The account according to its own server, and as the network shows it. */
export async function checkBluesky(context: BlueskyContext, session: PlatformSession): Promise<CheckAnswer> {
  const found = await context.accessOf(session);
  if ('failure' in found) return found.failure;
  const { access } = found;
  const result = await xrpc(context.safeFetch, {
    ...context.at(session),
    nsid: 'com.atproto.server.getSession',
    method: 'GET',
    access,
    answerMax: identityMax,
  });
  if ('failure' in result) return result.failure;
  const own = isSuccess(result.answer) ? readAnswer(result.answer, ownSessionSchema) : null;
  if (own === null) return xrpcFailure(result.answer, context.clock);
  const { did, handle, active = true, status = 'not active' } = own;
  if (did !== session.externalAccountId) {
    return {
      kind: 'rejected',
      code: 'PLATFORM_AUTH_FAILED',
      message: 'The granted access is for another account.',
    };
  }
  if (!active) {
    const message = result.answer.say(`The account’s server says that the account is ${status}.`);
    return { kind: 'rejected', code: 'PERMISSION_MISSING', message };
  }
  const secrets = [...context.at(session).secrets];
  const profile = await readProfile(context, { baseUrl: session.baseUrl, access, did, secrets });
  return { kind: 'alive', handle, ...profile };
}
