import { sql } from 'drizzle-orm';
import { postEvents } from '../../db/schema/index.js';
import type { ServiceDeps } from '../shared/context.js';
import { publisher, type TimelineEntry } from './record.js';

/** Writes an entry for a target unless it exists, so that a repeated step reports once. Returns whether it is new. */
export async function recordOnce(
  { db, clock }: Pick<ServiceDeps, 'db' | 'clock'>,
  { id: targetId, postId }: { id: string; postId: string },
  { kind, detail }: Required<Pick<TimelineEntry, 'kind' | 'detail'>>,
): Promise<boolean> {
  const text = JSON.stringify(detail);
  const written = await db.execute(sql`
    insert into ${postEvents} (post_id, target_id, at, kind, actor_kind, actor_id, detail)
    select ${postId}, ${targetId}, ${clock.now().toISOString()}::timestamptz, ${kind},
      ${publisher.kind}, ${publisher.part}, ${text}::jsonb
    where not exists (
      select 1 from ${postEvents}
      where post_id = ${postId} and target_id = ${targetId} and kind = ${kind} and detail = ${text}::jsonb
    ) returning 1`);
  return written.length > 0;
}
