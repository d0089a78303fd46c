import { Client, Connection, ScheduleNotFoundError } from '@temporalio/client';
import { NamespaceNotFoundError } from '@temporalio/common';
import { inject } from 'vitest';
import './end-with-runner.js';
import { temporalNamespace } from './provided.js';

/**
 * Returns the address of the run's development server, which is in memory and skips time for the starts that ask for
 * it.
 */
export function temporalAddress(): string {
  return inject('temporalAddress');
}

/**
 * Deletes the schedules of a namespace whose installation has ended. Otherwise they would start runs, which no worker
 * executes, until the server ends.
 */
export async function deleteSchedules(namespace: string): Promise<void> {
  const connection = await Connection.connect({ address: temporalAddress() });
  const { schedule } = new Client({ connection, namespace });
  try {
    for await (const { scheduleId } of schedule.list())
      await schedule.getHandle(scheduleId).delete().catch(ignoreMissing);
  } catch (error) {
    ignoreMissing(error);
  } finally {
    await connection.close();
  }
}

/**
 * Ignores that a namespace or schedule does not exist: an installation may have ended early, and the list may be
 * outdated.
 */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof NamespaceNotFoundError || error instanceof ScheduleNotFoundError)) throw error;
}

export { temporalNamespace };
