import { getSocialAccount } from '../../../services/social-accounts/get.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { socialAccountSchema, toSocialAccountResponse, socialAccountResource } from './schema.js';

export const getSocialAccountOperation = defineOperation(
  {
    id: 'getSocialAccount',
    call: 'GET /social-accounts/{id}',
    tag: 'Social accounts',
    summary: 'Get a social account',
    description: 'Returns one social account.',
    credential: 'key or session',
    scope: 'accounts:read',
    in: { params: idParams(exampleIds.socialAccount) },
    out: { 200: jsonResponse(socialAccountSchema, 'The social account.') },
    errors: ['FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
    resource: socialAccountResource,
  },
  async (c) => {
    const account = await getSocialAccount(c.var.ctx, { socialAccountId: c.req.valid('param').id });
    return c.json(toSocialAccountResponse(account), 200);
  },
);
