import { z } from '@hono/zod-openapi';
import { refreshComments } from '../../../services/comment-feeds/refresh.js';
import { refreshSkips } from '../../../services/platform-reads/refresh.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idField, idInQuery, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';

const query = z.strictObject({
  workspaceId: idInQuery(exampleIds.workspace).openapi({
    description: 'The workspace whose comments are read.',
  }),
});

const body = z
  .strictObject({
    socialAccountId: idField(exampleIds.socialAccount)
      .optional()
      .openapi({ description: 'Only comments below posts of this account.' }),
    postId: idField(exampleIds.post)
      .optional()
      .openapi({ description: 'Only comments below this post, however old it is.' }),
  })
  .openapi('RefreshComments', {
    example: { socialAccountId: exampleIds.socialAccount },
    description: 'Which comments to read. Without fields: those of all accounts of the workspace.',
  });

const account = z.string().openapi({ example: exampleIds.socialAccount });

const refreshSchema = z
  .object({
    accepted: z
      .array(z.object({ socialAccountId: account.openapi({ description: 'The account.' }) }))
      .openapi({ description: 'Accounts whose comments are being read now.' }),
    skipped: z
      .array(
        z.object({
          socialAccountId: account.openapi({ description: 'The account.' }),
          reason: z.enum(refreshSkips).openapi({
            description:
              'REFRESHED_LATELY: its comments were read less than a minute ago. PAUSED: its calls are used up for now, or the platform asked for a pause. NOT_SUPPORTED: the platform has no API for comments. SWITCHED_OFF: reading comments is turned off for the account. TOKEN_EXPIRED: reconnect the account first. NOT_PUBLISHED: the post is not public there.',
          }),
          retryAfterMs: z.int().nullable().openapi({
            example: null,
            description:
              'For REFRESHED_LATELY and PAUSED: how many milliseconds to wait before you try again.',
          }),
        }),
      )
      .openapi({ description: 'Accounts that were skipped, and why.', example: [] }),
  })
  .openapi('CommentRefresh', {
    description: 'For which accounts comments are now being read, and for which they are not.',
  });

export const refreshCommentsOperation = defineOperation(
  {
    id: 'refreshComments',
    call: 'POST /comments/refresh',
    tag: 'Comments',
    summary: 'Read comments now',
    description:
      'Punctual reads comments by itself: every five minutes in a post’s first hour, every half hour on its first day, and every six hours for 14 days. This call reads them immediately, as far as the platform’s rate limits allow: for all posts of the last 14 days, or for one post of any age. You can call it once a minute per account. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'comments:write',
    in: { query, body, bodyIsOptional: true },
    out: { 202: jsonResponse(refreshSchema, 'Comments are being read.') },
    errors: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND', 'PLATFORM_AUTH_FAILED'],
  },
  async (c) => {
    const { workspaceId } = c.req.valid('query');
    const view = await refreshComments(c.var.ctx, { workspaceId, ...omitUndefined(c.req.valid('json')) });
    return c.json(view, 202);
  },
);
