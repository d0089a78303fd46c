import { z } from '@hono/zod-openapi';
import { updateAccountComments } from '../../../services/comment-feeds/update-account.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { socialAccountSchema, toSocialAccountResponse, socialAccountResource } from './schema.js';

const bodySchema = z
  .strictObject({
    readsComments: z
      .boolean()
      .openapi({ description: 'Whether comments below the account’s posts are read.' }),
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
    summary: 'Switch reading comments on or off',
    description:
      'Switches reading comments on or off for an account. Comments are read by default, except on platforms that charge for each one; there, older comments are stored as read and send no event when you switch reading on. A platform without an API for comments returns VALIDATION_FAILED. Only owners and admins can do this.',
    credential: 'key or session',
    scope: 'unlimited key',
    in: { params: idParams(exampleIds.socialAccount), body: bodySchema },
    out: { 200: jsonResponse(socialAccountSchema, 'The social account.') },
    errors: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND'],
    resource: socialAccountResource,
  },
  async (c) => {
    const { readsComments } = c.req.valid('json');
    const account = await updateAccountComments(c.var.ctx, {
      socialAccountId: c.req.valid('param').id,
      readsComments,
    });
    return c.json(toSocialAccountResponse(account), 200);
  },
);
