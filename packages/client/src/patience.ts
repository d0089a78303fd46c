import type { Clock } from './clock.js';
import { isPunctualError } from './errors.js';

/** The longest delay stated by a response that is waited for. */
const statedDelayMsMax = 10 * 60_000;

interface Patience {
  clock: Clock;
  /** How long to wait at most if the server states a delay. */
  delayMsMax?: number;
}

/**
 * Reads the data that a program waits for. Null: the server could not be reached or was busy, and the delay that it
 * stated has passed, so the program can ask again. A restart of the server must not lose the result of a long wait.
 */
export async function readPatiently<T>(
  reading: Promise<T>,
  { clock, delayMsMax = statedDelayMsMax }: Patience,
): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (!isPassing(error)) throw error;
    const delayMs = Math.min(statedDelayMsOf(error), delayMsMax, statedDelayMsMax);
    if (delayMs > 0) await clock.sleep(delayMs);
    return null;
  }
}

function isPassing(error: unknown): boolean {
  if (isPunctualError(error)) return error.statusCode >= 500 || error.statusCode === 429;
  if (!(error instanceof Error)) return false;
  if ('isTemporary' in error) return error.isTemporary === true;
  // A proxy responds with a page of its own while the server restarts.
  const isPage = error instanceof SyntaxError;
  return isPage || error.name === 'TimeoutError' || ['fetch failed', 'terminated'].includes(error.message);
}

function statedDelayMsOf(error: unknown): number {
  if (!isPunctualError(error)) return 0;
  const body: object = error.body;
  return 'retryAfterMs' in body && typeof body.retryAfterMs === 'number' ? Math.max(0, body.retryAfterMs) : 0;
}
