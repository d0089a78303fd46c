import type { Context } from 'hono';
import type { z } from '@hono/zod-openapi';
import { changedPostsPerRequestMax } from '../../../domain/limits.js';
import { changePosts, type PostOutcome } from '../../../services/posts/change-many.js';
import { envelopeOf, explainedInPart } from '../../errors/envelope.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';
import type { ApiEnv } from '../../types.js';
import { changePostsSchema, postOutcomesSchema, toChangedPost, toPostChange } from './change-many-schema.js';

type Outcome = z.output<typeof postOutcomesSchema>['data'][number];

export const changePostsOperation = defineOperation(
  {
    id: 'changePosts',
    call: 'POST /posts/bulk',
    tag: 'Posts',
    summary: 'Change several posts',
    description: `Moves, schedules, cancels, deletes, approves, rejects or retries up to ${changedPostsPerRequestMax} posts, of any workspaces. Each post is changed on its own, with the rights, rules and errors of the operation for a single post, and one that fails does not stop the others: the response is 200 with an outcome for each. Each post counts as one request in the rate limits.\n\nTo make the call safe to repeat, send an Idempotency-Key. If some posts fail with RETRY, INTERNAL_ERROR or another error of 500 or above, or if you get no response, repeat the call with the same key: it goes on with the posts that have not been changed yet, and moves, approves or retries none a second time. Only when no such error is left, further repeats get the stored response.`,
    credential: 'key or session',
    scope: 'posts:write',
    mayPublish: true,
    in: { body: changePostsSchema },
    out: { 200: jsonResponse(postOutcomesSchema, 'What became of each post.') },
    errors: [],
  },
  async (c) => {
    const body = c.req.valid('json');
    const outcomes = await changePosts(c.var.ctx, { postIds: body.postIds, change: toPostChange(body) });
    return c.json({ data: outcomes.map((outcome) => toOutcome(c, outcome)) }, 200);
  },
);

function toOutcome(c: Context<ApiEnv>, outcome: PostOutcome): Outcome {
  const { postId } = outcome;
  if ('result' in outcome) {
    const post = outcome.result && toChangedPost(outcome.result);
    return { postId, outcome: 'DONE', post, error: null };
  }
  const error = explainedInPart(c.var.ctx.log, outcome.error, c);
  return { postId, outcome: 'FAILED', post: null, error: envelopeOf(error, c.var) };
}
