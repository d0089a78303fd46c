import type { OpenSession } from '../kit/session.js';
import type { ConnectorParts } from '../kit/parts.js';
import type { BlueskyCredentials } from './credentials.js';
import { createDpopHandles, type DpopHandles, type PrivateJwk } from './dpop.js';
import type { XrpcAccess } from './xrpc.js';

export type BlueskySession = OpenSession<BlueskyCredentials, { serviceUrls: { video: string } }>;

export interface BlueskyContext extends ConnectorParts {
  /** The directory of the network's accounts, without a trailing slash. */
  plcUrl: string;
  /** The URL under which servers of the network reach this installation. Null if they cannot reach it. */
  publicUrl: string | null;
  /** The key with which this installation authenticates itself to those servers. */
  clientKey: PrivateJwk | null;
  dpopHandles: DpopHandles;
  /** Returns the token and the proofs for a call on behalf of the account. */
  accessOf: (session: BlueskySession) => Promise<XrpcAccess>;
}

type Deps = Omit<BlueskyContext, 'accessOf' | 'dpopHandles'>;

export function createBlueskyContext(deps: Deps): BlueskyContext {
  const dpopHandles = createDpopHandles(deps.clock);
  return {
    ...deps,
    dpopHandles,
    accessOf: async ({ credentials }) => {
      if ('accessJwt' in credentials) return { token: credentials.accessJwt };
      const { accessToken: token, dpopKey } = credentials;
      return { token, proofs: await dpopHandles(dpopKey) };
    },
  };
}
