import type { Context } from 'hono';
import type { ApiEnv } from '../types.js';

/**
 * Does what a request asks for, unless an earlier request with the same Idempotency-Key has done it and could not
 * respond. Then it only reads how things are now.
 */
export function once<T>(c: Context<ApiEnv>, work: () => Promise<T>, readNow: () => Promise<T>): Promise<T> {
  if (c.var.isDone !== true) return work();
  c.header('Idempotent-Replayed', 'true');
  return readNow();
}
