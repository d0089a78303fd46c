import { Client, Connection, ScheduleNotFoundError } from '@temporalio/client';
import { NamespaceNotFoundError } from '@temporalio/common';
import { inject } from 'vitest';
import './end-with-runner.js';
import { temporalNamespace } from './provided.js';

/** The run's dev server: in memory, with time skipping allowed for the starts that ask for it. */
export function temporalAddress(): string {
  return inject('temporalAddress');
}

/**
 * Deletes the schedules of a namespace whose installation has ended. They would go on to start runs, which nothing
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

/** An installation may have ended before it made its namespace, and the list is not always up to date. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof NamespaceNotFoundError || error instanceof ScheduleNotFoundError)) throw error;
}

export { temporalNamespace };
