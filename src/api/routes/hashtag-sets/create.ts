import { z } from '@hono/zod-openapi';
import { hashtagSetsPerWorkspaceMax } from '../../../domain/limits.js';
import { hashtagSetTexts } from '../../../services/posts/hashtag-sets.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { defineOperation } from '../../openapi/operation.js';
import { workspaceParams } from '../workspaces/params.js';
import { hashtagSetFields, hashtagSetSchema, toHashtagSetResponse } from './schema.js';

const body = z
  .strictObject(hashtagSetFields)
  .openapi('CreateHashtagSet', { description: 'The hashtag set to create.' });

export const createHashtagSetOperation = defineOperation(
  {
    id: 'createHashtagSet',
    call: 'POST /workspaces/{id}/hashtag-sets',
    tag: 'Posts',
    summary: 'Create a hashtag set',
    description: `Stores hashtags that members insert together into posts. A workspace can have ${hashtagSetsPerWorkspaceMax} sets. Only owners, admins and editors can do this.`,
    credential: 'key or session',
    scope: 'posts:write',
    in: { params: workspaceParams, body },
    out: { 201: jsonResponse(hashtagSetSchema, 'The hashtag set.') },
    errors: ['VALIDATION_FAILED', 'INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
  },
  async (c) => {
    const workspaceId = c.req.valid('param').id;
    const { name, hashtags: text } = c.req.valid('json');
    const set = await hashtagSetTexts.create(c.var.ctx, { workspaceId, name, text });
    return c.json(toHashtagSetResponse(set), 201);
  },
);
