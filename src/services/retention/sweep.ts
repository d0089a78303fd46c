import { and, asc, getTableName, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Tx } from '../../db/client.js';
import { comments } from '../../db/schema/index.js';
import { keptMsOf } from '../../domain/retention.js';
import { deleteComments } from '../account-grants/forget-comments.js';
import type { ServiceDeps } from '../shared/context.js';
import { retentionRules, type RetentionRule } from './rules.js';

type SweepDeps = Pick<ServiceDeps, 'db' | 'clock' | 'log' | 'metrics' | 'retention'>;

const rowsAtOnceMaxDefault = 500;
const referencesAtOnceMax = 1_000;

/**
 * The limits of one sweep. It ends with the batch that is running when its time is up, and the next sweep continues.
 */
export const retentionLimits = {
  sweepMsMax: 4_000,
  kindMsMax: 2_000,
  batchesOfKindMax: 50,
  statementTimeoutMs: 2_000,
};
type RetentionLimits = typeof retentionLimits;

/** One kind of rows, which are deleted in batches. */
interface Kind {
  name: string;
  table: string;
  deleteBatch: (tx: Tx) => Promise<Batch>;
}

interface Batch {
  deleted: number;
  /** Whether another batch should follow. */
  isFull: boolean;
}

/** Deletes rows that are older than they are kept, in small batches. A failure does not stop the other kinds. */
export async function sweepOldRows(
  deps: SweepDeps,
  signal: AbortSignal,
  limits: RetentionLimits = retentionLimits,
): Promise<void> {
  const endsAtMs = performance.now() + limits.sweepMsMax;
  const kinds = kindsOf(deps);
  // The sweep starts with a random kind, so that no kind always comes after others that use up the time.
  const first = Math.floor(Math.random() * kinds.length);
  for (const kind of [...kinds.slice(first), ...kinds.slice(0, first)])
    await sweepKind(deps, kind, signal, { ...limits, endsAtMs });
}

/** Returns the kinds of rows that are not kept forever. */
function kindsOf({ clock, retention }: SweepDeps): Kind[] {
  const cutoff = (keptMs: number | null): Date | null =>
    keptMs === null ? null : new Date(clock.now().getTime() - keptMs);
  const kinds = retentionRules.flatMap((rule): Kind[] => {
    const before = cutoff(rule.keptMs(retention));
    const { name, table } = rule;
    if (before === null) return [];
    return [{ name, table: getTableName(table), deleteBatch: (tx) => deleteOld(tx, rule, before) }];
  });
  const before = cutoff(keptMsOf(retention.comments));
  if (before === null) return kinds;
  // The publications of our replies are deleted as well.
  const deleteBatch = async (tx: Tx): Promise<Batch> => {
    const deleted = await deleteComments(tx, lte(comments.createdAt, before), rowsAtOnceMaxDefault);
    return { deleted, isFull: deleted === rowsAtOnceMaxDefault };
  };
  return [...kinds, { name: 'comments', table: getTableName(comments), deleteBatch }];
}

async function sweepKind(
  { db, log, metrics }: SweepDeps,
  { name, table, deleteBatch }: Kind,
  signal: AbortSignal,
  { endsAtMs, kindMsMax, batchesOfKindMax, statementTimeoutMs }: RetentionLimits & { endsAtMs: number },
): Promise<void> {
  const kindEndsAtMs = Math.min(endsAtMs, performance.now() + kindMsMax);
  try {
    for (let batches = 0; batches < batchesOfKindMax; batches += 1) {
      if (signal.aborted || performance.now() >= kindEndsAtMs) return;
      const { deleted, isFull } = await db.transaction(async (tx) => {
        await tx.execute(sql.raw(`set local statement_timeout = ${statementTimeoutMs}`));
        return deleteBatch(tx);
      });
      if (deleted > 0) metrics.rowsDeleted(table, deleted);
      if (!isFull) return;
    }
  } catch (error) {
    log.error({ err: error, rows: name }, 'old rows could not be deleted');
  }
}

/** Deletes the oldest rows, or sets references to them to null while there are any. */
async function deleteOld(tx: Tx, rule: RetentionRule, before: Date): Promise<Batch> {
  const { table, references, rowsAtOnceMax = rowsAtOnceMaxDefault } = rule;
  if (references !== undefined) {
    const { from, to } = references;
    // If most rows refer to a few common values, Postgres would read the whole table, although the rows to clear may
    // refer to others.
    await tx.execute(sql`set local enable_seqscan = off`);
    const cleared = await tx.execute(sql`
      update ${from.table} set ${sql.identifier(from.name)} = null where ctid = any(array(
        select ctid from ${from.table} where ${from} = any(array(${oldRows(rule, before, to)}))
        limit ${referencesAtOnceMax} for no key update skip locked)) returning 1`);
    if (cleared.length > 0) return { deleted: 0, isFull: true };
  }
  const isFree =
    references &&
    sql`and not exists (select 1 from ${references.from.table} where ${references.from} = ${references.to})`;
  const deleted = await tx.execute(
    sql`delete from ${table} where ctid = any(array(${oldRows(rule, before)} for update skip locked)) ${isFree} returning 1`,
  );
  return { deleted: deleted.length, isFull: deleted.length === rowsAtOnceMax };
}

/** Selects the oldest rows. A row that a transaction is using is left to a later sweep. */
export function oldRows(
  { table, at, only, rowsAtOnceMax = rowsAtOnceMaxDefault }: RetentionRule,
  before: Date,
  column: SQL | PgColumn = sql`ctid`,
): SQL {
  return sql`select ${column} from ${table} where ${and(lt(at, before), only?.(before))} order by ${asc(at)} limit ${rowsAtOnceMax}`;
}
