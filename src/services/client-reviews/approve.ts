import { isAppError } from '../../domain/errors.js';
import { approvePost } from '../posts/approve.js';
import { changeEach, type EachOutcome } from '../posts/change-each.js';
import type { RequestContext } from '../shared/context.js';
import { requireClient } from './internal/client.js';
import { notWaiting, readWaiting } from './internal/waiting.js';

/** A post as the client has seen it. `expect` throws PRECONDITION_FAILED for any other version. */
export interface SeenPost {
  postId: string;
  expect: (view: object) => void;
}

/** Approves posts that a client has seen, each one separately. */
export async function approveClientPosts(
  ctx: RequestContext,
  seen: readonly SeenPost[],
): Promise<EachOutcome<void>[]> {
  requireClient(ctx);
  const expectOf = new Map(seen.map(({ postId, expect }) => [postId, expect]));
  return changeEach<void>(ctx, [...expectOf.keys()], {
    change: async (postId) => {
      const expect = expectOf.get(postId);
      try {
        await approvePost({ ...ctx, ...(expect && { expect }) }, { postId });
      } catch (error) {
        if (isAppError(error) && error.code === 'PRECONDITION_FAILED' && (await isDecided(ctx, postId)))
          throw notWaiting();
        throw error;
      }
    },
    again: () => Promise.resolve(),
  });
}

/**
 * A post that was decided meanwhile has changed too, and a client whose response was lost needs to know which of the
 * two happened.
 */
async function isDecided(ctx: RequestContext, postId: string): Promise<boolean> {
  return (await readWaiting(ctx, postId).catch(() => undefined)) === null;
}
