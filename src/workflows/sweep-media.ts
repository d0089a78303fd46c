import type { SweepMediaResult } from '../domain/workflow-contract.js';
import { sweepMedia } from './options.js';

/** Runs one sweep of the media, started by its Schedule. */
export function sweepMediaWorkflow(): Promise<SweepMediaResult> {
  return sweepMedia();
}
