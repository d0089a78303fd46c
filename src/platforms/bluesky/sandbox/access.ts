import type { Context } from 'hono';
import { isDead } from '../../../sandbox/grants.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import { readAccessToken, readBearer, type SandboxToken } from '../../../sandbox/tokens.js';
import { expiredToken, xrpcError } from './errors.js';

/** Whose call it is, whether the grant still lives or not. A Response refuses it. */
export function readAccess(c: Context<SandboxEnv>): SandboxToken | Response {
  const token = readAccessToken(readBearer(c.req.header('authorization')));
  return token ?? xrpcError(401, 'AuthMissing', 'Authentication Required');
}

/** The same, of a grant that lives. */
export function readLiving(c: Context<SandboxEnv>, store: SandboxStore): SandboxToken | Response {
  const token = readAccess(c);
  return token instanceof Response || !isDead(store, 'BLUESKY', token) ? token : expiredToken();
}
