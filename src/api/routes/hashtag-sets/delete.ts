import { hashtagSetTexts } from '../../../services/posts/hashtag-sets.js';
import { exampleIds } from '../../examples/ids.js';
import { defineOperation } from '../../openapi/operation.js';
import { workspaceParamsWith } from '../workspaces/params.js';

export const deleteHashtagSetOperation = defineOperation(
  {
    id: 'deleteHashtagSet',
    call: 'DELETE /workspaces/{id}/hashtag-sets/{hashtagSetId}',
    tag: 'Posts',
    summary: 'Delete a hashtag set',
    description:
      'Deletes a hashtag set. Posts that were written with it stay. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'posts:write',
    in: { params: workspaceParamsWith('hashtagSetId', exampleIds.hashtagSet) },
    out: { 204: { description: 'The hashtag set is deleted.' } },
    errors: ['INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
  },
  async (c) => {
    const { id: workspaceId, hashtagSetId } = c.req.valid('param');
    await hashtagSetTexts.delete(c.var.ctx, { workspaceId, id: hashtagSetId });
    return c.body(null, 204);
  },
);
