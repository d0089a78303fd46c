import { z } from '@hono/zod-openapi';
import { listLimitDefault } from '../../../domain/limits.js';
import { hashtagSetTexts } from '../../../services/posts/hashtag-sets.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { createdAtPage, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { workspaceParams } from '../workspaces/params.js';
import { hashtagSetListSchema, toHashtagSetResponse } from './schema.js';

export const listHashtagSetsOperation = defineOperation(
  {
    id: 'listHashtagSets',
    call: 'GET /workspaces/{id}/hashtag-sets',
    tag: 'Posts',
    summary: 'List the hashtag sets of a workspace',
    description:
      'Lists the hashtags that members of the workspace insert together into posts. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'posts:read',
    in: { params: workspaceParams, query: z.strictObject(createdAtPage) },
    out: { 200: jsonResponse(hashtagSetListSchema, 'A page of hashtag sets.') },
    errors: ['VALIDATION_FAILED', 'INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE'],
  },
  async (c) => {
    const workspaceId = c.req.valid('param').id;
    const { limit = listLimitDefault, sort = '-createdAt', cursor } = c.req.valid('query');
    const input = { workspaceId, limit, sort, ...omitUndefined({ cursor }) };
    const { data, nextCursor } = await hashtagSetTexts.list(c.var.ctx, input);
    return c.json({ data: data.map(toHashtagSetResponse), nextCursor }, 200);
  },
);
