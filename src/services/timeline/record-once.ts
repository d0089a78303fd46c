import { sql } from 'drizzle-orm';
import { postEvents } from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';
import { isAbout, recordIf, type TimelineEntry } from './record.js';

/** Writes an entry for a target unless it exists, so that a repeated step reports once. Returns whether it is new. */
export function recordOnce(
  deps: Pick<ServiceDeps, 'db' | 'clock'>,
  { id: targetId, postId }: { id: string; postId: string },
  { kind, detail }: Required<Pick<TimelineEntry, 'kind' | 'detail'>>,
): Promise<boolean> {
  const isNew = sql`not exists (select 1 from ${postEvents} where ${isAbout(postId)} and target_id = ${targetId}
    and kind = ${kind} and detail = ${JSON.stringify(detail)}::jsonb)`;
  return recordIf(deps.db, deps, postId, { kind, targetId, detail }, isNew);
}
