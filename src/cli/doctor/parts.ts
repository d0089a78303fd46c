import type { Client } from '@temporalio/client';
import type { SafeFetch } from '../../egress/safe-fetch.js';
import type { ServiceDeps } from '../../services/shared/context.js';

/** The parts that the doctor checks. A faulty part is replaced by a stand-in, and `isUnset` says so. */
export interface DoctorParts {
  deps: Pick<ServiceDeps, 'db' | 'clock' | 'vault' | 'media' | 'platforms' | 'connect'>;
  client: Client;
  /** The task queue that workers must poll. */
  queue: string;
  /** Whether the configuration has no usable value for a variable that it needs. */
  isUnset: (variable: string) => boolean;
  isProduction: boolean;
  /** How people refer to these backends; no secret is in it. */
  backends: { database: string; temporal: string; storage: string };
  /** Without a trailing slash. */
  publicUrl: string;
  isPublicUrlSet: boolean;
  trustProxyHops: number;
  sandboxUrl: string | null;
  isSandboxAllowedInProduction: boolean;
  /** Only for URLs from the configuration. */
  safeFetch: SafeFetch;
  /** For each question. */
  checkTimeoutMs: number;
}
