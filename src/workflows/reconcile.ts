import type { ReconcileResult } from '../domain/workflow-contract.js';
import { local } from './options.js';

/** One sweep of the reconciler, started by its Schedule. */
export function reconcileWorkflow(): Promise<ReconcileResult> {
  return local.reconcile();
}
