import { createRoute, z } from '@hono/zod-openapi';
import { listLimitDefault } from '../../../domain/limits.js';
import { platformNames } from '../../../domain/platform-names.js';
import { postStatuses } from '../../../domain/post-status.js';
import { listPosts } from '../../../services/posts/list.js';
import { postSorts } from '../../../services/posts/types.js';
import { bearerSecurity, errorResponses, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../openapi/examples.js';
import {
  commaList,
  cursorField,
  idField,
  idInQuery,
  instant,
  limitField,
  omitUndefined,
} from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { expandField, postListSchema, toPostListResponse } from './schema.js';

const method = 'get';
const path = '/posts';

const query = z.strictObject({
  workspaceId: idField(exampleIds.workspace).optional(),
  status: commaList(postStatuses).optional(),
  platform: commaList(platformNames).optional(),
  scheduledAfter: instant.optional(),
  scheduledBefore: instant.optional(),
  createdAfter: instant.optional(),
  createdBefore: instant.optional(),
  socialAccountId: idInQuery(exampleIds.socialAccount).optional(),
  expand: expandField,
  cursor: cursorField.optional(),
  limit: limitField,
  sort: z.enum(postSorts).optional().openapi({ default: '-createdAt' }),
});

const route = createRoute({
  method,
  path,
  operationId: 'listPosts',
  tags: ['Posts'],
  summary: 'List posts',
  description:
    'Without `workspaceId`, of every workspace that the API key reaches. The bounds in time are exclusive. A post whose scheduledAt changes while a list by scheduledAt is paged may be met at its new place. Deleted posts are left out.',
  security: bearerSecurity,
  request: { query },
  responses: {
    200: jsonResponse(postListSchema, 'A page of posts.'),
    ...errorResponses({ method, path, codes: ['VALIDATION_FAILED', 'FORBIDDEN_WORKSPACE'] }),
  },
});

export const listPostsOperation = operation(route, async (c) => {
  const { limit = listLimitDefault, sort = '-createdAt', ...filters } = c.req.valid('query');
  const page = await listPosts(c.var.ctx, { limit, sort, ...omitUndefined(filters) });
  return c.json(toPostListResponse(page), 200);
});
