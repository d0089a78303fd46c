import { and, asc, eq, gt, inArray, isNull, lt, notExists, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { posts, sweepDebts } from '../../../db/schema/index.js';
import type { Subject } from '../../post-records/records.js';
import type { ServiceDeps } from '../../shared/context.js';

export type SweepKind = (typeof sweepDebts.$inferSelect)['kind'];

export const pageRowsMax = 200;
/** The number of rows that are processed concurrently. Most of the time they wait for Temporal. */
const rowsAtOnceMax = 8;
/** After this many failures in a row, Temporal's health is checked. */
const failuresInARowMax = 16;
/** The time limit for each part of a sweep. The next sweep continues. */
const partMsMax = 30_000;
/** How long a row without progress is postponed: the first time, and at most. The wait doubles each time. */
const waits = {
  goesOn: { firstMs: 30_000, mostMs: 5 * 60_000 },
  failed: { firstMs: 30_000, mostMs: 10 * 60_000 },
} as const;
const doublingsMax = 10;
const forgottenAfterMs = 24 * 60 * 60 * 1000;

/** A sweep, with its dependencies and the signal that ends it. */
export interface SweepRun {
  deps: ServiceDeps;
  signal: AbortSignal;
  /** The minimum age of a row. The process that created a younger one is still working on it. */
  pendingAgeMsMin: number;
}

export interface Cursor {
  at: Date;
  id: string;
}

export interface RowSweep<Row> {
  kind: SweepKind;
  /** Reads the next rows in the order of the cursor, without postponed ones. */
  read: (after: Cursor | undefined) => Promise<Row[]>;
  cursorOf: (row: Row) => Cursor;
  /** The id under which the row is postponed. */
  debtIdOf: (row: Row) => string;
  /**
   * Handles a row. `GOES_ON` means that the row is fine or that another process handles it, so it is checked again
   * later, and less often each time.
   */
  look: (row: Row) => Promise<'DONE' | 'GOES_ON'>;
}

/**
 * Handles all rows of a kind, several at a time. A row that fails or is still in progress is postponed, so that it does
 * not block the others. Returns how many rows were done.
 */
export async function sweepRows<Row>(run: SweepRun, sweep: RowSweep<Row>): Promise<number> {
  const endsAtMs = performance.now() + partMsMax;
  const state = { done: 0, failuresInARow: 0, isAway: false };
  const mayGoOn = (): boolean => !run.signal.aborted && !state.isAway && performance.now() < endsAtMs;
  let after: Cursor | undefined;
  while (mayGoOn()) {
    const rows = await sweep.read(after);
    await someAtOnce(rows, mayGoOn, async (row) => {
      const verdict = await lookAt(run, sweep, row);
      if (verdict === 'DONE') state.done += 1;
      state.failuresInARow = verdict === 'FAILED' ? state.failuresInARow + 1 : 0;
      if (state.failuresInARow < failuresInARowMax) return;
      state.failuresInARow = 0;
      state.isAway ||= !(await run.deps.starter.health()).reachable;
    });
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageRowsMax) break;
    after = sweep.cursorOf(last);
  }
  if (!mayGoOn())
    run.deps.log.warn({ kind: sweep.kind, done: state.done }, 'a part of the sweep stopped early');
  return state.done;
}

async function lookAt<Row>(
  { deps }: SweepRun,
  sweep: RowSweep<Row>,
  row: Row,
): Promise<'DONE' | 'GOES_ON' | 'FAILED'> {
  const id = sweep.debtIdOf(row);
  try {
    const verdict = await sweep.look(row);
    if (verdict === 'GOES_ON') await putOff(deps, sweep.kind, id, 'goesOn');
    return verdict;
  } catch (error) {
    deps.log.warn({ err: error, kind: sweep.kind, id }, 'a row could not be swept; it is tried again later');
    await putOff(deps, sweep.kind, id, 'failed');
    return 'FAILED';
  }
}

