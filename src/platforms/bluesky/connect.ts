import { z } from 'zod';
import type { SafeFetch } from '../../egress/safe-fetch.js';
import { isInconclusive, readSuccess } from '../kit/call.js';
import type { ConnectAnswer, ConnectCandidate, ConnectPlace, CredentialsConnect } from '../kit/connect.js';
import { onFailure } from '../kit/failure.js';
import type { BlueskyContext } from './context.js';
import { passwordGrantSchema, passwordLife, type PasswordGrant } from './credentials.js';
import { pdsOf, readIdentity, refuse, type Refusal } from './identity.js';
import { noProfile, readProfile } from './profile.js';
import { identityMax, xrpc, xrpcErrorName, xrpcFailure } from './xrpc.js';

export interface BlueskyLogin {
  /** The server to ask first, without a trailing slash: https://bsky.social, or the account's own PDS. */
  serviceUrl: string;
  /** The account's handle, email address or DID. */
  identifier: string;
  appPassword: string;
}

export type BlueskyConnection =
  | {
      kind: 'connected';
      externalAccountId: string;
      handle: string;
      /** The account's own PDS, where all further calls go. */
      baseUrl: string;
      credentials: PasswordGrant;
    }
  /** The server rejects the credentials or, if `isUnavailable` is set, returned no usable response. */
  | { kind: 'failed'; message: string; isUnavailable?: true };

/** Connects with an app password, which the account's owner creates in the app's settings. */
export function blueskyConnect(
  context: BlueskyContext,
  { baseUrl, appPassword }: { baseUrl: string; appPassword: string | undefined },
): CredentialsConnect {
  return {
    fields: [
      { name: 'handle', label: 'Handle', kind: 'text' },
      { name: 'service', label: 'Server', kind: 'address', default: baseUrl },
      { name: 'appPassword', label: 'App password', kind: 'secret', variable: 'BLUESKY_APP_PASSWORD' },
    ],
    presets: { appPassword },
    connect: async (place, values): Promise<ConnectAnswer> => {
      const { handle = '', service = '', appPassword: password = '' } = values;
      const identifier = handle.trim().replace(/^@/, '');
      // Calls of the sandbox stay there, even if another service was entered.
      const serviceUrl = place.sandboxUrl ?? (service === '' ? place.baseUrl : service);
      const login = { serviceUrl, identifier, appPassword: password };
      const connection = await connectBluesky(context.safeFetch, login);
      if (connection.kind === 'connected') {
        const refusal = await doubtOf(context, { ...place, baseUrl: serviceUrl }, connection);
        if (refusal !== null) return refusal;
        return { kind: 'granted', candidates: [await toCandidate(context, connection)] };
      }
      const code = connection.isUnavailable === true ? 'PLATFORM_UNAVAILABLE' : 'INVALID_CREDENTIALS';
      return { kind: 'denied', code, message: connection.message };
    },
  };
}

const ownSessionSchema = z.object({ did: z.string() });

/**
 * Returns a refusal unless the account's server can be trusted, because any server can claim any account. The
 * account's own document must name the server. If another server logged the user in, the account's own server
 * must accept the session.
 */
async function doubtOf(
  context: BlueskyContext,
  place: ConnectPlace,
  { externalAccountId: did, baseUrl, credentials }: Extract<BlueskyConnection, { kind: 'connected' }>,
): Promise<Refusal | null> {
  const identity = await readIdentity(context, place, did);
  if ('refusal' in identity) return identity.refusal;
  if (identity.found.pdsUrl !== baseUrl) {
    return refuse(
      'According to its own document, the account is on a different server from the one that responded.',
    ).refusal;
  }
  if (place.baseUrl.replace(/\/+$/, '') === baseUrl) return null;
  const answer = await xrpc(context.safeFetch, {
    baseUrl,
    nsid: 'com.atproto.server.getSession',
    method: 'GET',
    access: { token: credentials.accessJwt },
    secrets: Object.values(credentials),
    answerMax: identityMax,
  });
  const own = readSuccess(answer, ownSessionSchema);
  if (own?.did === did) return null;
  const failure = xrpcFailure(answer, context.clock);
  if (failure.kind === 'rate-limited' || (own === null && failure.kind === 'ambiguous')) return failure;
  return refuse('The account’s own server does not accept the session that this server issued.').refusal;
}

