import { notFound } from '../../domain/errors.js';
import { lockPostWithRights } from '../post-records/lock-with-rights.js';
import type { PostView } from '../post-records/types.js';
import type { RequestContext } from '../shared/context.js';
import { readPostView } from './get.js';
import { requestRemoval } from './internal/request-removal.js';
import { awaitChanges, startChanges } from './start-change.js';

/**
 * Removes a public target from its platform (POST /posts/{id}/targets/{tid}/remove), with its first comment. An
 * unconfirmed target is looked up first. Waits a while for the end; a removal that is RUNNING in the response ends
 * later.
 */
export async function removeTarget(
  given: RequestContext,
  { postId, targetId }: { postId: string; targetId: string },
): Promise<PostView> {
  const asked = await given.db.transaction(async (tx) => {
    const { ctx, record } = await lockPostWithRights(tx, given, postId, 'writePosts');
    const target = record.targets.find((row) => row.id === targetId);
    if (target === undefined) throw notFound();
    return requestRemoval(tx, ctx, record, target);
  });
  if (asked !== null) {
    await startChanges(given, asked.start === null ? [] : [asked.start], given.requestId);
    await awaitChanges(given, [asked.changeId]);
  }
  return readPostView(given, postId);
}
