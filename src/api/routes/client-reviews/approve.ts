import { z } from '@hono/zod-openapi';
import { clientApprovalsAtOnceMax } from '../../../domain/client-links.js';
import { joinSentences } from '../../../domain/one-sentence.js';
import { approveClientPosts } from '../../../services/client-reviews/approve.js';
import { exampleIds } from '../../examples/ids.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { idField } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { explainedInPart } from '../../errors/envelope.js';
import { invalidRequest } from '../../errors/validation.js';
import { expectVersion, versionField } from './version.js';

const body = z
  .strictObject({
    posts: z
      .array(
        z.strictObject({
          id: idField(exampleIds.post).openapi({ description: 'The id of the post.' }),
          version: versionField,
        }),
      )
      .min(1)
      .max(clientApprovalsAtOnceMax)
      .openapi({ description: 'The posts to approve, each once, in the versions that the client has seen.' }),
  })
  .openapi('ApproveClientPosts', { description: 'The posts that a client approves.' });

const outcomesSchema = z
  .object({
    data: z
      .array(
        z.object({
          id: z.string().openapi({ description: 'The post.', example: exampleIds.post }),
          approved: z.boolean().openapi({ description: 'Whether it is approved now.', example: true }),
          code: z.string().nullable().openapi({
            description:
              'Why not; null if it is approved. PRECONDITION_FAILED: it was changed since the client has seen it. CONFLICT: it does not wait for approval any more. Otherwise a code of a single approval, such as INVALID_STATE if its time has passed.',
            example: null,
          }),
          message: z.string().nullable().openapi({ description: 'The same for people.', example: null }),
        }),
      )
      .openapi({ description: 'An outcome for each post, in the order of the request.' }),
  })
  .openapi('ClientApprovals', { description: 'What became of each approval.' });

export const approveClientPostsOperation = defineOperation(
  {
    id: 'approveClientPosts',
    call: 'POST /client/approvals',
    tag: 'Client reviews',
    summary: 'Approve posts as a client',
    description:
      'Approves one or more posts, each by itself, with the rules of `POST /posts/{id}/approve`. One that cannot be approved does not stop the others, so the response is 200 with an outcome for each. A post that was changed since the client has seen it is not approved. Each post counts as one request. If some posts fail with RETRY or INTERNAL_ERROR, or if you get no response, repeat the call with the same Idempotency-Key: it goes on with the posts that are left.',
    credential: 'client link',
    in: { body },
    out: { 200: jsonResponse(outcomesSchema, 'An outcome for each post.') },
    errors: [],
  },
  async (c) => {
    const { posts } = c.req.valid('json');
    if (new Set(posts.map(({ id }) => id)).size < posts.length) throw repeated();
    const seen = posts.map(({ id, version }) => ({ postId: id, expect: expectVersion(version) }));
    const outcomes = await approveClientPosts(c.var.ctx, seen);
    const data = outcomes.map((outcome) => {
      const id = outcome.postId;
      if (!('error' in outcome)) return { id, approved: true, code: null, message: null };
      const { code, message } = explainedInPart(c.var.ctx.log, outcome.error, c);
      return { id, approved: false, code, message: joinSentences(message) };
    });
    return c.json({ data }, 200);
  },
);

const repeated = () =>
  invalidRequest([{ path: 'posts', code: 'duplicate', message: 'Each post may be named only once.' }]);
