import { listLimitDefault } from '../../../domain/limits.js';
import { listTimeline } from '../../../services/timeline/list.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import { idInQuery, idParams, omitUndefined } from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { timelinePageSchema, timelineQuery, toTimelineResponse } from './timeline-schema.js';

export const getPostTimelineOperation = defineOperation(
  {
    id: 'getPostTimeline',
    call: 'GET /posts/{id}/timeline',
    tag: 'Posts',
    summary: 'Get the timeline of a post',
    description:
      'Lists everything that happened to a post and its targets: each step, wait, attempt and retry, and who or what caused it. Oldest first by default.',
    credential: 'key or session',
    scope: 'posts:read',
    in: {
      params: idParams(exampleIds.post),
      query: timelineQuery({
        targetId: idInQuery(exampleIds.target)
          .optional()
          .openapi({ description: 'Only entries about this target.' }),
      }),
    },
    out: { 200: jsonResponse(timelinePageSchema, 'A page of the timeline.') },
    errors: ['VALIDATION_FAILED', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'],
  },
  async (c) => {
    const { limit = listLimitDefault, sort = 'at', ...filters } = c.req.valid('query');
    const postId = c.req.valid('param').id;
    const page = await listTimeline(c.var.ctx, { postId, limit, sort, ...omitUndefined(filters) });
    return c.json(toTimelineResponse(page), 200);
  },
);