async function putOff(
  { db, clock }: ServiceDeps,
  kind: SweepKind,
  id: string,
  why: keyof typeof waits,
): Promise<void> {
  const { firstMs, mostMs } = waits[why];
  const now = clock.now();
  const again = sql`${now.toISOString()}::timestamptz + least(
    ${mostMs}::float8,
    ${firstMs}::float8 * power(2, least(${sweepDebts.looks}, ${doublingsMax}))
  ) * interval '1 millisecond'`;
  await db
    .insert(sweepDebts)
    .values({ kind, id, looks: 1, nextAt: new Date(now.getTime() + firstMs) })
    .onConflictDoUpdate({
      target: [sweepDebts.kind, sweepDebts.id],
      set: { looks: sql`${sweepDebts.looks} + 1`, nextAt: again },
    });
}

export const openStatuses = ['SCHEDULED', 'PUBLISHING'] as const;
export type Overdue = Pick<Subject, 'id' | 'generation' | 'scheduledAt' | 'workflowId'>;

interface DuePosts extends Pick<RowSweep<Overdue>, 'kind' | 'look'> {
  before: Date;
  only: SQL | undefined;
  /** The id under which a post is postponed. */
  debt: 'id' | 'workflowId';
}

/** Handles the open posts that were due before a time. */
export function sweepDuePosts(run: SweepRun, { kind, before, only, debt, look }: DuePosts): Promise<number> {
  const { id, status, generation, scheduledAt, pendingWorkflowId, deletedAt } = posts;
  const workflowId = sql<string | null>`coalesce(${posts.workflowId}, ${pendingWorkflowId})`;
  const isDue = and(inArray(status, openStatuses), lt(scheduledAt, before), isNull(deletedAt), only);
  return sweepRows<Overdue>(run, {
    kind,
    read: (after) =>
      run.deps.db
        .select({ id, generation, scheduledAt, workflowId })
        .from(posts)
        .where(and(isDue, isAfter(scheduledAt, id, after), isDueForLook(run.deps, kind, posts[debt])))
        .orderBy(asc(scheduledAt), asc(id))
        .limit(pageRowsMax),
    cursorOf: (post) => ({ at: post.scheduledAt ?? new Date(0), id: post.id }),
    debtIdOf: (post) => post[debt] ?? '',
    look,
  });
}

/** The condition that a row is not postponed. */
export function isDueForLook({ db, clock }: ServiceDeps, kind: SweepKind, id: PgColumn): SQL {
  return notExists(
    db
      .select({ id: sweepDebts.id })
      .from(sweepDebts)
      .where(and(eq(sweepDebts.kind, kind), eq(sweepDebts.id, id), gt(sweepDebts.nextAt, clock.now()))),
  );
}

/** The condition that a row comes after the cursor, in ascending order of both columns. */
export function isAfter(at: PgColumn, id: PgColumn, after: Cursor | undefined): SQL | undefined {
  if (after === undefined) return undefined;
  return or(gt(at, after.at), and(eq(at, after.at), gt(id, after.id)));
}

export function ago({ clock }: ServiceDeps, ms: number): Date {
  return new Date(clock.now().getTime() - ms);
}

/** Deletes the records of postponed rows that no sweep has looked at for a day after they were due again. */
export async function forgetDebts(deps: ServiceDeps): Promise<void> {
  await deps.db.delete(sweepDebts).where(lt(sweepDebts.nextAt, ago(deps, forgottenAfterMs)));
}

async function someAtOnce<Row>(
  rows: readonly Row[],
  mayGoOn: () => boolean,
  work: (row: Row) => Promise<void>,
): Promise<void> {
  const waiting = rows.values();
  const lane = async (): Promise<void> => {
    for (const row of waiting) {
      if (!mayGoOn()) return;
      await work(row);
    }
  };
  await Promise.all(Array.from({ length: Math.min(rowsAtOnceMax, rows.length) }, lane));
}
