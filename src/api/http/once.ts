import type { Context } from 'hono';
import type { ApiEnv } from '../types.js';

/**
 * Runs `work`, unless an earlier request with the same Idempotency-Key has already done it but could not respond. Then
 * it returns the current state from `readNow`.
 */
export function once<T>(c: Context<ApiEnv>, work: () => Promise<T>, readNow: () => Promise<T>): Promise<T> {
  if (c.var.isDone !== true) return work();
  c.header('Idempotent-Replayed', 'true');
  return readNow();
}
