import { sql } from 'drizzle-orm';
import { socialAccounts } from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';

/** Stops reading the comments and numbers of these accounts until the given times. Publishing continues. */
export async function pauseAccounts(
  { db }: Pick<ServiceDeps, 'db'>,
  untilByAccount: ReadonlyMap<string, Date>,
): Promise<void> {
  if (untilByAccount.size === 0) return;
  const rows = [...untilByAccount].map(([id, until]) => ({ id, until }));
  await db.execute(sql`
    update ${socialAccounts} a set comments_paused_until = greatest(a.comments_paused_until, r.until)
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id text, until timestamptz)
    where a.id = r.id`);
}
