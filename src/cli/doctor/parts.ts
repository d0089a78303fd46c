import type { Client } from '@temporalio/client';
import type { SafeFetch } from '../../egress/safe-fetch.js';
import type { ServiceDeps } from '../../services/shared/context.js';

/** The parts that the doctor checks. A faulty part is replaced by a stand-in, and `isUnset` says so. */
export interface DoctorParts {
  deps: Pick<ServiceDeps, 'db' | 'clock' | 'vault' | 'media' | 'platforms' | 'connect' | 'installation'>;
  client: Client;
  /** The version of this build. */
  version: string;
  /** Whether the configuration has no usable value for a variable that it needs. */
  isUnset: (variable: string) => boolean;
  isProduction: boolean;
  /** Readable addresses of these backends, without secrets. */
  backends: { database: string; temporal: string; storage: string };
  /** The folder for media. Null if they are in a bucket. */
  storageFolder: string | null;
  /** The URL at which browsers and platforms reach the API, without a trailing slash. */
  publicUrl: string;
  isPublicUrlSet: boolean;
  trustProxyHops: number;
  sandboxUrl: string | null;
  isSandboxAllowedInProduction: boolean;
  /** A `fetch` for configured URLs only. */
  safeFetch: SafeFetch;
  /** The timeout of each call that a check makes. */
  checkTimeoutMs: number;
}
