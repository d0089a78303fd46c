import { eq } from 'drizzle-orm';
import { sweeps } from '../../../db/schema/index.js';
import type { ServiceDeps } from '../../shared/context.js';
import { reconcileSweep } from '../../reconcile/lease.js';

export interface LastSweep {
  completedAt: Date;
  ageS: number;
}

/** The time of the last complete sweep. Null before the first one. */
export async function readLastSweep({
  db,
  clock,
}: Pick<ServiceDeps, 'db' | 'clock'>): Promise<LastSweep | null> {
  const [row] = await db
    .select({ completedAt: sweeps.completedAt })
    .from(sweeps)
    .where(eq(sweeps.name, reconcileSweep));
  if (row === undefined || row.completedAt === null) return null;
  const ageMs = clock.now().getTime() - row.completedAt.getTime();
  return { completedAt: row.completedAt, ageS: Math.max(0, Math.round(ageMs / 1000)) };
}
