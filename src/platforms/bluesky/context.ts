import type { Clock } from '../../clock.js';
import type { SafeFetch } from '../../egress/safe-fetch.js';
import { readCredentials } from '../kit/call.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { PlatformSession } from '../kit/session.js';
import { blueskyCredentialsSchema } from './credentials.js';
import { createDpopHandles, type DpopHandles, type PrivateJwk } from './dpop.js';
import type { XrpcAccess } from './xrpc.js';

export interface BlueskyContext {
  safeFetch: SafeFetch;
  clock: Clock;
  /** The host for video uploads, without a trailing slash. */
  videoUrl: string;
  /** The directory of the network's accounts, without a trailing slash. */
  plcUrl: string;
  /** The URL under which servers of the network reach this installation; null: they cannot. */
  publicUrl: string | null;
  /** The key with which this installation authenticates itself to them. */
  clientKey: PrivateJwk | null;
  dpopHandles: DpopHandles;
  /** The target of a call, and the secrets that its failures must not repeat. */
  at: (session: PlatformSession) => { baseUrl: string; secrets: readonly string[] };
  /** The authentication of a call on behalf of the account. */
  accessOf: (session: PlatformSession) => Promise<{ access: XrpcAccess } | { failure: PlatformFailure }>;
}

type Deps = Omit<BlueskyContext, 'at' | 'accessOf' | 'dpopHandles'>;

export function createBlueskyContext(deps: Deps): BlueskyContext {
  const dpopHandles = createDpopHandles(deps.clock);
  return {
    ...deps,
    dpopHandles,
    at: ({ baseUrl, credentials }) => ({
      baseUrl,
      secrets: Object.values(credentials).filter((value) => typeof value === 'string'),
    }),
    accessOf: async ({ credentials: stored }) => {
      const read = readCredentials(blueskyCredentialsSchema, stored);
      if ('failure' in read) return read;
      const { credentials } = read;
      if ('accessJwt' in credentials) return { access: { token: credentials.accessJwt } };
      const { accessToken: token, dpopKey } = credentials;
      return { access: { token, proofs: await dpopHandles(dpopKey) } };
    },
  };
}
