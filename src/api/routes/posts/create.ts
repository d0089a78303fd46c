import { createRoute } from '@hono/zod-openapi';
import { createPost } from '../../../services/posts/create.js';
import { bearerSecurity, errorResponses, jsonRequest, jsonResponse } from '../../openapi/descriptions.js';
import { operation } from '../../openapi/operation.js';
import { mediaItemCodes } from '../media/fields.js';
import { createBody } from './content-schema.js';
import { parseCreatePost } from './parse-content.js';
import { speaking } from './paths.js';
import { postSchema, toPostResponse } from './schema.js';

const method = 'post';
const path = '/posts';

const route = createRoute({
  method,
  path,
  operationId: 'createPost',
  tags: ['Posts'],
  summary: 'Create a draft or a scheduled post',
  description:
    'The body has one of two shapes: `platforms` with `content`, or `targets` with `caption`. The first account decides the workspace. With `scheduledFor` the post is scheduled at once. Workspace owners, admins and editors only.',
  security: bearerSecurity,
  request: { body: jsonRequest(createBody, { required: true }) },
  responses: {
    201: jsonResponse(postSchema, 'The new post.'),
    200: {
      ...jsonResponse(postSchema, 'The post that an earlier call with the same clientReferenceId created.'),
      headers: { 'Idempotent-Replayed': { schema: { type: 'string', enum: ['true'] } } },
    },
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
        'CONFLICT',
        'FK_VIOLATION',
        'PLATFORM_RULE_VIOLATION',
        'PLAN_LIMIT_POSTS',
        'PLAN_LIMIT_API_POSTS',
      ],
    }),
  },
});

export const createPostOperation = operation(route, async (c) => {
  const { shape, input } = parseCreatePost(c.req.valid('json'));
  const clientReferenceId = input.clientReferenceId ?? c.var.idempotencyReference ?? null;
  const { post, replayed } = await speaking(shape, createPost(c.var.ctx, { ...input, clientReferenceId }));
  if (!replayed) return c.json(toPostResponse(post), 201);
  c.header('Idempotent-Replayed', 'true');
  return c.json(toPostResponse(post), 200);
});
