import type { Context } from 'hono';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import type { SandboxToken } from '../../../sandbox/tokens.js';

/** A request whose token and query have been checked. */
export interface YouTubeCall {
  c: Context<SandboxEnv>;
  parts: SimulatorParts;
  token: SandboxToken;
  query: Readonly<Record<string, string>>;
}
