import { revokeAppInWorkspace } from '../../../services/apps/revoke.js';
import { exampleIds } from '../../examples/ids.js';
import { defineOperation } from '../../openapi/operation.js';
import { workspaceParamsWith } from '../workspaces/params.js';

export const revokeAppOperation = defineOperation(
  {
    id: 'revokeApp',
    call: 'DELETE /workspaces/{id}/apps/{appId}',
    tag: 'Apps',
    summary: 'Revoke the access of an app to a workspace',
    description:
      'Ends the access of a member’s app to the workspace, with the app’s next request. Its access to other workspaces of that member stays. Only owners and admins can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParamsWith('appId', exampleIds.app) },
    out: { 204: { description: 'The access has ended.' } },
    errors: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
  },
  async (c) => {
    const { id: workspaceId, appId } = c.req.valid('param');
    await revokeAppInWorkspace(c.var.ctx, { workspaceId, appId });
    return c.body(null, 204);
  },
);
