import { z } from '@hono/zod-openapi';
import { clientApprovalsAtOnceMax } from '../../../domain/client-links.js';
import { listClientPosts } from '../../../services/client-reviews/list.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { cursorField, limitField, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { clientPostListSchema, toClientPostResponse } from './schema.js';

export const listClientPostsOperation = defineOperation(
  {
    id: 'listClientPosts',
    call: 'GET /client/posts',
    tag: 'Client reviews',
    summary: 'List the posts that wait for the client',
    description:
      'Lists the posts of the link’s workspace that wait for approval, the earliest first, with everything that a preview needs. Posts leave the list once they are decided.',
    credential: 'client link',
    in: { query: z.strictObject({ cursor: cursorField.optional(), limit: limitField }) },
    out: { 200: jsonResponse(clientPostListSchema, 'A page of posts.') },
    errors: ['VALIDATION_FAILED'],
  },
  async (c) => {
    const { limit = clientApprovalsAtOnceMax, cursor } = c.req.valid('query');
    const page = await listClientPosts(c.var.ctx, { limit, ...omitUndefined({ cursor }) });
    return c.json({ data: page.data.map(toClientPostResponse), nextCursor: page.nextCursor }, 200);
  },
);
