import { eq, sql } from 'drizzle-orm';
import { targets } from '../../../db/schema/index.js';
import type { JsonObject } from '../../../domain/json.js';
import { isOutcomeOpen } from '../../../domain/publish-attempts.js';
import type { StepInput } from '../../../domain/workflow-contract.js';
import type { ServiceDeps } from '../../shared/context.js';
import { publisher, recordEvents, type TimelineEntry } from '../../timeline/record.js';
import { lockOpenTarget } from './fence.js';

/**
 * Stores what `prepare` gave, or an upload has reached, before anything is built upon it. `drop-media` takes what an
 * upload has brought to the platform out of the state, and nothing else. Under the post's lock, as everything that a
 * cancel must win against. False: nothing was stored, because the step is not the caller's any more, or another try
 * has made a call since the attempt `lastNumber`, whose look-up needs what is stored.
 */
export async function saveState(
  deps: ServiceDeps,
  input: StepInput,
  lastNumber: number,
  state: JsonObject | 'drop-media' | null,
  entries: readonly TimelineEntry[] = [],
): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const open = await lockOpenTarget(tx, input);
    const last = open?.last;
    if (open === undefined || (last?.number ?? 0) !== lastNumber) return false;
    if (isOutcomeOpen(last?.outcome)) return false;
    const value = state === 'drop-media' ? sql`${targets.postState} - 'media'` : state;
    await tx
      .update(targets)
      .set(input.step === 'POST' ? { postState: value } : { commentState: value })
      .where(eq(targets.id, input.targetId));
    await recordEvents(tx, deps, input.postId, publisher, entries);
    return true;
  });
}
