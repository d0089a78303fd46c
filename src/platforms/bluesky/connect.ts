import { z } from 'zod';
import { parseUrl } from '../../domain/parse-url.js';
import type { SafeFetch } from '../../egress/safe-fetch.js';
import { isSuccess, readAnswer } from '../kit/call.js';
import { lifeUnknown, type ConnectAnswer, type CredentialsConnect } from '../kit/connect.js';
import { xrpc, xrpcErrorName } from './xrpc.js';

export interface BlueskyLogin {
  /** The server to ask first, without a trailing slash: https://bsky.social, or the account's own PDS. */
  serviceUrl: string;
  /** Handle, e-mail address or DID. */
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
      credentials: { accessJwt: string; refreshJwt: string };
    }
  | { kind: 'failed'; message: string };

/** By an app password, which the account's owner makes in the app's settings. */
export function blueskyConnect(
  safeFetch: SafeFetch,
  { baseUrl, appPassword }: { baseUrl: string; appPassword: string | undefined },
): CredentialsConnect {
  return {
    fields: [
      { name: 'handle', label: 'Handle', kind: 'text' },
      { name: 'service', label: 'Server', kind: 'address', default: baseUrl },
      { name: 'appPassword', label: 'App password', kind: 'secret', variable: 'BLUESKY_APP_PASSWORD' },
    ],
    presets: { appPassword },
    connect: async (_place, values): Promise<ConnectAnswer> => {
      const { handle: identifier = '', service: serviceUrl = baseUrl, appPassword: password = '' } = values;
      const connection = await connectBluesky(safeFetch, { serviceUrl, identifier, appPassword: password });
      if (connection.kind === 'failed') {
        return { kind: 'denied', code: 'INVALID_CREDENTIALS', message: connection.message };
      }
      const { externalAccountId, handle, baseUrl: ownServer, credentials } = connection;
      const candidate = {
        externalAccountId,
        handle,
        displayName: null,
        avatarUrl: null,
        serviceUrl: ownServer,
        credentials,
        life: lifeUnknown,
        scopes: null,
        reason: null,
      };
      return { kind: 'granted', candidates: [candidate] };
    },
  };
}

const sessionSchema = z.object({
  did: z.string().startsWith('did:'),
  handle: z.string().min(1),
  accessJwt: z.string().min(1),
  refreshJwt: z.string().min(1),
  didDoc: z.unknown().optional(),
});

const didDocSchema = z.object({
  service: z.array(z.object({ id: z.string(), serviceEndpoint: z.unknown() })),
});

const reasons: Record<string, string> = {
  AuthenticationRequired: 'The server does not accept this identifier and app password.',
  AuthFactorTokenRequired:
    'The server asks for a second factor: use an app password, not the account password.',
  AccountTakedown: 'The account has been taken down.',
  RateLimitExceeded: 'Too many log-ins for this account; try again in a few minutes.',
};

/** Exchanges an app password for a session. The password is used here once and kept nowhere. */
export async function connectBluesky(safeFetch: SafeFetch, login: BlueskyLogin): Promise<BlueskyConnection> {
  const serviceUrl = login.serviceUrl.replace(/\/+$/, '');
  const result = await xrpc(safeFetch, {
    baseUrl: serviceUrl,
    nsid: 'com.atproto.server.createSession',
    method: 'POST',
    body: { identifier: login.identifier, password: login.appPassword },
    secrets: [login.appPassword],
  });
  if ('failure' in result) return { kind: 'failed', message: result.failure.message };
  const { answer } = result;
  const session = isSuccess(answer) ? readAnswer(answer, sessionSchema) : null;
  if (session === null) {
    const name = xrpcErrorName(answer);
    const message =
      reasons[name ?? ''] ?? answer.say(`The server answered HTTP ${answer.status} ${name ?? ''}`.trim());
    return { kind: 'failed', message };
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

/** Asks the server that the account's document names for nothing but itself: one that may not be called is told now. */
async function refusalOf(safeFetch: SafeFetch, baseUrl: string): Promise<string | null> {
  const nsid = 'com.atproto.server.describeServer';
  const result = await xrpc(safeFetch, { baseUrl, nsid, method: 'GET', secrets: [] });
  return 'failure' in result && result.failure.kind === 'rejected' ? result.failure.message : null;
}

/** The owner of the account writes that document: it may not lead our tokens from https to plain http. */
function pdsOf(didDoc: unknown, serviceUrl: string): string | null {
  const services = didDocSchema.safeParse(didDoc).data?.service ?? [];
  const endpoint = services.find(({ id }) => id.endsWith('#atproto_pds'))?.serviceEndpoint;
  const url = typeof endpoint === 'string' ? parseUrl(endpoint) : null;
  if (url === null) return null;
  const { protocol, origin, pathname } = url;
  if (protocol !== 'https:' && protocol !== new URL(serviceUrl).protocol) return null;
  return `${origin}${pathname}`.replace(/\/+$/, '');
}
