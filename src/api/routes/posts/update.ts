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
import { postSchema, toPostResponse } from './schema.js';

const method = 'patch';
const path = '/posts/{id}';

const route = createRoute({
  method,
  path,
  operationId: 'updatePost',
  tags: ['Posts'],
  summary: 'Change a post',
  description:
    'Absent fields keep their value; `scheduledFor: null` makes the post a draft again. Unchanged data changes nothing. Not while the post is being published, nor after.',
  security: bearerSecurity,
  request: { params: idParams(exampleIds.post), body: jsonRequest(updateBody, { required: true }) },
  responses: {
    200: jsonResponse(postSchema, 'The post as it is now.'),
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

export const updatePostOperation = operation(route, async (c) => {
  const { shape, input } = parseUpdatePost(c.req.valid('param').id, c.req.valid('json'));
  const post = await speaking(shape, updatePost(c.var.ctx, input));
  return c.json(toPostResponse(post), 200);
});
