import { z } from '@hono/zod-openapi';
import { rejectionReasonCharsMax } from '../../../domain/limits.js';
import { rejectClientPost } from '../../../services/client-reviews/reject.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams, visibleText } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { expectVersion, versionField } from './version.js';

const body = z
  .strictObject({
    version: versionField,
    reason: visibleText(rejectionReasonCharsMax)
      .nullish()
      .openapi({ description: 'What the author should change.', example: 'Please mention the date.' }),
  })
  .openapi('RejectClientPost', { description: 'Which version a client sends back, and why.' });

export const rejectClientPostOperation = defineOperation(
  {
    id: 'rejectClientPost',
    call: 'POST /client/posts/{id}/reject',
    tag: 'Client reviews',
    summary: 'Send a post back as a client',
    description:
      'Sends a post that waits for approval back to its author, as `POST /posts/{id}/reject` does. The reason is optional.',
    credential: 'client link',
    in: { params: idParams(exampleIds.post), body },
    out: { 204: { description: 'The post went back to its author.' } },
    errors: ['NOT_FOUND', 'INVALID_STATE', 'PRECONDITION_FAILED'],
  },
  async (c) => {
    const { version, reason = null } = c.req.valid('json');
    const postId = c.req.valid('param').id;
    await rejectClientPost(c.var.ctx, { postId, reason, expect: expectVersion(version) });
    return c.body(null, 204);
  },
);
