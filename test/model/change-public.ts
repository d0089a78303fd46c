import { editTarget } from '../../src/services/posts/edit-target.js';
import { removeTarget } from '../../src/services/posts/remove-target.js';
import { isUnconfirmed } from '../../src/services/publishing/confirm-published.js';
import { attempt, nextText } from './attempt.js';
import type { Applied, Command } from './commands.js';
import type { World } from './world.js';

/** A person asks for the removal of a target from its platform, or for another text there. */
export async function changePublic(
  world: World,
  command: Extract<Command, { do: 'remove' | 'correct' }>,
): Promise<Applied> {
  const postId = world.postId(command.post);
  if (postId === undefined) return 'SKIPPED';
  const rows = world
    .targetsOf(postId)
    .filter((row) => row.status === 'PUBLISHED' || (command.do === 'remove' && isUnconfirmed(row)));
  const target = rows[command.nth % Math.max(1, rows.length)];
  if (target === undefined) return 'SKIPPED';
  const of = { postId, targetId: target.id };
  const text = command.do === 'correct' ? nextText(world) : null;
  // The call may begin before the response.
  world.askedChanges.add(`${world.contentKey(target.id, 'POST')} ${text ?? ''}`);
  return attempt(world, () =>
    text === null ? removeTarget(world.ctx, of) : editTarget(world.ctx, { ...of, text }),
  );
}
