import type { Context } from 'hono';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import { readAccessToken, readBearer, isDead, type SandboxToken } from '../../../sandbox/tokens.js';
import { expiredToken, xrpcError } from './errors.js';
import type { ProofReader } from './proofs.js';

export interface AccessReader {
  /** The account of a call, whether its grant is still valid or not. A Response means that it is rejected. */
  read: (c: Context<SandboxEnv>) => SandboxToken | Response;
  /** The same, for a valid grant. */
  readLiving: (c: Context<SandboxEnv>) => SandboxToken | Response;
}

/** OAuth tokens work only with a proof of their key, app-password tokens only without. */
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

/** The thumbprint of the key that a token is bound to; null: none. */
export function boundTo(store: SandboxStore, token: SandboxToken): string | null {
  const thumbprint = store.object(boundKey(token))?.['thumbprint'];
  return typeof thumbprint === 'string' ? thumbprint : null;
}

export function bind(store: SandboxStore, token: SandboxToken, thumbprint: string): void {
  store.setObject(boundKey(token), { thumbprint });
}
