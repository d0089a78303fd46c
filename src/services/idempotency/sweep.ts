import { lte } from 'drizzle-orm';
import { idempotencyKeys } from '../../db/schema/index.js';
import { idempotencyWindowMs } from '../../domain/limits.js';
import type { ServiceDeps } from '../shared/context.js';

/** Deletes expired keys, which have no effect any more. */
export async function sweepIdempotencyKeys({ db, clock }: Pick<ServiceDeps, 'db' | 'clock'>): Promise<void> {
  const windowStart = new Date(clock.now().getTime() - idempotencyWindowMs);
  await db.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, windowStart));
}
