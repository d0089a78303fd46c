import { createRoute, z } from '@hono/zod-openapi';
import { listLimitDefault } from '../../../domain/limits.js';
import { platforms } from '../../../domain/platforms.js';
import { postStatuses } from '../../../domain/post-status.js';
import { attemptOutcomes } from '../../../domain/publish-attempts.js';
import { lookupOutcomes, timelineKinds, waitReasons } from '../../../domain/timeline.js';
import { listTimeline } from '../../../services/timeline/list.js';
import type { TimelineView } from '../../../services/timeline/types.js';
import { bearerSecurity, errorResponses, jsonResponse } from '../../descriptions.js';
import { exampleIds } from '../../examples.js';
import { cursorField, idParams, limitField, pageOf, sent, wireInstant } from '../../fields.js';
import { operation } from '../../operation.js';

const method = 'get';
const path = '/posts/{id}/timeline';

const detailSchema = z
  .object({
    step: z.enum(['POST', 'FIRST_COMMENT']).optional(),
    attempt: z.number().int().optional().openapi({ description: 'Counts within target and step.' }),
    outcome: z.enum(attemptOutcomes).optional(),
    errorCode: z.string().optional(),
    reason: z.enum(waitReasons).optional().openapi({ description: 'Why it waits.' }),
    until: wireInstant.optional().openapi({ description: 'Until when it waits, where that is known.' }),
    lookup: z.enum(lookupOutcomes).optional().openapi({ description: 'What a look-up has found.' }),
    refresh: z.enum(['refreshed', 'revoked', 'unavailable']).optional(),
    status: z.enum(postStatuses).optional(),
    scheduledAt: wireInstant.optional(),
    workflowId: z.string().optional(),
    targetIds: z.array(z.string()).optional(),
    changed: z.array(z.string()).optional().openapi({ description: 'What an edit has changed, by name.' }),
  })
  .openapi('TimelineDetail', { description: 'What the kind of the entry calls for; fields may be added.' });

const entrySchema = z
  .object({
    at: wireInstant,
    kind: z
      .enum(timelineKinds)
      .openapi({ description: 'Open-ended: new kinds may come.', example: 'PUBLISHED' }),
    actor: z
      .object({
        kind: z.enum(['apiKey', 'system']),
        apiKeyId: z.string().nullable(),
        userId: z.string().nullable().openapi({ description: 'In whose name the key acted.' }),
        part: z
          .string()
          .nullable()
          .openapi({ description: 'Which part of the system.', example: 'publisher' }),
      })
      .openapi('TimelineActor'),
    requestId: z.string().nullable().openapi({ description: 'The request that asked for it.' }),
    targetId: z.string().nullable().openapi({ example: exampleIds.target }),
    platform: z.enum(platforms).nullable(),
    detail: detailSchema,
  })
  .openapi('TimelineEntry');

const route = createRoute({
  method,
  path,
  operationId: 'getPostTimeline',
  tags: ['Posts'],
  summary: 'What has happened to a post',
  description:
    'Every step, wait, attempt and retry of the post and its targets, and who asked for it; oldest first.',
  security: bearerSecurity,
  request: {
    params: idParams(exampleIds.post),
    query: z.strictObject({ cursor: cursorField.optional(), limit: limitField }),
  },
  responses: {
    200: jsonResponse(pageOf('TimelinePage', entrySchema), 'A page of the timeline.'),
    ...errorResponses({ method, path, codes: ['VALIDATION_FAILED', 'FORBIDDEN_WORKSPACE', 'NOT_FOUND'] }),
  },
});

export const getPostTimelineOperation = operation(route, async (c) => {
  const { limit = listLimitDefault, cursor } = c.req.valid('query');
  const postId = c.req.valid('param').id;
  const { data, nextCursor } = await listTimeline(c.var.ctx, { postId, limit, ...sent({ cursor }) });
  return c.json({ data: data.map(toEntryResponse), nextCursor }, 200);
});

function toEntryResponse({ at, actor, ...entry }: TimelineView) {
  const isCaller = actor.kind === 'apiKey';
  return {
    at: at.toISOString(),
    ...entry,
    actor: {
      kind: actor.kind,
      apiKeyId: isCaller ? actor.apiKeyId : null,
      userId: isCaller ? actor.userId : null,
      part: isCaller ? null : actor.part,
    },
  };
}
