import { eq } from 'drizzle-orm';
import { sweeps } from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';

/** The number of posts that one sweep enrolls. The next sweep continues. */
export const enrolledAtOnceMax = 2_000;
/** Each sweep also looks this far back, because a publication may be recorded late. */
const overlapMs = 60 * 60 * 1000;
/** How often the progress of the sweeps is saved. */
const noteEveryMs = 10 * 60 * 1000;

interface Enrolment {
  /** The name under which the progress is saved. */
  sweepName: string;
  /** Older posts are not enrolled. */
  ageMsMax: number;
  /** Enrolls posts that were published since then, `enrolledAtOnceMax` at most. Returns their number. */
  enrol: (since: Date) => Promise<number>;
}

/** Enrolls recently published posts, from where the last sweep ended. */
export async function enrolSince(
  { db, clock }: Pick<ServiceDeps, 'db' | 'clock'>,
  { sweepName, ageMsMax, enrol }: Enrolment,
): Promise<void> {
  const now = clock.now();
  const [mark] = await db.select({ at: sweeps.completedAt }).from(sweeps).where(eq(sweeps.name, sweepName));
  const markMs = mark?.at?.getTime() ?? 0;
  const count = await enrol(new Date(Math.max(now.getTime() - ageMsMax, markMs - overlapMs)));
  if (count === enrolledAtOnceMax || markMs >= now.getTime() - noteEveryMs) return;
  await db
    .insert(sweeps)
    .values({ name: sweepName, completedAt: now })
    .onConflictDoUpdate({ target: sweeps.name, set: { completedAt: now } });
}
