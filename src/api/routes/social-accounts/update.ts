import { z } from '@hono/zod-openapi';
import { updateAccountReads } from '../../../services/social-accounts/update-reads.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { socialAccountSchema, toSocialAccountResponse, socialAccountResource } from './schema.js';

const bodySchema = z
  .strictObject({
    readsComments: z
      .boolean()
      .optional()
      .openapi({ description: 'Whether comments below the account’s posts are read.' }),
    readsMetrics: z
      .boolean()
      .optional()
      .openapi({ description: 'Whether the metrics of the account’s posts (views, likes …) are read.' }),
  })
  .openapi('UpdateSocialAccount', {
    description: 'Changes to a social account.',
    example: { readsComments: true },
  });

export const updateSocialAccountOperation = defineOperation(
  {
    id: 'updateSocialAccount',
    call: 'PATCH /social-accounts/{id}',
    tag: 'Social accounts',
    summary: 'Turn reading comments and metrics on or off',
    description:
      'Turns reading on or off for an account: of comments below its posts, and of the metrics of its posts. Both are read by default, except on platforms that charge for it; there, older comments are stored as read and send no event when you turn reading on. A platform without comments or without metrics returns VALIDATION_FAILED. Only owners and admins can do this.',
    credential: 'key or session',
    scope: 'unlimited key',
    in: { params: idParams(exampleIds.socialAccount), body: bodySchema },
    out: { 200: jsonResponse(socialAccountSchema, 'The social account.') },
    errors: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND'],
    resource: socialAccountResource,
  },
  async (c) => {
    const account = await updateAccountReads(c.var.ctx, {
      socialAccountId: c.req.valid('param').id,
      ...omitUndefined(c.req.valid('json')),
    });
    return c.json(toSocialAccountResponse(account), 200);
  },
);
