import type { Clock } from '../clock.js';
import type { SafeFetch } from '../egress/safe-fetch.js';
import { createBluesky } from './bluesky/create-bluesky.js';
import { videoUrlDefault } from './bluesky/context.js';
import type { Platform, PlatformRegistry } from './platform.js';
import { createThreads } from './threads/create-threads.js';
import { createX } from './x/create-x.js';

export interface PlatformsOptions {
  safeFetch: SafeFetch;
  clock: Clock;
  /** Where Bluesky takes films. Default: its own host. */
  blueskyVideoUrl?: string | undefined;
  /** Our registered X app; without a secret we refresh as a public client. */
  x?: { clientId?: string | undefined; clientSecret?: string | undefined };
}

/** Every connector of this build. A new platform is one folder and one line here. */
export function createPlatforms(options: PlatformsOptions): PlatformRegistry {
  const { safeFetch, clock, x } = options;
  const connectors: Platform[] = [
    createBluesky({ safeFetch, clock, videoUrl: options.blueskyVideoUrl ?? videoUrlDefault }),
    createX({ safeFetch, clock, clientId: x?.clientId ?? null, clientSecret: x?.clientSecret ?? null }),
    createThreads({ safeFetch, clock }),
  ];
  return new Map(connectors.map((connector) => [connector.name, connector]));
}
