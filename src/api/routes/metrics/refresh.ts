import { z } from '@hono/zod-openapi';
import { metricRefreshSkips, refreshMetrics } from '../../../services/metrics/refresh.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idField, idInQuery, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';

const query = z.strictObject({
  workspaceId: idInQuery(exampleIds.workspace).openapi({
    description: 'The workspace whose metrics are read.',
  }),
});

const body = z
  .strictObject({
    socialAccountId: idField(exampleIds.socialAccount)
      .optional()
      .openapi({ description: 'Only the metrics of this account’s posts.' }),
    postId: idField(exampleIds.post)
      .optional()
      .openapi({ description: 'Only the metrics of this post, however old it is.' }),
  })
  .openapi('RefreshMetrics', {
    example: { postId: exampleIds.post },
    description: 'Which metrics to read. Without fields: those of all accounts of the workspace.',
  });

const account = z.string().openapi({ example: exampleIds.socialAccount });

const refreshSchema = z
  .object({
    accepted: z
      .array(z.object({ socialAccountId: account.openapi({ description: 'The account.' }) }))
      .openapi({ description: 'Accounts whose metrics are being read now.' }),
    skipped: z
      .array(
        z.object({
          socialAccountId: account.openapi({ description: 'The account.' }),
          reason: z.enum(metricRefreshSkips).openapi({
            description:
              'REFRESHED_LATELY: its metrics were read less than a minute ago. PAUSED: its calls are used up for now, or the platform asked for a pause. NOT_SUPPORTED: Punctual reads no metrics on the platform. SWITCHED_OFF: reading metrics is turned off for the account. PERMISSION_MISSING: the account was connected without the permission. TOKEN_EXPIRED: reconnect the account first. NOT_PUBLISHED: the post is not public there.',
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
  .openapi('MetricRefresh', {
    description: 'For which accounts metrics are now being read, and for which they are not.',
  });

export const refreshMetricsOperation = defineOperation(
  {
    id: 'refreshMetrics',
    call: 'POST /metrics/refresh',
    tag: 'Metrics',
    summary: 'Read metrics now',
    description:
      'Punctual reads metrics by itself: every hour in a post’s first six hours, every 3 hours on its first day, every 12 hours until day 3, and daily until day 30, or less often if nothing changes. This call reads them immediately, as far as the platform’s rate limits allow: for all posts of the last 30 days, or for one post of any age. You can call it once a minute per account. Only owners, admins and editors can do this, and a limited key needs `posts:write`, because a reading may cost money. On a platform that charges for reading, as X does, each post that is read costs money; such an account is skipped as SWITCHED_OFF until an owner or admin turns reading on.',
    credential: 'key or session',
    scope: 'posts:write',
    in: { query, body, bodyIsOptional: true },
    out: { 202: jsonResponse(refreshSchema, 'Metrics are being read.') },
    errors: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND', 'PLATFORM_AUTH_FAILED'],
  },
  async (c) => {
    const { workspaceId } = c.req.valid('query');
    const view = await refreshMetrics(c.var.ctx, { workspaceId, ...omitUndefined(c.req.valid('json')) });
    return c.json(view, 202);
  },
);
