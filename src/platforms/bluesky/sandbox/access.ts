import type { Context } from 'hono';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import { readAccessToken, readBearer, isDead, type SandboxToken } from '../../../sandbox/tokens.js';
import { expiredToken, xrpcError } from './errors.js';
import type { ProofReader } from './proofs.js';

export interface AccessReader {
  /** Returns the account of a call, even if its grant has ended. A Response means that the call is rejected. */
  read: (c: Context<SandboxEnv>) => SandboxToken | Response;
  /** Like `read`, but rejects a call whose grant has ended. */
  readLiving: (c: Context<SandboxEnv>) => SandboxToken | Response;
}

/**
 * Creates the reader of access tokens. OAuth tokens work only with a proof of their key, app-password tokens
 * only without one.
 */
export function createAccessReader(parts: SimulatorParts, proofs: ProofReader): AccessReader {
  const read: AccessReader['read'] = (c) => {
    const header = c.req.header('authorization');
    const bound = /^DPoP (\S+)$/i.exec(header ?? '')?.[1];
    const token = readAccessToken(bound ?? readBearer(header));
    if (token === null) return xrpcError(401, 'AuthMissing', 'Authentication Required');
    const thumbprint = boundTo(parts.store, token);
    if (bound === undefined) {
      return thumbprint === null ? token : xrpcError(400, 'InvalidToken', 'Malformed token');
    }
    const proof = proofs.read(c, bound);
    if ('fault' in proof) return refuse(proof.fault === 'nonce' ? 'use_dpop_nonce' : 'invalid_dpop_proof');
    return proof.thumbprint === thumbprint ? token : refuse('invalid_token');
  };
  const refuse = (error: string): Response =>
    xrpcError(401, error, 'The request is not proven', {
      'www-authenticate': `DPoP error="${error}"`,
      'dpop-nonce': proofs.nonce(),
    });
  return {
    read,
    readLiving: (c) => {
      const token = read(c);
      return token instanceof Response || !isDead(parts, token) ? token : expiredToken();
    },
  };
}

const boundKey = ({ accountId, refreshes }: SandboxToken): string =>
  `BLUESKY bound ${accountId}~${refreshes}`;

/** The thumbprint of the key to which a token is bound. Null if it is not bound. */
export function boundTo(store: SandboxStore, token: SandboxToken): string | null {
  const thumbprint = store.object(boundKey(token))?.['thumbprint'];
  return typeof thumbprint === 'string' ? thumbprint : null;
}

export function bind(store: SandboxStore, token: SandboxToken, thumbprint: string): void {
  store.setObject(boundKey(token), { thumbprint });
}
