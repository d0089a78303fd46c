import { and, asc, getTableName, lt, lte, sql, type SQL } from 'drizzle-orm';
import { comments } from '../../db/schema/index.js';
import { keptMsOf } from '../../domain/retention.js';
import { deleteComments } from '../account-grants/forget-comments.js';
import type { ServiceDeps } from '../shared/context.js';
import { retentionRules, type RetentionRule } from './rules.js';

type SweepDeps = Pick<ServiceDeps, 'db' | 'clock' | 'log' | 'metrics' | 'retention'>;

const rowsAtOnceMaxDefault = 500;
/** The time limit for each kind of rows in one sweep. The next sweep continues. */
const ruleMsMax = 2_000;

/** Deletes rows that are older than they are kept, in small batches. A failure does not stop the others. */
export async function sweepOldRows(deps: SweepDeps, signal: AbortSignal): Promise<void> {
  for (const rule of retentionRules) {
    const before = cutoff(deps, rule.keptMs(deps.retention));
    if (before === null) continue;
    await sweepKind(deps, signal, {
      name: rule.name,
      table: getTableName(rule.table),
      rowsAtOnceMax: rule.rowsAtOnceMax ?? rowsAtOnceMaxDefault,
      deleteBatch: () => deleteOld(deps, rule, before),
    });
  }
  const before = cutoff(deps, keptMsOf(deps.retention.comments));
  if (before === null) return;
  await sweepKind(deps, signal, {
    name: 'comments',
    table: getTableName(comments),
    rowsAtOnceMax: rowsAtOnceMaxDefault,
    // The hidden post of each of our replies is deleted as well.
    deleteBatch: () => deleteComments(deps.db, lte(comments.createdAt, before), rowsAtOnceMaxDefault),
  });
}

function cutoff({ clock }: SweepDeps, keptMs: number | null): Date | null {
  return keptMs === null ? null : new Date(clock.now().getTime() - keptMs);
}

interface Kind {
  name: string;
  table: string;
  rowsAtOnceMax: number;
  deleteBatch: () => Promise<number>;
}

async function sweepKind(
  { log, metrics }: SweepDeps,
  signal: AbortSignal,
  { name, table, rowsAtOnceMax, deleteBatch }: Kind,
): Promise<void> {
  const endsAtMs = performance.now() + ruleMsMax;
  try {
    let deleted = rowsAtOnceMax;
    while (deleted === rowsAtOnceMax && !signal.aborted && performance.now() < endsAtMs) {
      deleted = await deleteBatch();
      if (deleted > 0) metrics.rowsDeleted(table, deleted);
    }
  } catch (error) {
    log.error({ err: error, rows: name }, 'old rows could not be deleted');
  }
}

async function deleteOld({ db }: SweepDeps, rule: RetentionRule, before: Date): Promise<number> {
  const { table } = rule;
  const deleted = await db.execute(
    sql`delete from ${table} where ctid = any(array(${oldRows(rule, before)} for update skip locked)) returning 1`,
  );
  return deleted.length;
}

/** Selects the oldest rows. A row that a transaction is using is left to a later sweep. */
export function oldRows(
  { table, at, only, rowsAtOnceMax = rowsAtOnceMaxDefault }: RetentionRule,
  before: Date,
): SQL {
  return sql`select ctid from ${table} where ${and(lt(at, before), only?.(before))} order by ${asc(at)} limit ${rowsAtOnceMax}`;
}
