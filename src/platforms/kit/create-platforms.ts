import type { Clock } from '../../clock.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { SafeFetch } from '../../egress/safe-fetch.js';
import { createBluesky } from '../bluesky/create-bluesky.js';
import { videoUrlDefault } from '../bluesky/context.js';
import type { Platform, PlatformRegistry } from './platform.js';
import { createThreads } from '../threads/create-threads.js';
import { createX } from '../x/create-x.js';

/** `credentialHosts`: where accounts' credentials may go beside the configured addresses. Default: nowhere. */
export type PlatformFetchSource = (
  name: PlatformName,
  reach?: { credentialHosts: readonly string[] | 'any' },
) => SafeFetch;

/** The account's owner chooses its server, and the server is whom its tokens are for. */
export const blueskyFetch = (fetchFor: PlatformFetchSource): SafeFetch =>
  fetchFor('BLUESKY', { credentialHosts: 'any' });

export interface PlatformsOptions {
  /** The way out for one platform's connector, which calls what is configured and guards the rest. */
  fetchFor: PlatformFetchSource;
  clock: Clock;
  /** Where Bluesky takes films. Default: its own host. */
  blueskyVideoUrl?: string | undefined;
  /** Our registered X app; without a secret we refresh as a public client. */
  x?: { clientId?: string | undefined; clientSecret?: string | undefined };
}

/** Every connector of this build. A new platform is one folder and one line here. */
export function createPlatforms(options: PlatformsOptions): PlatformRegistry {
  const { fetchFor, clock, x } = options;
  const connectors: Platform[] = [
    createBluesky({
      safeFetch: blueskyFetch(fetchFor),
      clock,
      videoUrl: options.blueskyVideoUrl ?? videoUrlDefault,
    }),
    createX({
      safeFetch: fetchFor('X'),
      clock,
      clientId: x?.clientId ?? null,
      clientSecret: x?.clientSecret ?? null,
    }),
    createThreads({ safeFetch: fetchFor('THREADS'), clock }),
  ];
  return new Map(connectors.map((connector) => [connector.name, connector]));
}
