import type { ServiceDeps } from '../shared/context.js';

/** Starts a staged run after the commit. If that fails, the reconciler tries again. Returns whether it was started. */
export async function tryStart(
  { log }: Pick<ServiceDeps, 'log'>,
  { workflowId, requestId }: { workflowId: string; requestId: string | null },
  start: () => Promise<void>,
): Promise<boolean> {
  try {
    await start();
    return true;
  } catch (error) {
    log.warn({ err: error, workflowId, requestId }, 'workflow start is pending');
    return false;
  }
}
