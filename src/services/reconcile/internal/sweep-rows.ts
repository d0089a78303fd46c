import { and, asc, eq, gt, isNotNull, lt, notExists, or, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { someAtOnce } from '../../../concurrency/some-at-once.js';
import { sweepDebts } from '../../../db/schema/index.js';
import type { ServiceDeps } from '../../shared/context.js';

type SweepKind = (typeof sweepDebts.$inferSelect)['kind'];

const pageRowsMax = 200;
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

/** Rows of a table that need a look, in the order of a time and an id. A row without either needs none. */
export interface RowSweep<Row> {
  kind: SweepKind;
  table: PgTable & { $inferSelect: Row };
  since: AnyPgColumn;
  /** The minimum time since `since`. */
  ageMsMin?: number;
  where?: SQL | undefined;
  /** The id under which the row is postponed. */
  id: AnyPgColumn;
  /**
   * Handles a row. False means that the row is fine or that another process handles it, so it is checked again later, and
   * less often each time.
   */
  look: (row: Row, id: string) => Promise<boolean>;
}

interface Due<Row> {
  row: Row;
  since: Date;
  id: string;
}

/**
 * Handles all rows of a kind, several at a time. A row that fails or is still in progress is postponed, so that it does
 * not block the others. Returns how many rows were done.
 */
export async function sweepRows<Row>(run: SweepRun, sweep: RowSweep<Row>): Promise<number> {
  const endsAtMs = performance.now() + partMsMax;
  const state = { done: 0, failuresInARow: 0, isAway: false };
  const mayGoOn = (): boolean => !run.signal.aborted && !state.isAway && performance.now() < endsAtMs;
  let after: Due<Row> | undefined;
  while (mayGoOn()) {
    const rows = await readDue(run, sweep, after);
    await someAtOnce(rows, { atOnceMax: rowsAtOnceMax, mayGoOn }, async (due) => {
      const verdict = await lookAt(run, sweep, due);
      if (verdict === 'DONE') state.done += 1;
      state.failuresInARow = verdict === 'FAILED' ? state.failuresInARow + 1 : 0;
      if (state.failuresInARow < failuresInARowMax) return;
      state.failuresInARow = 0;
      state.isAway ||= !(await run.deps.starter.health()).reachable;
    });
    after = rows.at(-1);
    if (rows.length < pageRowsMax) break;
  }
  if (!mayGoOn())
    run.deps.log.warn({ kind: sweep.kind, done: state.done }, 'a part of the sweep stopped early');
  return state.done;
}

/** Reads the next rows after one, without postponed ones. */
async function readDue<Row>(
  { deps }: SweepRun,
  { kind, table, since, ageMsMin, where, id }: RowSweep<Row>,
  after: Due<Row> | undefined,
): Promise<Due<Row>[]> {
  const { db, clock } = deps;
  const isPostponed = db
    .select({ id: sweepDebts.id })
    .from(sweepDebts)
    .where(and(eq(sweepDebts.kind, kind), eq(sweepDebts.id, id), gt(sweepDebts.nextAt, clock.now())));
  const isOld = ageMsMin === undefined ? isNotNull(since) : lt(since, ago(deps, ageMsMin));
  const isNext = after && or(gt(since, after.since), and(eq(since, after.since), gt(id, after.id)));
  const rows = await db
    .select({ row: table, since, id })
    .from<PgTable>(table)
    .where(and(where, isOld, isNotNull(id), isNext, notExists(isPostponed)))
    .orderBy(asc(since), asc(id))
    .limit(pageRowsMax);
  return rows as Due<Row>[];
}

async function lookAt<Row>(
  { deps }: SweepRun,
  { kind, look }: RowSweep<Row>,
  { id, row }: Due<Row>,
): Promise<'DONE' | 'GOES_ON' | 'FAILED'> {
  try {
    if (await look(row, id)) return 'DONE';
    await putOff(deps, kind, id, 'goesOn');
    return 'GOES_ON';
  } catch (error) {
    deps.log.warn({ err: error, kind, id }, 'a row could not be swept; it is tried again later');
    await putOff(deps, kind, id, 'failed');
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

export function ago({ clock }: ServiceDeps, ms: number): Date {
  return new Date(clock.now().getTime() - ms);
}

/** Deletes the records of postponed rows that no sweep has looked at for a day after they were due again. */
export async function forgetDebts(deps: ServiceDeps): Promise<void> {
  await deps.db.delete(sweepDebts).where(lt(sweepDebts.nextAt, ago(deps, forgottenAfterMs)));
}
