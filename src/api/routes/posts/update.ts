import { updatePost } from '../../../services/posts/update.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { mediaItemCodes } from '../media/fields.js';
import { updateBody } from './content-schema.js';
import { parseUpdatePost } from './parse-content.js';
import { postSchema, toPostResponse, postResource } from './schema.js';

export const updatePostOperation = defineOperation(
  {
    id: 'updatePost',
    call: 'PATCH /posts/{id}',
    tag: 'Posts',
    summary: 'Change a post',
    description:
      'Changes a post. Fields that the body leaves out keep their value; `scheduledFor: null` turns the post back into a draft. Sending the same data again changes nothing. A PUBLISHING post cannot be changed. In a PUBLISHED post, only first comments that have failed can. If an earlier call may have published a target (for example PUBLISH_UNCONFIRMED), what that target publishes cannot be changed. Only owners, admins and editors can do this.\n\n`platforms` or `targets` replaces the list of accounts, and each entry replaces all fields of its target: fields that an entry leaves out become empty.\n\nOnce a target is public, only the failed targets can change, and first comments that have failed. Name each of them with everything that it should publish: `captionOverride`, `firstComment`, `mediaIds` or `mediaItems`, and `platformOptions`. Targets that you do not name stay as they are. For a new file, you can also send its `mediaAltText`. Then call `POST /posts/{id}/retry`. A change that a public target would show, such as a new `caption` that it uses, returns 409, and `targetIds` names that target. The time and the accounts cannot change.\n\nIf the workspace requires approval, changing anything but the time and `metadata` ends the approval of the post: a scheduled post waits as NEEDS_APPROVAL again.',
    credential: 'key or session',
    scope: 'posts:write',
    mayPublish: true,
    in: { params: idParams(exampleIds.post), body: updateBody },
    out: { 200: jsonResponse(postSchema, 'The updated post.') },
    errors: [
      'MUST_SPECIFY_EXACTLY_ONE',
      ...mediaItemCodes,
      'FORBIDDEN_WORKSPACE',
      'INSUFFICIENT_ROLE',
      'NOT_FOUND',
      'INVALID_STATE',
      'CHANGE_UNDER_WAY',
      'FK_VIOLATION',
      'PLATFORM_RULE_VIOLATION',
    ],
    resource: postResource,
  },
  async (c) => {
    const input = parseUpdatePost(c.req.valid('param').id, c.req.valid('json'));
    const post = await updatePost(c.var.ctx, input);
    return c.json(toPostResponse(post), 200);
  },
);
