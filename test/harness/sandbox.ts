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

/** Starts the sandbox in this process, on a free port, in memory. */
export function startTestSandbox(options: Partial<StartSandboxOptions> = {}): Promise<RunningSandbox> {
  return startSandbox({ simulators, port: 0, dataDir: null, videoWorkMs: 20, ...options });
}

/** The second account that the sandbox has on a platform. */
export function furtherAccountOf(platform: string) {
  const account = simulators.find(({ name }) => name === platform)?.accounts[1];
  if (account === undefined) throw new Error(`The sandbox has no second account on ${platform}.`);
  return account;
}
