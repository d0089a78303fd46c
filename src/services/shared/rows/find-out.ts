import { setTimeout as delay } from 'node:timers/promises';
import { isTransientDbError } from '../../../db/errors.js';
import { isOutcomeUnknown } from '../../../db/outcome.js';

const repeatDelaysMs = [50, 250, 1_000] as const;

interface Written<T> {
  /** Whether the rows are stored, by the first write or a repeat. */
  isStored: () => Promise<boolean>;
  /** The result that the write would have returned. */
  stored: T;
  /** Whether the result shows that the write stored its rows. */
  hasWritten: (result: T) => boolean;
}

/**
 * Runs a write of rows whose ids are already chosen. If the connection is lost before the database has confirmed the
 * write, the write is repeated: it waits for the first one if that still runs, and conflicts with its rows if it
 * succeeded. Throws the first error if the database stays unreachable.
 */
export async function findOut<T>(
  write: () => Promise<T>,
  { isStored, stored, hasWritten }: Written<T>,
): Promise<T> {
  const first = await resultOf(write);
  if ('value' in first) return first.value;
  if (!isOutcomeUnknown(first.error)) throw first.error;
  for (const delayMs of repeatDelaysMs) {
    await delay(delayMs);
    const again = await resultOf(write);
    if ('value' in again && hasWritten(again.value)) return again.value;
    if ('error' in again && isTransientDbError(again.error)) continue;
    const found = await resultOf(isStored);
    if ('error' in found) continue;
    if (found.value) return stored;
    if ('value' in again) return again.value;
    throw again.error;
  }
  throw first.error;
}

async function resultOf<T>(work: () => Promise<T>): Promise<{ value: T } | { error: unknown }> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error };
  }
}
