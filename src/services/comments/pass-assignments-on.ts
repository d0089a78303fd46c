import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { commentAssignments, comments, memberships } from '../../db/schema/index.js';

/** New comments of one page may reply to each other, to this depth at most. */
const levelsMax = 100;

/**
 * Assigns each new comment to the member to whom the comment above it is assigned, unless that member is being removed.
 */
export async function passAssignmentsOn(q: Queryable, commentIds: readonly string[]): Promise<void> {
  if (commentIds.length === 0) return;
  for (let level = 0; level < levelsMax; level += 1) {
    const rows = await q.execute(sql`
      insert into ${commentAssignments} (comment_id, member_id)
      select answer.id, member.id
      from ${comments} answer
      join ${comments} parent on parent.social_account_id = answer.social_account_id
        and parent.external_comment_id = answer.parent_external_id
      join ${commentAssignments} assigned on assigned.comment_id = parent.id
      join ${memberships} member on member.id = assigned.member_id
      where answer.id = any(${sql.param([...commentIds])}::text[])
        and not exists (select from ${commentAssignments} known where known.comment_id = answer.id)
      order by answer.id for key share of answer, member
      on conflict do nothing returning 1`);
    if (rows.length === 0) return;
  }
}
