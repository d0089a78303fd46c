import type { Context } from 'hono';
import type { AccountRequest, SandboxEnv } from './publishing.js';
import type { SimulatorParts } from './simulator.js';
import type { PlatformStore } from './store.js';
import { readAccessToken, readBearer, isDead, type SandboxToken } from './tokens.js';

/** A call of a simulated API whose token has been accepted, with what its handler needs. */
export interface Call extends SimulatorParts, AccountRequest {}

/** Adds an operation, whose name is in the counts of calls. */
export type Register<C extends Call = Call> = (
  method: 'GET' | 'POST',
  path: string,
  operation: string,
  handler: (call: C) => Response | Promise<Response>,
) => void;

/** The bearer token of a call, whatever its state. */
export function readBearerToken(c: Context<SandboxEnv>): SandboxToken | null {
  return readAccessToken(readBearer(c.req.header('authorization')));
}

/** The bearer token of a call; null if there is none, or if it is no longer valid. */
export function bearerOf(c: Context<SandboxEnv>, at: PlatformStore): SandboxToken | null {
  const token = readBearerToken(c);
  return token === null || isDead(at, token) ? null : token;
}

/** The JSON body of a call; null if it is not JSON. */
export function jsonOf({ c }: Pick<Call, 'c'>): Promise<unknown> {
  return c.req.json().catch(() => null);
}
