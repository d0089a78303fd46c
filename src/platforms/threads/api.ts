import { z } from 'zod';
import type { Clock } from '../../clock.js';
import type { SafeFetch } from '../../egress/safe-fetch.js';

export const threadsCredentialsSchema = z.object({ accessToken: z.string().min(1) });

export interface ThreadsContext {
  safeFetch: SafeFetch;
  clock: Clock;
  /** The website where people grant access. */
  siteUrl: string;
  /** The client of the registered app. */
  clientId: string | null;
  clientSecret: string | null;
  /** The verify token that Meta sends when the webhook URL is registered. */
  webhookVerifyToken: string | null;
}
