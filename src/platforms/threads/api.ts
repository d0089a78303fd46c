import { z } from 'zod';
import type { Clock } from '../../clock.js';
import type { SafeFetch } from '../../egress/safe-fetch.js';

export const threadsCredentialsSchema = z.object({ accessToken: z.string().min(1) });

export interface ThreadsContext {
  safeFetch: SafeFetch;
  clock: Clock;
  /** The page on which people grant access is there. */
  siteUrl: string;
  /** Of the registered app. */
  clientId: string | null;
  clientSecret: string | null;
  /** What Meta repeats when the address for pushes is registered. */
  webhookVerifyToken: string | null;
}
