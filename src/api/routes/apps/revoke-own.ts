import { z } from '@hono/zod-openapi';
import { revokeOwnApp } from '../../../services/apps/revoke.js';
import { exampleIds } from '../../examples/ids.js';
import { idParam } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';

export const revokeOwnAppOperation = defineOperation(
  {
    id: 'revokeOwnApp',
    call: 'DELETE /me/apps/{appId}',
    tag: 'Apps',
    summary: 'Revoke the access that you gave to an app',
    description:
      'Ends the access of an app, in all workspaces. Its tokens stop working with the next request; requests that are already running are completed. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: z.object({ appId: idParam(exampleIds.app) }) },
    out: { 204: { description: 'The access has ended.' } },
    errors: ['INSUFFICIENT_ROLE', 'NOT_FOUND'],
  },
  async (c) => {
    await revokeOwnApp(c.var.ctx, c.req.valid('param').appId);
    return c.body(null, 204);
  },
);
