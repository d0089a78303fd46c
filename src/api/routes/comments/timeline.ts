import { z } from '@hono/zod-openapi';
import { listLimitDefault } from '../../../domain/limits.js';
import { timelineKinds } from '../../../domain/timeline.js';
import { listCommentTimeline } from '../../../services/comments/timeline.js';
import { timelineSorts } from '../../../services/timeline/list.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { commaList, cursorField, idParams, limitField, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { timelinePageSchema, toTimelineResponse } from '../posts/timeline-schema.js';

export const getCommentTimelineOperation = defineOperation(
  {
    id: 'getCommentTimeline',
    call: 'GET /comments/{id}/timeline',
    tag: 'Comments',
    summary: 'Get the timeline of a reply',
    description:
      'Lists every step, wait and attempt of a reply that was sent with Punctual, oldest first by default. For any other comment, the list is empty.',
    credential: 'key or session',
    in: {
      params: idParams(exampleIds.comment),
      query: z.strictObject({
        kind: commaList(timelineKinds, 'Only entries of these kinds.').optional(),
        cursor: cursorField.optional(),
        limit: limitField,
        sort: z.enum(timelineSorts).optional().openapi({
          description: 'The order of the list; `-at` puts the latest entry first.',
          default: 'at',
        }),
      }),
    },
    out: { 200: jsonResponse(timelinePageSchema, 'A page of the timeline.') },
    errors: ['VALIDATION_FAILED', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
  },
  async (c) => {
    const { limit = listLimitDefault, sort = 'at', ...filters } = c.req.valid('query');
    const commentId = c.req.valid('param').id;
    const page = await listCommentTimeline(c.var.ctx, { commentId, limit, sort, ...omitUndefined(filters) });
    return c.json(toTimelineResponse(page), 200);
  },
);
