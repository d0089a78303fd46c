import type { Clock } from './clock.js';
import type { AppConfig } from './config/config.js';
import type { JsonObject } from './domain/json.js';
import type { PlatformName } from './domain/platforms.js';
import { createGuardedFetch } from './egress/guarded-fetch.js';
import { createPlatformFetch } from './egress/platform-fetch.js';
import type { SafeFetch } from './egress/safe-fetch.js';
import type { UrlRejectReason } from './egress/url-guard.js';
import { tracedFetch } from './observability/traced-fetch.js';
import type { Tracing } from './observability/tracing.js';
import { platformDefinitions } from './platforms/index.js';
import { createPlatforms, type PlatformFetchSource } from './platforms/kit/create-platforms.js';
import { optionsSchemasOf, type PlatformDefinition } from './platforms/kit/definition.js';
import type { PlatformRegistry } from './platforms/kit/platform.js';
import type { ConnectDeps, PublishingDeps } from './services/shared/context.js';

export interface PlatformParts {
  clock: Clock;
  tracing: Tracing;
  /** A `fetch` for configured URLs only. */
  safeFetch: SafeFetch;
  /** Called for each refused URL that a platform or an account's document named. */
  onUrlRejected: (reason: UrlRejectReason) => void;
}

/** Creates the platforms' connectors and everything that they need. `close` releases it. */
export function createPlatformDeps(
  config: AppConfig,
  { clock, tracing, safeFetch, onUrlRejected }: PlatformParts,
): {
  registry: PlatformRegistry;
  baseUrlOf: PublishingDeps['platformBaseUrl'];
  optionsSchemas: ReadonlyMap<PlatformName, JsonObject>;
  /** A connector's way out to the network. */
  fetchFor: PlatformFetchSource;
  close: () => Promise<void>;
} {
  const handedFetch = createGuardedFetch({ policy: config.platformEgress, onRejected: onUrlRejected });
  const ways = {
    safeFetch: tracedFetch(tracing, safeFetch),
    guardedFetch: tracedFetch(tracing, handedFetch),
  };
  // Each platform has its own configured hosts: a connector must not trust the hosts of another platform.
  const fetchFor: PlatformFetchSource = (name) =>
    createPlatformFetch({
      ...ways,
      configuredUrls: configuredUrlsOf(config, name),
      credentialHosts: definitionOf(name).connector?.credentialHosts ?? [],
    });
  return {
    registry: createPlatforms({
      definitions: platformDefinitions,
      fetchFor,
      clock,
      settings: config.platformSettings,
    }),
    baseUrlOf: platformBaseUrlOf(config),
    optionsSchemas: optionsSchemasOf(platformDefinitions),
    fetchFor,
    close: async () => {
      await handedFetch[Symbol.asyncDispose]();
    },
  };
}

export function createConnectDeps({ connect, sandboxUrl }: AppConfig): ConnectDeps {
  return {
    publicUrl: () => connect.publicUrl,
    returnOrigins: connect.returnOrigins,
    hasSandbox: (platform) => sandboxUrl !== null && definitionOf(platform).sandbox !== null,
    names: new Map(platformDefinitions.map(({ name, path, label }) => [name, { path, label }])),
  };
}

function definitionOf(name: PlatformName): PlatformDefinition {
  const definition = platformDefinitions.find((known) => known.name === name);
  if (definition === undefined) throw new Error(`${name} is not in the list of platforms.`);
  return definition;
}

function configuredUrlsOf({ sandboxUrl, platformSettings }: AppConfig, name: PlatformName): string[] {
  const { baseUrl, serviceUrls = {} } = platformSettings[name] ?? {};
  const sandbox = sandboxUrl === null ? undefined : sandboxUrlOf(sandboxUrl, name);
  return [baseUrl, sandbox, ...Object.values(serviceUrls)].filter((url) => url !== undefined);
}

const sandboxUrlOf = (sandboxUrl: string, name: PlatformName): string =>
  `${sandboxUrl}/${definitionOf(name).path}`;

function platformBaseUrlOf({ sandboxUrl, platformSettings }: AppConfig): PublishingDeps['platformBaseUrl'] {
  return (platform, sandbox) => {
    if (sandbox) return sandboxUrlOf(sandboxUrl ?? 'http://sandbox.invalid', platform);
    return platformSettings[platform]?.baseUrl ?? 'https://platform.invalid';
  };
}
