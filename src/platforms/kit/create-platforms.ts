import type { Clock } from '../../clock.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { SafeFetch } from '../../egress/safe-fetch.js';
import { optionsSchemaOf } from './options.js';
import type { PlatformDefinition, PlatformSettingsByName } from './definition.js';
import type { Platform, PlatformRegistry } from './platform.js';

/** Outbound HTTP for one platform's connector: configured hosts are called as they are, all others are guarded. */
export type PlatformFetchSource = (name: PlatformName) => SafeFetch;

export interface PlatformsOptions {
  definitions: readonly PlatformDefinition[];
  fetchFor: PlatformFetchSource;
  clock: Clock;
  /** The settings of the platforms. Default: those of an empty environment. */
  settings?: PlatformSettingsByName;
}

/** Creates the connectors of all platforms that have one. */
export function createPlatforms(options: PlatformsOptions): PlatformRegistry {
  const { definitions, fetchFor, clock, settings = {} } = options;
  const platforms = new Map<PlatformName, Platform>();
  for (const definition of definitions) {
    const { name, label, websites, connector, options, optionMedia, cardRefusal, changeRules } = definition;
    if (connector === null) continue;
    const parts = { safeFetch: fetchFor(name), clock };
    const own = settings[name] ?? connector.readSettings({});
    const created = connector.create(parts, own);
    platforms.set(
      name,
      Object.assign(created, {
        name,
        label,
        websites,
        optionsSchema: optionsSchemaOf(options),
        optionMedia,
        changeRules,
        ...(cardRefusal && { cardRefusal }),
        ...(own.datedVersion && { datedVersion: own.datedVersion }),
      }),
    );
  }
  return platforms;
}
