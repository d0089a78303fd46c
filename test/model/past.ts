import { afterRestore } from '../../src/services/reconcile/after-restore.js';
import { platformOf, type Applied } from './commands.js';
import { restoreSnapshot, takeSnapshot } from './snapshot.js';
import { copyOf, statusesOf, type World } from './world.js';
import { homeOf } from './world.js';

/** Takes a snapshot before each command, so that a later one can return to it. */
export async function remember(world: World): Promise<void> {
  const rows = await takeSnapshot(world.deps.db, world.workspaceId);
  world.snapshots.push({ rows, wishes: copyOf(world.wishes), at: new Date(world.nowMs) });
}

/** Restores the database, but not Temporal and the platforms. */
export async function restore(world: World, back: number, isTold: boolean): Promise<Applied> {
  const earlier = world.snapshots.at(-1 - back);
  if (earlier === undefined) return 'SKIPPED';
  const before = await world.read();
  // Workers are stopped before a restore (docs/reliability.md), so those that were given up do not continue.
  await world.temporal.abandon(({ givenUp }) => givenUp);
  await restoreSnapshot(world.deps.db, world.workspaceId, earlier.rows);
  world.wishes = copyOf(earlier.wishes);
  const after = await world.read();
  world.earlier = statusesOf(after);
  const kept = new Map(after.attempts.map((row) => [row.id, row.outcome]));
  for (const attempt of before.attempts) {
    if (kept.has(attempt.id) && kept.get(attempt.id) === attempt.outcome) continue;
    const { targetId, step } = homeOf(attempt.publicationId);
    world.clouded.add(targetId);
    const isRemembered = ['completed', 'closed'].includes(world.temporal.describe(attempt.workflowId));
    const isKeyed = before.targets.some((row) => row.id === targetId && row.platform === platformOf.keyed);
    if (!kept.has(attempt.id) && !isRemembered && !isKeyed)
      world.forgiven.add(world.contentKey(targetId, step));
  }
  const changesKept = new Map(after.changes.map((row) => [row.id, row]));
  for (const change of before.changes) {
    const now = changesKept.get(change.id);
    const isSame = now?.status === change.status && now.attemptCount === change.attemptCount;
    if (!isSame) world.clouded.add(change.publicationId);
  }
  if (isTold) {
    await afterRestore(world.deps, { since: earlier.at, dryRun: false });
    await world.temporal.settle();
  }
  return 'DONE';
}
