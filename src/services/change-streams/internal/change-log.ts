import {
  changeReadsInARowMax,
  lateCommitMsMax,
  streamResumeMsMax,
  type Change,
} from '../../../domain/change-streams.js';
import type { ServiceDeps } from '../../shared/context.js';
import { createNumbers } from './numbers.js';
import { readChanges, readStart, type ChangeRow } from './read-changes.js';

type LogDeps = Pick<ServiceDeps, 'db' | 'clock'>;

/** The changes of one or more reads. `isReset`: there were too many to name. */
export interface Found {
  changes: Change[];
  isReset: boolean;
}

export interface ChangeLog {
  /** Finds what has been committed since the last call. */
  next: () => Promise<Found>;
  /** Finds what an earlier stream, of this or another process, has not reported. */
  after: (position: string) => Promise<Found>;
  /** The position up to which everything has been found. */
  position: () => string;
}

/** Opens the log of changes at its end. */
export async function openChangeLog({ db, clock }: LogDeps): Promise<ChangeLog> {
  const numbers = createNumbers(await readStart(db), clock.now().getTime());
  let readMs = clock.now().getTime();
  /** The changes found by their time that may be found again, with that time. */
  const known = new Map<string, number>();
  const sinceMs = (): number => readMs - lateCommitMsMax;
  const isNews = ({ number, type, id, at }: ChangeRow): boolean => {
    const key = `${type} ${id} ${at}`;
    if (number !== null) return true;
    if (known.has(key)) return false;
    known.set(key, Date.parse(`${at}Z`));
    return true;
  };
  let hadMoreByTime = false;
  const read = async (): Promise<{ rows: ChangeRow[]; isReset: boolean; hasMore: boolean }> => {
    const nowMs = clock.now().getTime();
    const reach = { highest: numbers.highest(), missing: numbers.missing(), since: new Date(sinceMs()) };
    const { rows, hasMoreEntries, hasMoreByTime } = await readChanges(db, reach);
    const isBounded = numbers.note(
      rows.flatMap(({ number }) => number ?? []),
      nowMs,
    );
    readMs = nowMs;
    for (const [key, atMs] of known) if (atMs < sinceMs()) known.delete(key);
    // A flood is announced when it begins and when it ends; in between, only its latest changes are reported.
    const isReset = !isBounded || hasMoreByTime !== hadMoreByTime;
    hadMoreByTime = hasMoreByTime;
    return { rows: rows.filter(isNews), isReset, hasMore: hasMoreEntries };
  };
  // The changes that the first read finds were committed before the log was opened.
  await read();
  return {
    next: async () => {
      const rows: ChangeRow[] = [];
      let isReset = false;
      for (let reads = 1; reads <= changeReadsInARowMax; reads += 1) {
        const found = await read();
        rows.push(...found.rows);
        isReset ||= found.isReset;
        if (!found.hasMore) break;
      }
      return { changes: merged(rows), isReset };
    },
    after: async (position) => {
      const start = parsePosition(position);
      const isOld = start === undefined || start.sinceMs < clock.now().getTime() - streamResumeMsMax;
      // After a restore of the database, the numbers may begin again below the position.
      if (isOld || start.complete > numbers.highest()) return { changes: [], isReset: true };
      const { complete: highest, sinceMs } = start;
      const found = await readChanges(db, { highest, missing: [], since: new Date(sinceMs) });
      return { changes: merged(found.rows), isReset: found.hasMoreEntries || found.hasMoreByTime };
    },
    position: () => `${numbers.complete()}.${sinceMs()}`,
  };
}

function parsePosition(text: string): { complete: number; sinceMs: number } | undefined {
  const [, complete, sinceMs] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  return complete === undefined ? undefined : { complete: Number(complete), sinceMs: Number(sinceMs) };
}

/** Returns each changed object once, with all of its targets. */
function merged(rows: readonly ChangeRow[]): Change[] {
  const changes = new Map<string, Change>();
  for (const { type, id, workspaceId, targetId } of rows) {
    const key = `${type} ${id}`;
    const change = changes.get(key) ?? { type, id, workspaceId, targetIds: [] };
    changes.set(key, change);
    if (targetId !== null && !change.targetIds.includes(targetId)) change.targetIds.push(targetId);
  }
  return [...changes.values()];
}