async function toCandidate(
  context: BlueskyContext,
  { externalAccountId, handle, baseUrl, credentials }: Extract<BlueskyConnection, { kind: 'connected' }>,
): Promise<ConnectCandidate> {
  const profile = await readProfile(context, {
    baseUrl,
    access: { token: credentials.accessJwt },
    did: externalAccountId,
    secrets: Object.values(credentials),
  });
  return {
    externalAccountId,
    handle,
    ...(profile ?? noProfile),
    serviceUrl: baseUrl,
    credentials,
    life: passwordLife(credentials, context.clock),
    scopes: null,
    reason: null,
  };
}

const sessionSchema = passwordGrantSchema.extend({
  did: z.string().startsWith('did:'),
  handle: z.string().min(1),
  didDoc: z.unknown().optional(),
});

const reasons: Record<string, string> = {
  AuthenticationRequired: 'The server does not accept this identifier and app password.',
  AuthFactorTokenRequired:
    'The server requires a second factor: use an app password, not the account password.',
  AccountTakedown: 'The account has been taken down.',
  RateLimitExceeded: 'Too many log-ins for this account; try again in a few minutes.',
};

/** Exchanges an app password for a session. The password is used once and never stored. */
export function connectBluesky(safeFetch: SafeFetch, login: BlueskyLogin): Promise<BlueskyConnection> {
  return onFailure(logIn(safeFetch, login), ({ message }) => ({
    kind: 'failed',
    message,
    isUnavailable: true,
  }));
}

async function logIn(safeFetch: SafeFetch, login: BlueskyLogin): Promise<BlueskyConnection> {
  const serviceUrl = login.serviceUrl.replace(/\/+$/, '');
  const answer = await xrpc(safeFetch, {
    baseUrl: serviceUrl,
    nsid: 'com.atproto.server.createSession',
    method: 'POST',
    body: { identifier: login.identifier, password: login.appPassword },
    secrets: [login.appPassword],
    answerMax: identityMax,
  });
  const session = readSuccess(answer, sessionSchema);
  if (session === null) {
    const name = xrpcErrorName(answer);
    const message =
      reasons[name ?? ''] ??
      answer.say(`The server responded with HTTP ${answer.status} ${name ?? ''}`.trim());
    const isUnavailable = answer.status === 429 || isInconclusive(answer);
    return { kind: 'failed', message, ...(isUnavailable && { isUnavailable }) };
  }
  const { did, handle, accessJwt, refreshJwt, didDoc } = session;
  const baseUrl = pdsOf(didDoc, serviceUrl) ?? serviceUrl;
  const refusal = baseUrl === serviceUrl ? null : await refusalOf(safeFetch, baseUrl);
  if (refusal !== null) return { kind: 'failed', message: `The account’s server cannot be used: ${refusal}` };
  return {
    kind: 'connected',
    externalAccountId: did,
    handle,
    baseUrl,
    credentials: { accessJwt, refreshJwt },
  };
}

/** Calls the server that the account's document names, and returns the reason if we may not call it. */
async function refusalOf(safeFetch: SafeFetch, baseUrl: string): Promise<string | null> {
  const nsid = 'com.atproto.server.describeServer';
  const call = { baseUrl, nsid, method: 'GET', secrets: [], answerMax: identityMax } as const;
  return onFailure(
    xrpc(safeFetch, call).then(() => null),
    ({ kind, message }) => (kind === 'rejected' ? message : null),
  );
}
