import { z } from '@hono/zod-openapi';
import { listLimitDefault } from '../../../domain/limits.js';
import { timelineKinds } from '../../../domain/timeline.js';
import { listTimeline, timelineSorts } from '../../../services/timeline/list.js';
import { jsonResponse } from '../../openapi/descriptions.js';
import { exampleIds } from '../../examples/ids.js';
import {
  commaList,
  cursorField,
  idInQuery,
  idParams,
  limitField,
  omitUndefined,
} from '../../openapi/fields.js';
import { defineOperation } from '../../openapi/operation.js';
import { timelinePageSchema, toTimelineResponse } from './timeline-schema.js';

export const getPostTimelineOperation = defineOperation(
  {
    id: 'getPostTimeline',
    call: 'GET /posts/{id}/timeline',
    tag: 'Posts',
    summary: 'Get the timeline of a post',
    description:
      'Lists everything that happened to a post and its targets: each step, wait, attempt and retry, and who or what caused it. Oldest first by default.',
    credential: 'key or session',
    in: {
      params: idParams(exampleIds.post),
      query: z.strictObject({
        kind: commaList(timelineKinds, 'Only entries of these kinds.').optional(),
        targetId: idInQuery(exampleIds.target)
          .optional()
          .openapi({ description: 'Only entries about this target.' }),
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
    const postId = c.req.valid('param').id;
    const page = await listTimeline(c.var.ctx, {
      postId,
      limit,
      sort,
      ...omitUndefined(filters),
    });
    return c.json(toTimelineResponse(page), 200);
  },
);
