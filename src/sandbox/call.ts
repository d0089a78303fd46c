import type { Context } from 'hono';
import type { AccountRequest, SandboxEnv } from './publishing.js';
import type { SimulatorParts } from './simulator.js';
import type { PlatformStore } from './store.js';
import { readAccessToken, readBearer, isDead, type SandboxToken } from './tokens.js';

/** A call of a simulated API whose token has been accepted, with everything that its handler needs. */
export interface Call extends SimulatorParts, AccountRequest {}

/** Adds an operation under a name that is used in the counts of calls. */
export type Register<C extends Call = Call> = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  operation: string,
  handler: (call: C) => Response | Promise<Response>,
) => void;

/** The bearer token of a call, even if it is revoked or expired. */
export function readBearerToken(c: Context<SandboxEnv>): SandboxToken | null {
  return readAccessToken(readBearer(c.req.header('authorization')));
}

/** The bearer token of a call. Null if there is none, or if it is revoked or expired. */
export function bearerOf(c: Context<SandboxEnv>, at: PlatformStore): SandboxToken | null {
  const token = readBearerToken(c);
  return token === null || isDead(at, token) ? null : token;
}

/** Parses the JSON body of a call. Null if it is not JSON. */
export function jsonOf({ c }: Pick<Call, 'c'>): Promise<unknown> {
  return c.req.json().catch(() => null);
}
