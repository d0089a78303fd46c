import { createRoute } from '@hono/zod-openapi';
import { getSocialAccount } from '../../../services/social-accounts/get.js';
import { bearerSecurity, errorResponses, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { socialAccountSchema, toSocialAccountResponse, socialAccountResource } from './schema.js';

const method = 'get';
const path = '/social-accounts/{id}';

const route = createRoute({
  method,
  path,
  operationId: 'getSocialAccount',
  tags: ['Social accounts'],
  summary: 'Get a social account',
  description: 'Returns one social account.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.socialAccount) },
  responses: {
    200: jsonResponse(socialAccountSchema, 'The social account.'),
    ...errorResponses({ method, path, codes: ['FORBIDDEN_WORKSPACE', 'NOT_FOUND'] }),
  },
});

export const getSocialAccountOperation = operation(
  route,
  async (c) => {
    const account = await getSocialAccount(c.var.ctx, { socialAccountId: c.req.valid('param').id });
    return c.json(toSocialAccountResponse(account), 200);
  },
  socialAccountResource,
);
