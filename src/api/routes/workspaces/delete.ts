import { deleteWorkspace } from '../../../services/workspaces/delete.js';
import { workspaceParams } from './params.js';
import { defineOperation } from '../../openapi/operation.js';
import { workspaceResource } from './schema.js';

export const deleteWorkspaceOperation = defineOperation(
  {
    id: 'deleteWorkspace',
    call: 'DELETE /workspaces/{id}',
    tag: 'Workspaces',
    summary: 'Delete a workspace',
    description:
      'Deletes a workspace: cancels its posts, disconnects its accounts, deletes its media and webhook endpoints, and revokes the API keys that were created in it. Nobody can access it afterwards; its posts and their texts stay in the database for 31 days, or as long as the operator has set. Returns 409 while a post or a first comment is being published, and while posts of other workspaces that have yet to be published use its media. Only owners can do this. Requires a dashboard session; API keys cannot do this.',
    credential: 'session',
    in: { params: workspaceParams },
    out: { 204: { description: 'The workspace is deleted.' } },
    errors: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND', 'INVALID_STATE', 'MEDIA_IN_USE'],
    resource: workspaceResource,
  },
  async (c) => {
    await deleteWorkspace(c.var.ctx, { workspaceId: c.req.valid('param').id });
    return c.body(null, 204);
  },
);
