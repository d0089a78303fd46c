import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { commentAssignments, comments, memberships } from '../../src/db/schema/index.js';
import { assignComment } from '../../src/services/comments/assign.js';
import { createShiftedClock } from '../harness/clock.js';
import { createScriptedComments } from '../harness/scripted-comments.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { useStack, useWorkspace } from '../harness/use-stack.js';
import { makeDue, publishDue, read } from './reading-support.js';

describe('new comments in a conversation that is assigned', () => {
  const source = createScriptedComments();
  const stack = useStack({
    platforms: [Object.assign(createScriptedPlatform('BLUESKY', 'keyed'), { comments: source })],
    clock: createShiftedClock(),
    runWorker: false,
  });
  const workspace = useWorkspace(stack, ['BLUESKY']);

  it('are assigned to the same member, even replies to each other, but not those of other conversations', async () => {
    const { deps } = stack;
    const { externalPostId } = await publishDue(deps, workspace);
    const root = source.write(externalPostId);
    await read(deps);
    const [stored] = await deps.db.select().from(comments).where(eq(comments.externalCommentId, root));
    const { userId } = workspace.ctx.actor;
    await assignComment(workspace.ctx, { commentId: stored?.id ?? '', userId });

    const answer = source.write(externalPostId, { parentExternalId: root });
    const deep = source.write(externalPostId, { parentExternalId: answer });
    source.write(externalPostId);
    await makeDue(deps, externalPostId);
    await read(deps);
    const assigned = await deps.db
      .select({ external: comments.externalCommentId, userId: memberships.userId })
      .from(commentAssignments)
      .innerJoin(comments, eq(comments.id, commentAssignments.commentId))
      .innerJoin(memberships, eq(memberships.id, commentAssignments.memberId))
      .where(eq(comments.externalPostId, externalPostId));
    expect(new Set(assigned.map(({ external }) => external))).toEqual(new Set([root, answer, deep]));
    expect(new Set(assigned.map((one) => one.userId))).toEqual(new Set([userId]));
  });
});
