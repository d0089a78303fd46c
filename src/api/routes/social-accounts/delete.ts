import { createRoute, z } from '@hono/zod-openapi';
import { deleteSocialAccount } from '../../../services/social-accounts/delete.js';
import { bearerSecurity, errorResponses } from '../../openapi/descriptions.js';
import { exampleIds } from '../../openapi/examples.js';
import { idParams } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';

const method = 'delete';
const path = '/social-accounts/{id}';

const querySchema = z.strictObject({
  purge: z
    .enum(['true', 'false'])
    .optional()
    .openapi({ description: 'Whether comments under its posts are deleted at once.' }),
});

const route = createRoute({
  method,
  path,
  operationId: 'deleteSocialAccount',
  tags: ['Social accounts'],
  summary: 'Disconnect a social account',
  description:
    'Its credentials are erased at once. Its grant is then ended at the platform where the platform can do that, for which the answer waits up to ten seconds; what fails there is not tried again. A grant stays alive while another account here lives by it, or the same account is connected in another workspace. Targets still waiting for it fail with ACCOUNT_DISCONNECTED when they are due. Comments under its posts are deleted thirty days later, or at once with `purge=true`, together with the events that told of them. That can be asked for again, also of an account that is disconnected already; what is too much for one request goes in the minutes after it. Workspace owners and admins only.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.socialAccount), query: querySchema },
  responses: {
    204: { description: 'Disconnected.' },
    ...errorResponses({
      method,
      path,
      codes: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND', 'VALIDATION_FAILED'],
    }),
  },
});

export const deleteSocialAccountOperation = operation(route, async (c) => {
  const { purge } = c.req.valid('query');
  await deleteSocialAccount(c.var.ctx, {
    socialAccountId: c.req.valid('param').id,
    purge: purge === 'true',
  });
  return c.body(null, 204);
});
