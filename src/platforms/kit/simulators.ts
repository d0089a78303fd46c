import type { SimulatedPlatform } from '../../sandbox/simulator.js';
import type { JsonObject } from '../../domain/json.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { PlatformDefinition } from './definition.js';

type LoadedSimulator = SimulatedPlatform & { name: PlatformName };

/** The simulators of those platforms that have one, loaded now. */
export async function loadSimulators(definitions: readonly PlatformDefinition[]): Promise<LoadedSimulator[]> {
  const loaded = definitions.map(async ({ name, label, path, sandbox }) => {
    const found = await sandbox?.();
    return found === undefined ? [] : [{ ...found.simulator, name, label, path }];
  });
  return (await Promise.all(loaded)).flat();
}

interface SeedAccount {
  platform: PlatformName;
  externalAccountId: string;
  handle: string;
  displayName: string;
  credentialsOf: (grantNumber: number) => JsonObject;
}

/** The accounts that a development stack begins with, one on each simulated platform. */
export function seedAccountsOf(simulators: readonly LoadedSimulator[]): SeedAccount[] {
  return simulators.map(({ name: platform, account, credentialsOf }) => ({
    ...account,
    platform,
    credentialsOf: (grantNumber) => credentialsOf(account.externalAccountId, grantNumber),
  }));
}
