import { z } from '@hono/zod-openapi';
import { listLimitDefault } from '../../../domain/limits.js';
import { listOwnApps } from '../../../services/apps/list.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { createdAtPage, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { appListSchema, toAppResponse } from './schema.js';

export const listOwnAppsOperation = defineOperation(
  {
    id: 'listOwnApps',
    call: 'GET /me/apps',
    tag: 'Apps',
    summary: 'List the apps that act for you',
    description:
      'Lists the apps that have access as the caller. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { query: z.strictObject(createdAtPage) },
    out: { 200: jsonResponse(appListSchema, 'A page of apps.') },
    errors: ['VALIDATION_FAILED', 'INSUFFICIENT_ROLE'],
  },
  async (c) => {
    const { limit = listLimitDefault, sort = '-createdAt', cursor } = c.req.valid('query');
    const page = await listOwnApps(c.var.ctx, { limit, sort, ...omitUndefined({ cursor }) });
    return c.json({ data: page.data.map(toAppResponse), nextCursor: page.nextCursor }, 200);
  },
);
