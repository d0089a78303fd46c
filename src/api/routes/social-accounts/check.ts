import { createRoute } from '@hono/zod-openapi';
import { checkSocialAccount } from '../../../services/social-accounts/check.js';
import { bearerSecurity, errorResponses, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../openapi/examples.js';
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
  summary: 'Ask the platform how an account is',
  description:
    'Reads handle, name, picture and permissions anew, and finds out whether the grant is alive: an account whose grant is dead answers with the status TOKEN_EXPIRED. One that has that status already is not asked about: connect it again. A platform that cannot be asked answers 503 RETRY, and the account keeps what it was told before. Workspace owners and admins only.',
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
