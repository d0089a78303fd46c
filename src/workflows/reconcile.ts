import { patched } from '@temporalio/workflow';
import type { ReconcileResult } from '../domain/workflow-contract.js';
import { local, sweepDebts } from './options.js';

/** Runs one sweep of the reconciler, started by its Schedule. */
export function reconcileWorkflow(): Promise<ReconcileResult> {
  return patched('sweep-with-heartbeat') ? sweepDebts() : local.reconcile();
}
