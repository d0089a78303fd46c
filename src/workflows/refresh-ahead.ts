import type { RefreshAheadResult } from '../domain/workflow-contract.js';
import { refreshAhead } from './options.js';

/** Refreshes the grants that are due, in one sweep started by its Schedule. */
export function refreshAheadWorkflow(): Promise<RefreshAheadResult> {
  return refreshAhead();
}
