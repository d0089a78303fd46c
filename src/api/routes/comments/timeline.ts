import { listLimitDefault } from '../../../domain/limits.js';
import { listCommentTimeline } from '../../../services/comments/timeline.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idParams, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { timelinePageSchema, timelineQuery, toTimelineResponse } from '../posts/timeline-schema.js';

export const getCommentTimelineOperation = defineOperation(
  {
    id: 'getCommentTimeline',
    call: 'GET /comments/{id}/timeline',
    tag: 'Comments',
    summary: 'Get the timeline of a reply',
    description:
      'Lists every step, wait and attempt of a reply that was sent with Punctual, oldest first by default. For any other comment, the list is empty.',
    credential: 'key or session',
    scope: 'comments:read',
    in: { params: idParams(exampleIds.comment), query: timelineQuery({}) },
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
