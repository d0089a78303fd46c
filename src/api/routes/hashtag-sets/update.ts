import { z } from '@hono/zod-openapi';
import { hashtagSetTexts } from '../../../services/posts/hashtag-sets.js';
import { exampleIds } from '../../examples/ids.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { workspaceParamsWith } from '../workspaces/params.js';
import { hashtagSetFields, hashtagSetSchema, toHashtagSetResponse } from './schema.js';

const body = z
  .strictObject({ name: hashtagSetFields.name.nullish(), hashtags: hashtagSetFields.hashtags.nullish() })
  .openapi('UpdateHashtagSet', {
    description: 'The fields of a hashtag set to change. Fields that are absent or null keep their value.',
  });

export const updateHashtagSetOperation = defineOperation(
  {
    id: 'updateHashtagSet',
    call: 'PATCH /workspaces/{id}/hashtag-sets/{hashtagSetId}',
    tag: 'Posts',
    summary: 'Change a hashtag set',
    description:
      'Changes the name or the hashtags of a set. Posts that were written with it stay as they are. Only owners, admins and editors can do this.',
    credential: 'key or session',
    scope: 'posts:write',
    in: { params: workspaceParamsWith('hashtagSetId', exampleIds.hashtagSet), body },
    out: { 200: jsonResponse(hashtagSetSchema, 'The changed hashtag set.') },
    errors: ['VALIDATION_FAILED', 'INSUFFICIENT_ROLE', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
  },
  async (c) => {
    const { id: workspaceId, hashtagSetId } = c.req.valid('param');
    const { name, hashtags } = c.req.valid('json');
    const changes = omitUndefined({ name: name ?? undefined, text: hashtags ?? undefined });
    const set = await hashtagSetTexts.update(c.var.ctx, { workspaceId, id: hashtagSetId, ...changes });
    return c.json(toHashtagSetResponse(set), 200);
  },
);
