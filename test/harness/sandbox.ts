import { platformDefinitions } from '../../src/platforms/index.js';
import { loadSimulators, seedAccountsOf } from '../../src/platforms/kit/simulators.js';
import {
  startSandbox,
  type RunningSandbox,
  type StartSandboxOptions,
} from '../../src/sandbox/start-sandbox.js';

/** The sandbox of every platform that has one. */
export const simulators = await loadSimulators(platformDefinitions);

/** The accounts of a seeded development stack. */
export const seedAccounts = seedAccountsOf(simulators);

/** The sandbox in this process, on a free port, in memory. */
export function startTestSandbox(options: Partial<StartSandboxOptions> = {}): Promise<RunningSandbox> {
  return startSandbox({ simulators, port: 0, dataDir: null, videoWorkMs: 20, ...options });
}
