import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.js';
import { publications, socialAccounts } from '../../../db/schema/index.js';
import { paceStepMsFirst, paceStepMsMin, paceStepShare } from '../../../domain/publish-ladders.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { SocialAccountRow } from '../../account-grants/view.js';
import type { LoadedPublication } from './publication.js';

/**
 * How long a call must wait because its account was rate limited. The caller reserves the account's next free slot, so
 * that a burst on one account goes out in order and delays no other account. Slots get closer together, so that the
 * account catches up. A new rate limit cancels unused slots, also of calls that wait for their turn.
 */
export async function paceWaitMs(
  deps: ServiceDeps,
  { account, row }: Pick<LoadedPublication, 'account' | 'row'>,
  workflowNowMs: number,
): Promise<number> {
  const nowMs = Math.max(workflowNowMs, deps.clock.now().getTime());
  const slotMs = row.paceSlotAt?.getTime();
  if (slotMs !== undefined && slotMs > nowMs - slotAgeMsMax) return slotMs - nowMs;
  if (account.pacedUntil === null || account.pacedUntil.getTime() <= nowMs) return 0;
  const slot = await takeSlot(deps, account.id, nowMs);
  await setSlot(deps.db, row.id, slot);
  return slot.getTime() - nowMs;
}

/** A slot is for the call right after it, so it expires after this time even if that call was held. */
const slotAgeMsMax = 30_000;
/** A call waits no longer than this for its turn after its slot. */
const unusedMsMax = 120_000;

/** Reserves the account's next free slot. The following slot is one step later, and the steps shrink. */
async function takeSlot({ db }: ServiceDeps, accountId: string, nowMs: number): Promise<Date> {
  const stepMs = sql`coalesce(${socialAccounts.paceStepMs}, ${paceStepMsFirst})`;
  const [row] = await db.execute<{ slotMs: string }>(sql`
    with before as (
      select id, paced_until, ${stepMs} as step_ms from ${socialAccounts}
      where ${socialAccounts.id} = ${accountId} for no key update
    )
    update ${socialAccounts}
    set paced_until = before.paced_until + before.step_ms * interval '1 millisecond',
      pace_step_ms = greatest(${paceStepMsMin}, floor(before.step_ms * ${paceStepShare}::numeric)::int)
    from before where ${socialAccounts.id} = before.id
    returning extract(epoch from before.paced_until) * 1000 as "slotMs"`);
  return new Date(Math.round(Number(row?.slotMs ?? nowMs)));
}

/**
 * Starts a pause that the platform asked for. Afterwards the account's calls resume, slowly at first. A run that waits
 * for a slot of an earlier pace reserves a new slot when it wakes, so no call is made during the pause.
 */
export async function startPace(
  deps: ServiceDeps,
  { account, row }: { account: SocialAccountRow; row: { id: string } },
  resumeMs: number,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await tx
      .update(socialAccounts)
      .set({ pacedUntil: new Date(resumeMs + paceStepMsFirst), paceStepMs: paceStepMsFirst })
      .where(eq(socialAccounts.id, account.id));
    await tx
      .update(publications)
      .set({ paceSlotAt: null })
      .where(
        and(
          eq(publications.socialAccountId, account.id),
          gt(publications.paceSlotAt, new Date(deps.clock.now().getTime() - unusedMsMax)),
          ne(publications.id, row.id),
        ),
      );
    await setSlot(tx, row.id, new Date(resumeMs));
  });
}

async function setSlot(q: Queryable, publicationId: string, paceSlotAt: Date): Promise<void> {
  await q.update(publications).set({ paceSlotAt }).where(eq(publications.id, publicationId));
}
