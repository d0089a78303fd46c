import { createRoute } from '@hono/zod-openapi';
import { checkSocialAccount } from '../../../services/social-accounts/check.js';
import { bearerSecurity, errorResponses, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { socialAccountSchema, toSocialAccountResponse } from './schema.js';

const method = 'post';
const path = '/social-accounts/{id}/check';

const route = createRoute({
  method,
  path,
  operationId: 'checkSocialAccount',
  tags: ['Social accounts'],
  summary: 'Check a social account',
  description:
    'Asks the platform for the account’s current handle, name, profile picture and permissions, and whether access still works. If it does not, the account’s status becomes TOKEN_EXPIRED. An account that already has this status is not checked: reconnect it. If the platform cannot be asked, the call returns 503 RETRY and the account does not change. Only owners and admins can do this.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.socialAccount) },
  responses: {
    200: jsonResponse(socialAccountSchema, 'The social account.'),
    ...errorResponses({ method, path, codes: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND'] }),
  },
});

export const checkSocialAccountOperation = operation(route, async (c) => {
  const account = await checkSocialAccount(c.var.ctx, { socialAccountId: c.req.valid('param').id });
  return c.json(toSocialAccountResponse(account), 200);
});
