import { z } from 'zod';
import type { Clock } from '../../clock.js';
import type { SafeFetch } from '../../egress/safe-fetch.js';

export const threadsCredentialsSchema = z.object({ accessToken: z.string().min(1) });

export interface ThreadsContext {
  safeFetch: SafeFetch;
  clock: Clock;
}
