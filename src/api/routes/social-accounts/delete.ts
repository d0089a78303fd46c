import { createRoute, z } from '@hono/zod-openapi';
import { deleteSocialAccount } from '../../../services/social-accounts/delete.js';
import { bearerSecurity, errorResponses } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { socialAccountResource } from './schema.js';

const method = 'delete';
const path = '/social-accounts/{id}';

const querySchema = z.strictObject({
  purge: z
    .enum(['true', 'false'])
    .optional()
    .openapi({ description: 'true also deletes the comments below the account’s posts immediately.' }),
});

const route = createRoute({
  method,
  path,
  operationId: 'deleteSocialAccount',
  tags: ['Social accounts'],
  summary: 'Disconnect a social account',
  description:
    'Disconnects an account and erases its credentials. Punctual then ends its access at the platform where that is possible, and waits up to ten seconds for it; a failure there is not retried. Access stays while another account here depends on it, or while the same account is connected in another workspace. Targets still waiting for the account fail with ACCOUNT_DISCONNECTED when they are due.\n\nComments below its posts and the webhook events about them are deleted after thirty days, or immediately with `purge=true`. You can request that again later, even for an account that is already disconnected; a large number of comments takes a few minutes. Only owners and admins can do this.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.socialAccount), query: querySchema },
  responses: {
    204: { description: 'The account is disconnected.' },
    ...errorResponses({
      method,
      path,
      codes: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND', 'VALIDATION_FAILED'],
    }),
  },
});

export const deleteSocialAccountOperation = operation(
  route,
  async (c) => {
    const { purge } = c.req.valid('query');
    await deleteSocialAccount(c.var.ctx, {
      socialAccountId: c.req.valid('param').id,
      purge: purge === 'true',
    });
    return c.body(null, 204);
  },
  socialAccountResource,
);
