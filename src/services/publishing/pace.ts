import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { socialAccounts, targets } from '../../db/schema/index.js';
import type { ServiceDeps } from '../context.js';
import type { SocialAccountRow } from '../posts/content.js';
import type { LoadedPublication } from './publication.js';

/** Distance between two calls of an account that was rate limited, until nobody waits any more. */
const paceStepMs = 1_000;

/**
 * How long a call must wait because its account was rate limited. The first to ask takes the account's next
 * free slot, and keeps it: a burst on one account then trickles out in order, and delays no other account.
 */
export async function paceWaitMs(
  deps: ServiceDeps,
  { account, target }: LoadedPublication,
  workflowNowMs: number,
): Promise<number> {
  const nowMs = Math.max(workflowNowMs, deps.clock.now().getTime());
  if (target.paceSlotAt !== null) return target.paceSlotAt.getTime() - nowMs;
  if (account.pacedUntil === null || account.pacedUntil.getTime() <= nowMs) return 0;
  const [reserved] = await deps.db
    .update(socialAccounts)
    .set({ pacedUntil: sql`${socialAccounts.pacedUntil} + make_interval(secs => ${paceStepMs / 1000})` })
    .where(eq(socialAccounts.id, account.id))
    .returning({ next: socialAccounts.pacedUntil });
  const slotMs = (reserved?.next?.getTime() ?? nowMs) - paceStepMs;
  await setSlot(deps, target.id, new Date(slotMs));
  return slotMs - nowMs;
}

/** The platform asked for a pause: the account's calls resume then, one after another. */
export async function startPace(
  deps: ServiceDeps,
  { account, target }: { account: SocialAccountRow; target: { id: string } },
  resumeMs: number,
): Promise<void> {
  const resumeAt = new Date(resumeMs);
  await deps.db
    .update(socialAccounts)
    .set({ pacedUntil: new Date(resumeMs + paceStepMs) })
    .where(
      and(
        eq(socialAccounts.id, account.id),
        or(isNull(socialAccounts.pacedUntil), lt(socialAccounts.pacedUntil, resumeAt)),
      ),
    );
  await setSlot(deps, target.id, resumeAt);
}

async function setSlot(deps: ServiceDeps, targetId: string, paceSlotAt: Date): Promise<void> {
  await deps.db.update(targets).set({ paceSlotAt }).where(eq(targets.id, targetId));
}
