import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { targets } from '../../db/schema/index.js';
import { lockPost, type PostRow, type TargetRow } from './records.js';

/** Locks the post of a target. Undefined if either was removed. */
export async function lockTarget(
  tx: Tx,
  targetId: string | null,
): Promise<{ post: PostRow; target: TargetRow } | undefined> {
  const [row] = await tx
    .select({ postId: targets.postId })
    .from(targets)
    .where(eq(targets.id, targetId ?? ''));
  const record = row?.postId ? await lockPost(tx, row.postId) : undefined;
  const target = record?.targets.find(({ id }) => id === targetId);
  return record && target && { post: record.post, target };
}
