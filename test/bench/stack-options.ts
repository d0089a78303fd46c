import type { ComposeFile } from '../harness/compose-environment.js';
import type { TemporalPrograms } from '../harness/temporal-on-postgres.js';

/** Of the slow sandbox. */
export const slowLineBytesPerSecond = 20_000_000;

/** Processes that a stack may have; `platform` notes when calls arrive, and stands in for the sandbox. */
export type PartName =
  | 'api'
  | 'worker'
  | 'all'
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
  /**
   * One Postgres for everything, `punctual all` of the release in place of API and worker, no baselines, and the settings
   * of these files.
   */
  composeFiles?: readonly ComposeFile[];
  /** Where accounts publish. Default: the sandbox; the slow one is in this process, and reads uploads as over a slow line. */
  simulated?: 'sandbox' | 'platform' | 'slow-sandbox';
  /** Runs the queue that is a baseline, too. */
  withQueue?: boolean;
}
