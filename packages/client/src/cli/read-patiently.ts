import { isPunctualError } from '../errors.js';
import { ServerBusy } from './failures.js';

/**
 * Reads what a command waits for. Null: the server could not be reached or was busy, so the command asks again later. The
 * result of a long wait must not be lost to a restart of the server.
 */
export async function readPatiently<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (isPassing(error)) return null;
    throw error;
  }
}

function isPassing(error: unknown): boolean {
  if (isPunctualError(error)) return error.statusCode >= 500 || error.statusCode === 429;
  if (error instanceof ServerBusy) return true;
  if (!(error instanceof Error)) return false;
  // A proxy responds with a page of its own while the server restarts.
  const isPage = error instanceof SyntaxError;
  return isPage || error.name === 'TimeoutError' || ['fetch failed', 'terminated'].includes(error.message);
}
