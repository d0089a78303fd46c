import { createRoute } from '@hono/zod-openapi';
import { retryPost } from '../../../services/posts/retry.js';
import { bearerSecurity, errorResponses, jsonRequest, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams, omitUndefined } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { actionCodes, retrySchema } from './action-schema.js';
import { oncePerPost } from './once.js';
import { postSchema, toPostResponse, postResource } from './schema.js';

const method = 'post';
const path = '/posts/{id}/retry';

const route = createRoute({
  method,
  path,
  operationId: 'retryPost',
  tags: ['Posts'],
  summary: 'Retry failed targets',
  description:
    'Publishes the failed targets of a post again, immediately. Targets that are already public are not touched. If the workspace requires approval and the current content has not been approved, for example because you edited a failed target, nothing is published yet. A PARTIALLY_PUBLISHED post then waits as NEEDS_APPROVAL, and its failed targets are published as soon as it is approved. For a FAILED post, the call returns 409: schedule the post for a new time, which asks for the approval. Only owners, admins and editors can do this.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.post), body: jsonRequest(retrySchema, { required: false }) },
  responses: {
    200: jsonResponse(
      postSchema,
      'The post. Its failed targets are being published again, or wait for an approval.',
    ),
    ...errorResponses({
      method,
      path,
      body: true,
      codes: [...actionCodes, 'FK_VIOLATION', 'PLATFORM_AUTH_FAILED'],
    }),
  },
});

export const retryPostOperation = operation(
  route,
  async (c) => {
    const postId = c.req.valid('param').id;
    const { targetIds, republishUnconfirmed } = c.req.valid('json');
    const wanted = { postId, ...omitUndefined({ targetIds, republishUnconfirmed }) };
    const post = await oncePerPost(c, postId, () => retryPost(c.var.ctx, wanted));
    return c.json(toPostResponse(post), 200);
  },
  postResource,
);
