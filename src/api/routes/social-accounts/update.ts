import { createRoute, z } from '@hono/zod-openapi';
import { updateAccountComments } from '../../../services/comment-feeds/update-account.js';
import { bearerSecurity, errorResponses, jsonRequest, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { socialAccountSchema, toSocialAccountResponse, socialAccountResource } from './schema.js';

const method = 'patch';
const path = '/social-accounts/{id}';

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

const route = createRoute({
  method,
  path,
  operationId: 'updateSocialAccount',
  tags: ['Social accounts'],
  summary: 'Switch reading comments on or off',
  description:
    'Switches reading comments on or off for an account. Comments are read by default, except on platforms that charge for each one; there, older comments are stored as read and send no event when you switch reading on. A platform without an API for comments returns VALIDATION_FAILED. Only owners and admins can do this.',
  security: bearerSecurity,
  request: {
    params: idParams(exampleIds.socialAccount),
    body: jsonRequest(bodySchema, { required: true }),
  },
  responses: {
    200: jsonResponse(socialAccountSchema, 'The social account.'),
    ...errorResponses({
      method,
      path,
      body: true,
      codes: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND'],
    }),
  },
});

export const updateSocialAccountOperation = operation(
  route,
  async (c) => {
    const { readsComments } = c.req.valid('json');
    const account = await updateAccountComments(c.var.ctx, {
      socialAccountId: c.req.valid('param').id,
      readsComments,
    });
    return c.json(toSocialAccountResponse(account), 200);
  },
  socialAccountResource,
);
