import { z } from '@hono/zod-openapi';
import { listLimitDefault } from '../../../domain/limits.js';
import { platformNames } from '../../../domain/platform-names.js';
import { listComments } from '../../../services/comments/list.js';
import { commentSorts } from '../../../services/comments/types.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { exampleTimes } from '../../openapi/examples.js';
import {
  commaList,
  cursorField,
  idField,
  idInQuery,
  instantInQuery,
  limitField,
  omitUndefined,
  yesOrNo,
} from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { commentListSchema, toCommentResponse } from './schema.js';

const query = z.strictObject({
  workspaceId: idField(exampleIds.workspace)
    .optional()
    .openapi({ description: 'Only comments of this workspace.' }),
  socialAccountId: idInQuery(exampleIds.socialAccount)
    .optional()
    .openapi({ description: 'Only comments below posts of this account.' }),
  platform: commaList(platformNames, 'Only comments on one of these platforms.').optional(),
  postId: idInQuery(exampleIds.post).optional().openapi({ description: 'Only comments below this post.' }),
  unread: yesOrNo('true: only comments by others that are unread. false: everything else.'),
  mine: yesOrNo('true: only comments written by your accounts. false: only comments by others.'),
  assignedTo: idInQuery(exampleIds.user)
    .optional()
    .openapi({ description: 'Only comments that are assigned to the member with this user id.' }),
  assigned: yesOrNo('true: only comments that are assigned to a member. false: only those that are not.'),
  since: instantInQuery
    .optional()
    .openapi({ example: exampleTimes.past, description: 'Only comments written at or after this time.' }),
  until: instantInQuery.optional().openapi({ description: 'Only comments written before this time.' }),
  cursor: cursorField.optional(),
  limit: limitField,
  sort: z.enum(commentSorts).optional().openapi({
    description: 'The order of the list; a leading minus puts the latest first.',
    default: '-postedAt',
  }),
});

export const listCommentsOperation = defineOperation(
  {
    id: 'listComments',
    call: 'GET /comments',
    tag: 'Comments',
    summary: 'List comments',
    description:
      'Lists comments below posts of the connected accounts, including your own replies. Without `workspaceId`, the list covers every workspace that you can access. Platforms without an API for comments have none.',
    credential: 'key or session',
    scope: 'comments:read',
    in: { query },
    out: { 200: jsonResponse(commentListSchema, 'A page of comments.') },
    errors: ['VALIDATION_FAILED', 'FORBIDDEN_WORKSPACE'],
  },
  async (c) => {
    const { limit = listLimitDefault, sort = '-postedAt', ...filters } = c.req.valid('query');
    const { data, nextCursor } = await listComments(c.var.ctx, { limit, sort, ...omitUndefined(filters) });
    return c.json({ data: data.map(toCommentResponse), nextCursor }, 200);
  },
);
