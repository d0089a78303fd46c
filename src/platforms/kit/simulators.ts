import type { SimulatedPlatform } from '../../sandbox/simulator.js';
import type { JsonObject } from '../../domain/json.js';
import type { MediaRules } from '../../domain/media-rules.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { PlatformDefinition } from './definition.js';

type LoadedSimulator = SimulatedPlatform & {
  name: PlatformName;
  /** The media that a post on this platform needs besides its text. */
  needs: 'picture' | 'video' | null;
};

/** Loads the simulators of the platforms that have one. */
export async function loadSimulators(definitions: readonly PlatformDefinition[]): Promise<LoadedSimulator[]> {
  const loaded = definitions.map(async ({ name, label, path, mediaRules, sandbox }) => {
    const found = await sandbox?.();
    return found === undefined ? [] : [{ ...found.simulator, name, label, path, needs: needOf(mediaRules) }];
  });
  return (await Promise.all(loaded)).flat();
}

function needOf({ required, slots }: MediaRules): LoadedSimulator['needs'] {
  if (!required) return null;
  return slots.some(({ image, optionKind }) => image !== null && optionKind === null) ? 'picture' : 'video';
}

interface SeedAccount {
  platform: PlatformName;
  externalAccountId: string;
  handle: string;
  displayName: string;
  credentialsOf: (grantNumber: number) => JsonObject;
  /** The content that a first post on this platform needs besides its text. */
  example: SeedExample;
}

interface SeedExample {
  needs: LoadedSimulator['needs'];
  platformOptions: JsonObject | null;
}

/** The accounts that a development stack starts with, one on each simulated platform. */
export function seedAccountsOf(simulators: readonly LoadedSimulator[]): SeedAccount[] {
  return simulators.map(
    ({ name: platform, accounts: [account], needs, exampleOptions = null, credentialsOf }) => ({
      ...account,
      platform,
      example: { needs, platformOptions: exampleOptions },
      credentialsOf: (grantNumber) => credentialsOf(account.externalAccountId, grantNumber),
    }),
  );
}
