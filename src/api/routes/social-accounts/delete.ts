import { z } from '@hono/zod-openapi';
import { deleteSocialAccount } from '../../../services/social-accounts/delete.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { socialAccountResource } from './schema.js';

const querySchema = z.strictObject({
  purge: z
    .enum(['true', 'false'])
    .optional()
    .openapi({ description: 'true also deletes the comments below the account’s posts immediately.' }),
});

export const deleteSocialAccountOperation = defineOperation(
  {
    id: 'deleteSocialAccount',
    call: 'DELETE /social-accounts/{id}',
    tag: 'Social accounts',
    summary: 'Disconnect a social account',
    description:
      'Disconnects an account and erases its credentials. Punctual then ends its access at the platform where that is possible, and waits up to ten seconds for it; a failure there is not retried. Access stays while another account here depends on it, or while the same account is connected in another workspace. Targets still waiting for the account fail with ACCOUNT_DISCONNECTED when they are due.\n\nComments below its posts and the webhook events about them are deleted after thirty days, or immediately with `purge=true`. You can request that again later, even for an account that is already disconnected; a large number of comments takes a few minutes. Only owners and admins can do this.',
    credential: 'key or session',
    scope: 'unlimited key',
    in: { params: idParams(exampleIds.socialAccount), query: querySchema },
    out: { 204: { description: 'The account is disconnected.' } },
    errors: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND', 'VALIDATION_FAILED'],
    resource: socialAccountResource,
  },
  async (c) => {
    const { purge } = c.req.valid('query');
    await deleteSocialAccount(c.var.ctx, {
      socialAccountId: c.req.valid('param').id,
      purge: purge === 'true',
    });
    return c.body(null, 204);
  },
);
