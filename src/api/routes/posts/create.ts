import { createPost } from '../../../services/posts/create.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { replayedHeader } from '../../openapi/headers.js';
import { defineOperation } from '../../openapi/operation.js';
import { mediaItemCodes } from '../media/fields.js';
import { createBody } from './content-schema.js';
import { parseCreatePost } from './parse-content.js';
import { postSchema, toPostResponse } from './schema.js';

export const createPostOperation = defineOperation(
  {
    id: 'createPost',
    call: 'POST /posts',
    tag: 'Posts',
    summary: 'Create a draft or a scheduled post',
    description:
      'Creates a post for one or more social accounts. Use one of two shapes: `platforms` with `content`, or `targets` with `caption`. The first account decides the workspace; a draft without accounts names it in `workspaceId`. With `scheduledFor`, the post is scheduled; without it, the post is a draft. Only owners, admins and editors can do this.\n\nTo make the call safe to repeat, for example after a timeout, send an Idempotency-Key, a `clientReferenceId`, or both. With a known Idempotency-Key, the call returns the first response again (201). With a `clientReferenceId` that was used in the workspace in the last 24 hours, it returns 200 with that post as it is now, whatever else the body says. If that post has been deleted, `deletedAt` is set; use another `clientReferenceId` to create a new post. If you sent neither, look for the post with `GET /posts` before you repeat the call.',
    credential: 'key or session',
    scope: 'posts:write',
    mayPublish: true,
    in: { body: createBody },
    out: {
      201: jsonResponse(postSchema, 'The new post.'),
      200: {
        ...jsonResponse(
          postSchema,
          'The post that an earlier call with the same `clientReferenceId` created, as it is now; `deletedAt` is set if it has been deleted. An Idempotency-Key leads to this response only if the first response could not be stored.',
        ),
        headers: replayedHeader,
      },
    },
    errors: [
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
  },
  async (c) => {
    const input = parseCreatePost(c.req.valid('json'));
    const clientReferenceId = input.clientReferenceId ?? c.var.idempotencyReference ?? null;
    const { post, replayed } = await createPost(c.var.ctx, { ...input, clientReferenceId });
    if (!replayed) return c.json(toPostResponse(post), 201);
    c.header('Idempotent-Replayed', 'true');
    return c.json(toPostResponse(post), 200);
  },
);
