import { createRoute, z } from '@hono/zod-openapi';
import { updateAccountComments } from '../../../services/comment-feeds/update-account.js';
import { bearerSecurity, errorResponses, jsonRequest, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../openapi/examples.js';
import { idParams } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { socialAccountSchema, toSocialAccountResponse } from './schema.js';

const method = 'patch';
const path = '/social-accounts/{id}';

const bodySchema = z
  .strictObject({
    readsComments: z.boolean().openapi({ description: 'Whether comments under its posts are read.' }),
  })
  .openapi('UpdateSocialAccount', { example: { readsComments: true } });

const route = createRoute({
  method,
  path,
  operationId: 'updateSocialAccount',
  tags: ['Social accounts'],
  summary: 'Switch the reading of comments on or off',
  description:
    'Comments are read by default, except where the platform bills each one: there they are off until they are switched on, and those that are older are then stored as read, without an event. A platform without an API for comments answers VALIDATION_FAILED. Workspace owners and admins only.',
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

export const updateSocialAccountOperation = operation(route, async (c) => {
  const { readsComments } = c.req.valid('json');
  const account = await updateAccountComments(c.var.ctx, {
    socialAccountId: c.req.valid('param').id,
    readsComments,
  });
  return c.json(toSocialAccountResponse(account), 200);
});
