import { checkSocialAccount } from '../../../services/social-accounts/check.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { socialAccountSchema, toSocialAccountResponse } from './schema.js';

export const checkSocialAccountOperation = defineOperation(
  {
    id: 'checkSocialAccount',
    call: 'POST /social-accounts/{id}/check',
    tag: 'Social accounts',
    summary: 'Check a social account',
    description:
      'Asks the platform for the account’s current handle, name, profile picture and permissions, and whether access still works. If it does not, the account’s status becomes TOKEN_EXPIRED. An account that already has this status is not checked: reconnect it. If the platform cannot be asked, the call returns 503 RETRY and the account does not change. Only owners and admins can do this.',
    credential: 'key or session',
    scope: 'accounts:read',
    in: { params: idParams(exampleIds.socialAccount) },
    out: { 200: jsonResponse(socialAccountSchema, 'The social account.') },
    errors: ['FORBIDDEN_WORKSPACE', 'INSUFFICIENT_ROLE', 'NOT_FOUND'],
  },
  async (c) => {
    const account = await checkSocialAccount(c.var.ctx, { socialAccountId: c.req.valid('param').id });
    return c.json(toSocialAccountResponse(account), 200);
  },
);
