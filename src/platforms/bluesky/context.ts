import { z } from 'zod';
import type { Clock } from '../../clock.js';
import type { SafeFetch } from '../../egress/safe-fetch.js';
import type { PlatformSession } from '../kit/platform.js';

/** The app password itself is never stored: these two are what a session gives for it. */
export const blueskyCredentialsSchema = z.object({
  accessJwt: z.string().min(1),
  refreshJwt: z.string().min(1),
});

export interface BlueskyContext {
  safeFetch: SafeFetch;
  clock: Clock;
  /** The host that takes films, without a trailing slash. */
  videoUrl: string;
  /** Where a call goes, and which words its failures must not repeat. */
  at: (session: PlatformSession) => { baseUrl: string; secrets: readonly string[] };
}

export function createBlueskyContext(deps: Omit<BlueskyContext, 'at'>): BlueskyContext {
  const at = (session: PlatformSession): ReturnType<BlueskyContext['at']> => ({
    baseUrl: session.baseUrl,
    secrets: Object.values(session.credentials).filter((value) => typeof value === 'string'),
  });
  return { ...deps, at };
}
