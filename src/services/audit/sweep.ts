import { asc, inArray, sql } from 'drizzle-orm';
import { auditLog } from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';

/** The number of rows that one sweep deletes. The next sweep continues. */
const rowsAtOnceMax = 1_000;

/** Deletes entries older than `auditKeptDays`, by the database's clock. */
export async function sweepAuditLog({
  db,
  auditKeptDays,
}: Pick<ServiceDeps, 'db' | 'auditKeptDays'>): Promise<void> {
  const old = db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(sql`${auditLog.createdAt} < now() - make_interval(days => ${auditKeptDays})`)
    .orderBy(asc(auditLog.createdAt))
    .limit(rowsAtOnceMax);
  await db.delete(auditLog).where(inArray(auditLog.id, old));
}
