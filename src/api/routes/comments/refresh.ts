import { createRoute, z } from '@hono/zod-openapi';
import { commentRefreshSkips, refreshComments } from '../../../services/comment-feeds/refresh.js';
import { bearerSecurity, errorResponses, jsonRequest, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../openapi/examples.js';
import { idField, idInQuery, omitUndefined } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';

const method = 'post';
const path = '/comments/refresh';

const query = z.strictObject({ workspaceId: idInQuery(exampleIds.workspace) });

const body = z
  .strictObject({
    socialAccountId: idField(exampleIds.socialAccount)
      .optional()
      .openapi({ description: 'Of this account alone.' }),
    postId: idField(exampleIds.post)
      .optional()
      .openapi({ description: 'Of this post alone, whatever its age.' }),
  })
  .openapi('RefreshComments');

const account = z.string().openapi({ example: exampleIds.socialAccount });

const refreshSchema = z
  .object({
    accepted: z.array(z.object({ socialAccountId: account })),
    skipped: z.array(
      z.object({
        socialAccountId: account,
        reason: z.enum(commentRefreshSkips).openapi({
          description:
            'REFRESHED_LATELY: asked for less than a minute ago. PAUSED: the account’s calls are used up for now, or its platform has asked for a pause. NOT_SUPPORTED: the platform has no API for comments. SWITCHED_OFF: reading is off for the account. TOKEN_EXPIRED: connect the account again first. NOT_PUBLISHED: the post is not public there.',
        }),
        retryAfterMs: z
          .int()
          .nullable()
          .openapi({ description: 'Of REFRESHED_LATELY and PAUSED: when it may be asked for again.' }),
      }),
    ),
  })
  .openapi('CommentRefresh');

const route = createRoute({
  method,
  path,
  operationId: 'refreshComments',
  tags: ['Comments'],
  summary: 'Read comments now',
  description:
    'Comments are read by themselves: in a post’s first hour every five minutes, in its first day every half hour, for 14 days every six hours. This reads them at once, as far as the accounts’ rate limits allow: of all posts of the last 14 days, or of one post of any age. At most once a minute for each account. Workspace owners, admins and editors only.',
  security: bearerSecurity,
  request: { query, body: jsonRequest(body, { required: false }) },
  responses: {
    202: jsonResponse(refreshSchema, 'They are being read.'),
    ...errorResponses({
      method,
      path,
      body: true,
      codes: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND', 'PLATFORM_AUTH_FAILED'],
    }),
  },
});

export const refreshCommentsOperation = operation(route, async (c) => {
  const { workspaceId } = c.req.valid('query');
  const view = await refreshComments(c.var.ctx, { workspaceId, ...omitUndefined(c.req.valid('json')) });
  return c.json(view, 202);
});
