import { createRoute, z } from '@hono/zod-openapi';
import { listLimitDefault } from '../../../domain/limits.js';
import { platformNames } from '../../../domain/platform-names.js';
import { socialAccountStatuses } from '../../../domain/platforms.js';
import { listSocialAccounts } from '../../../services/social-accounts/list.js';
import { bearerSecurity, errorResponses, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../openapi/examples.js';
import { commaList, createdAtPage, idField, omitUndefined } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { socialAccountListSchema, toSocialAccountListResponse } from './schema.js';

const method = 'get';
const path = '/social-accounts';

const query = z.strictObject({
  workspaceId: idField(exampleIds.workspace).optional(),
  platform: commaList(platformNames).optional(),
  status: commaList(socialAccountStatuses).optional(),
  ...createdAtPage,
});

const route = createRoute({
  method,
  path,
  operationId: 'listSocialAccounts',
  tags: ['Social accounts'],
  summary: 'List connected social accounts',
  description: 'Without `workspaceId`, of every workspace that the API key reaches.',
  security: bearerSecurity,
  request: { query },
  responses: {
    200: jsonResponse(socialAccountListSchema, 'A page of social accounts.'),
    ...errorResponses({ method, path, codes: ['VALIDATION_FAILED', 'FORBIDDEN_WORKSPACE'] }),
  },
});

export const listSocialAccountsOperation = operation(route, async (c) => {
  const { limit = listLimitDefault, sort = '-createdAt', ...filters } = c.req.valid('query');
  const page = await listSocialAccounts(c.var.ctx, { limit, sort, ...omitUndefined(filters) });
  return c.json(toSocialAccountListResponse(page), 200);
});
