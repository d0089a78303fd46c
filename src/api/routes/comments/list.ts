import { createRoute, z } from '@hono/zod-openapi';
import { listLimitDefault } from '../../../domain/limits.js';
import { platformNames } from '../../../domain/platform-names.js';
import { listComments } from '../../../services/comments/list.js';
import { commentSorts } from '../../../services/comments/types.js';
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
import { commentListSchema, toCommentResponse } from './schema.js';

const method = 'get';
const path = '/comments';

const yesOrNo = (description: string) =>
  z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .openapi({ type: 'boolean', description });

const query = z.strictObject({
  workspaceId: idField(exampleIds.workspace).optional(),
  socialAccountId: idInQuery(exampleIds.socialAccount).optional(),
  platform: commaList(platformNames).optional(),
  postId: idInQuery(exampleIds.post).optional(),
  unread: yesOrNo('True: those of others that nobody has read. False: all but these.'),
  mine: yesOrNo('True: those of the accounts themselves. False: those of others.'),
  since: instant.optional().openapi({ description: 'Posted at this time or later.' }),
  until: instant.optional().openapi({ description: 'Posted before this time.' }),
  cursor: cursorField.optional(),
  limit: limitField,
  sort: z.enum(commentSorts).optional().openapi({ default: '-postedAt' }),
});

const route = createRoute({
  method,
  path,
  operationId: 'listComments',
  tags: ['Comments'],
  summary: 'List comments',
  description:
    'The comments under posts of the accounts, your own included. Without `workspaceId`, of every workspace that the API key reaches. Accounts of platforms without comments have none.',
  security: bearerSecurity,
  request: { query },
  responses: {
    200: jsonResponse(commentListSchema, 'A page of comments.'),
    ...errorResponses({ method, path, codes: ['VALIDATION_FAILED', 'FORBIDDEN_WORKSPACE'] }),
  },
});

export const listCommentsOperation = operation(route, async (c) => {
  const { limit = listLimitDefault, sort = '-postedAt', ...filters } = c.req.valid('query');
  const { data, nextCursor } = await listComments(c.var.ctx, { limit, sort, ...omitUndefined(filters) });
  return c.json({ data: data.map(toCommentResponse), nextCursor }, 200);
});
