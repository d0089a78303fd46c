import { createRoute } from '@hono/zod-openapi';
import { updatePost } from '../../../services/posts/update.js';
import { bearerSecurity, errorResponses, jsonRequest, jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../openapi/examples.js';
import { idParams } from '../../openapi/fields.js';
import { operation } from '../../openapi/operation.js';
import { mediaItemCodes } from '../media/fields.js';
import { updateBody } from './content-schema.js';
import { parseUpdatePost } from './parse-content.js';
import { speaking } from './paths.js';
import { postSchema, toPostResponse, postResource } from './schema.js';

const method = 'patch';
const path = '/posts/{id}';

const route = createRoute({
  method,
  path,
  operationId: 'updatePost',
  tags: ['Posts'],
  summary: 'Change a post',
  description:
    'Changes a post. Absent fields keep their value; `scheduledFor: null` turns the post back into a draft. Sending the same data again changes nothing. A post cannot be changed while it is being published or afterwards, with one exception: the FAILED targets of a PARTIALLY_PUBLISHED post can be changed, each by its own `captionOverride`, `mediaIds` or `platformOptions`; targets that you do not name stay as they are. Then call `POST /posts/{id}/retry`. A change that a published target would show is refused with 409, and `targetIds` names that target.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.post), body: jsonRequest(updateBody, { required: true }) },
  responses: {
    200: jsonResponse(postSchema, 'The updated post.'),
    ...errorResponses({
      method,
      path,
      body: true,
      codes: [
        'MUST_SPECIFY_EXACTLY_ONE',
        ...mediaItemCodes,
        'FORBIDDEN_WORKSPACE',
        'INSUFFICIENT_ROLE',
        'NOT_FOUND',
        'INVALID_STATE',
        'FK_VIOLATION',
        'PLATFORM_RULE_VIOLATION',
      ],
    }),
  },
});

export const updatePostOperation = operation(
  route,
  async (c) => {
    const { shape, input } = parseUpdatePost(c.req.valid('param').id, c.req.valid('json'));
    const post = await speaking(shape, updatePost(c.var.ctx, input));
    return c.json(toPostResponse(post), 200);
  },
  postResource,
);
