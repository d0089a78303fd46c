import { and, asc, gte, isNull } from 'drizzle-orm';
import { restores } from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';

/** The time since which rows may be missing, if a backup was loaded whose posts are not treated yet. */
export async function findUntreatedRestore({ db }: Pick<ServiceDeps, 'db'>): Promise<Date | null> {
  const [row] = await db
    .select({ since: restores.since })
    .from(restores)
    .where(isNull(restores.treatedAt))
    .orderBy(asc(restores.since))
    .limit(1);
  return row?.since ?? null;
}

/** Records that all posts are treated for rows that are missing since this time. */
export async function recordTreatment(
  { db, clock }: Pick<ServiceDeps, 'db' | 'clock'>,
  since: Date,
): Promise<void> {
  await db
    .update(restores)
    .set({ treatedAt: clock.now() })
    .where(and(isNull(restores.treatedAt), gte(restores.since, since)));
}
