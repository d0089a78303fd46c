import { z } from '@hono/zod-openapi';
import { clientCommentCharsMax } from '../../../domain/client-links.js';
import { commentOnClientPost } from '../../../services/client-reviews/comment.js';
import { exampleIds } from '../../examples/ids.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { idParams, visibleText } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { clientCommentSchema, toCommentResponse } from './schema.js';

const body = z
  .strictObject({
    text: visibleText(clientCommentCharsMax).openapi({
      description: 'What the team should read.',
      example: 'Could we see the blue one?',
    }),
  })
  .openapi('WriteClientComment', { description: 'A comment for the team.' });

export const commentOnClientPostOperation = defineOperation(
  {
    id: 'commentOnClientPost',
    call: 'POST /client/posts/{id}/comments',
    tag: 'Client reviews',
    summary: 'Comment on a post as a client',
    description:
      'Writes a comment on a post that waits for approval. The team sees it in the post’s timeline; it is never published. A post can have at most 100 comments of clients.',
    credential: 'client link',
    in: { params: idParams(exampleIds.post), body },
    out: { 201: jsonResponse(clientCommentSchema, 'The comment.') },
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  async (c) => {
    const postId = c.req.valid('param').id;
    const comment = await commentOnClientPost(c.var.ctx, { postId, text: c.req.valid('json').text });
    return c.json(toCommentResponse(comment), 201);
  },
);
