import { isChangeOpen } from '../../src/domain/changes.js';
import type { ChangeRow } from '../../src/services/post-records/changes.js';
import { withFollowing } from '../../src/services/post-records/new-rows.js';
import type { TargetRow } from '../../src/services/post-records/records.js';
import { answersTo, type Entry } from './model-answers.js';
import type { Breach, World } from './world.js';

/** The post at the platform that a row names. */
export function entryNamed(world: World, id: string | null): Entry | undefined {
  return world.ledger.find((entry) => answersTo(entry, id));
}

/** At any moment: nothing is believed gone that readers can see, not even after a restore. */
export function wronglyGone(world: World): Breach[] {
  return withFollowing(world.rows.targets).flatMap(({ id, externalPostId, takenDownAt }) => {
    const entry = entryNamed(world, externalPostId);
    if (takenDownAt === null || entry === undefined || entry.isGone) return [];
    return [{ clause: 'removed-is-gone', text: `${id} is believed gone, and ${entry.id} is there` }];
  });
}

/** At the end: nothing is believed there that is gone, and the public text is known. */
export function wrongChanges(world: World): Breach[] {
  const open = world.rows.changes.filter(({ status }) => isChangeOpen(status));
  return [
    ...open.map(({ id, kind }): Breach => ({ clause: 'ends', text: `${kind} ${id} is under way for ever` })),
    ...world.rows.targets
      .filter(({ id, status }) => status === 'PUBLISHED' && !world.clouded.has(id))
      .flatMap((target) => [...wronglyThere(world, target), ...wrongText(world, target)]),
  ];
}

function wronglyThere(world: World, target: TargetRow): Breach[] {
  const [last] = changesOf(world, target, 'REMOVE').reverse();
  if (last?.status === 'UNCONFIRMED') return [];
  return withFollowing([target]).flatMap(({ id, externalPostId, takenDownAt }): Breach[] => {
    const entry = entryNamed(world, externalPostId);
    if (takenDownAt !== null || entry?.isGone !== true) return [];
    const told = last === undefined ? 'nobody has removed it' : `its removal is ${last.status}`;
    return [{ clause: 'gone-is-told', text: `${id} is believed there, ${entry.id} is gone, and ${told}` }];
  });
}

function wrongText(world: World, target: TargetRow): Breach[] {
  const entry = entryNamed(world, target.externalPostId);
  const edits = changesOf(world, target, 'EDIT');
  const sinceLastDone = edits.slice(edits.findLastIndex(({ status }) => status === 'DONE') + 1);
  const isUnclear = sinceLastDone.some(({ status }) => status === 'UNCONFIRMED');
  if (entry === undefined || entry.isGone || edits.length === 0 || isUnclear) return [];
  if (entry.shows === target.publishedCaption) return [];
  const text = `${target.id} is believed to say "${target.publishedCaption ?? ''}" and says "${entry.shows}"`;
  return [{ clause: 'text-is-told', text }];
}

function changesOf(world: World, { id }: TargetRow, kind: ChangeRow['kind']): ChangeRow[] {
  return world.rows.changes.filter((change) => change.publicationId === id && change.kind === kind);
}
