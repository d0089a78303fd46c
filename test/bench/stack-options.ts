import type { ComposeFile } from '../harness/compose-environment.js';
import type { TemporalPrograms } from '../harness/temporal-on-postgres.js';

/** The speed at which the slow sandbox reads uploads. */
export const slowLineBytesPerSecond = 20_000_000;

/** The processes that a stack may have. `platform` records when calls arrive, and replaces the sandbox. */
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
  /** Default: the development server. */
  temporalOnPostgres?: TemporalPrograms | undefined;
  /**
   * Starts the installation of these files: one Postgres for everything, `punctual all` of the release instead of API
   * and worker, and no baselines.
   */
  composeFiles?: readonly ComposeFile[];
  /**
   * The server to which accounts publish. Default: the sandbox. The slow sandbox is in this process, and reads uploads
   * as over a slow line.
   */
  simulated?: 'sandbox' | 'platform' | 'slow-sandbox';
  /** Also runs the queue, which is a baseline. */
  withQueue?: boolean;
}
