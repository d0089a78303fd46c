import type { TemporalPrograms } from './temporal-server.js';

/** Of the slow sandbox. */
export const slowLineBytesPerSecond = 20_000_000;

/** Processes that a stack may have; `platform` notes when calls arrive, and stands in for the sandbox. */
export type PartName =
  | 'api'
  | 'worker'
  | 'bare-api'
  | 'bare-worker'
  | 'sandbox'
  | 'platform'
  | 'queue'
  | 'postgres'
  | 'temporal'
  | 'temporal-postgres';

/** Temporal with its data in SQLite (the development server), or in a Postgres of its own. */
export type ServerName = 'dev' | 'postgres';

export interface StackOptions {
  /** Left out: the development server. */
  temporalOnPostgres?: TemporalPrograms | undefined;
  /** Where accounts publish. Default: the sandbox; the slow one is in this process, and reads uploads as over a slow line. */
  simulated?: 'sandbox' | 'platform' | 'slow-sandbox';
  /** Runs the queue that is a baseline, too. */
  withQueue?: boolean;
}
