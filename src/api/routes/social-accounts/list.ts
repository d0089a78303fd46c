import { z } from '@hono/zod-openapi';
import { listLimitDefault } from '../../../domain/limits.js';
import { platformNames } from '../../../domain/platform-names.js';
import { socialAccountStatuses } from '../../../domain/platforms.js';
import { listSocialAccounts } from '../../../services/social-accounts/list.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { commaList, createdAtPage, idField, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { socialAccountListSchema, toSocialAccountListResponse } from './schema.js';

const query = z.strictObject({
  workspaceId: idField(exampleIds.workspace)
    .optional()
    .openapi({ description: 'Only accounts of this workspace.' }),
  platform: commaList(platformNames, 'Only accounts on one of these platforms.').optional(),
  status: commaList(socialAccountStatuses, 'Only accounts with one of these statuses.').optional(),
  ...createdAtPage,
});

export const listSocialAccountsOperation = defineOperation(
  {
    id: 'listSocialAccounts',
    call: 'GET /social-accounts',
    tag: 'Social accounts',
    summary: 'List social accounts',
    description:
      'Lists the connected social accounts. Without `workspaceId`, the list covers every workspace that you can access.',
    credential: 'key or session',
    scope: 'accounts:read',
    in: { query },
    out: { 200: jsonResponse(socialAccountListSchema, 'A page of social accounts.') },
    errors: ['VALIDATION_FAILED', 'FORBIDDEN_WORKSPACE'],
  },
  async (c) => {
    const { limit = listLimitDefault, sort = '-createdAt', ...filters } = c.req.valid('query');
    const page = await listSocialAccounts(c.var.ctx, { limit, sort, ...omitUndefined(filters) });
    return c.json(toSocialAccountListResponse(page), 200);
  },
);
