import type { RefreshAheadResult } from '../domain/workflow-contract.js';
import { refreshAhead } from './options.js';

/** One sweep of the grants that are due, started by its Schedule. */
export function refreshAheadWorkflow(): Promise<RefreshAheadResult> {
  return refreshAhead();
}
