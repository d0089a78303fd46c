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
  /** The host that takes videos, without a trailing slash. */
  videoUrl: string;
  /** The directory of the network's accounts, without a trailing slash. */
  plcUrl: string;
  /** Where servers of the network reach this installation; null: nowhere. */
  publicUrl: string | null;
  /** With which this installation proves itself to them. */
  clientKey: PrivateJwk | null;
  dpopHandles: DpopHandles;
  /** Where a call goes, and which words its failures must not repeat. */
  at: (session: PlatformSession) => { baseUrl: string; secrets: readonly string[] };
  /** What a call in the account's name proves itself with. */
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
