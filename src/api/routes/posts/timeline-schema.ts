import { z } from '@hono/zod-openapi';
import { platformNames } from '../../../domain/platform-names.js';
import { postStatuses } from '../../../domain/post-status.js';
import { attemptOutcomes } from '../../../domain/publish-attempts.js';
import {
  lookupOutcomes,
  renditionChanges,
  retryCauses,
  timelineKinds,
  waitReasons,
} from '../../../domain/timeline.js';
import { webhookAttemptOutcomes } from '../../../domain/webhooks.js';
import type { TimelineView } from '../../../services/timeline/types.js';
import type { Page } from '../../../services/shared/page.js';
import { exampleIds } from '../../openapi/examples.js';
import { pageOf, wireInstant } from '../../openapi/fields.js';

const fileSchema = z.object({
  mime: z.string(),
  sizeBytes: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
});

const detailSchema = z
  .object({
    step: z.enum(['POST', 'FIRST_COMMENT']).optional(),
    attempt: z.number().int().optional().openapi({ description: 'Counts within target and step.' }),
    outcome: z.enum(attemptOutcomes).optional(),
    errorCode: z.string().optional(),
    reason: z.enum(waitReasons).optional().openapi({ description: 'Why it waits.' }),
    mediaCount: z.number().int().optional().openapi({ description: 'How many media an upload brings.' }),
    bytes: z.number().int().optional().openapi({ description: 'The size of these media together.' }),
    resumedAtBytes: z
      .number()
      .int()
      .optional()
      .openapi({ description: 'How much of them an earlier, interrupted upload had brought already.' }),
    mediaAssetId: z.string().optional(),
    rendition: z
      .object({ change: z.enum(renditionChanges), from: fileSchema, to: fileSchema })
      .optional()
      .openapi({
        description:
          'What the platform gets instead of the original. METADATA_REMOVED: the same pixels. ENCODED: another type, fewer bytes or other dimensions, as the platform asks. REPACKED: the same frames in a file of another type.',
      }),
    until: wireInstant.optional().openapi({ description: 'Until when it waits, where that is known.' }),
    lookup: z.enum(lookupOutcomes).optional().openapi({ description: 'What a look-up has found.' }),
    extra: z.string().optional().openapi({
      description: 'What a public post lacks because it could not be added: a thumbnail, a playlist.',
    }),
    delivery: z
      .enum(webhookAttemptOutcomes)
      .optional()
      .openapi({ description: 'How an attempt to deliver a webhook event ended.' }),
    eventId: z.string().optional(),
    endpointId: z.string().optional(),
    refresh: z.enum(['refreshed', 'revoked', 'unavailable']).optional(),
    status: z.enum(postStatuses).optional(),
    scheduledAt: wireInstant.optional(),
    workflowId: z.string().optional(),
    rejectionReason: z
      .string()
      .optional()
      .openapi({ description: 'What the reviewer wrote who sent the post back.' }),
    altTextsFixed: z.number().int().optional().openapi({
      description:
        'Of an approval: for how many media it has fixed the alternative text. A later change of the asset does not change what is published.',
    }),
    because: z
      .enum(retryCauses)
      .optional()
      .openapi({ description: 'Why the system did it unasked: its account was reconnected, for one.' }),
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
        kind: z.enum(['apiKey', 'session', 'system']),
        apiKeyId: z.string().nullable(),
        userId: z
          .string()
          .nullable()
          .openapi({ description: 'The user of the session, or in whose name the key acted.' }),
        part: z
          .string()
          .nullable()
          .openapi({ description: 'Which part of the system.', example: 'publisher' }),
      })
      .openapi('TimelineActor'),
    requestId: z.string().nullable().openapi({ description: 'The request that asked for it.' }),
    targetId: z.string().nullable().openapi({ example: exampleIds.target }),
    platform: z.enum(platformNames).nullable(),
    detail: detailSchema,
  })
  .openapi('TimelineEntry');

export const timelinePageSchema = pageOf('TimelinePage', entrySchema);

export function toTimelineResponse({ data, nextCursor }: Page<TimelineView>) {
  return { data: data.map(toEntryResponse), nextCursor };
}

function toEntryResponse({ at, actor, ...entry }: TimelineView) {
  return {
    at: at.toISOString(),
    ...entry,
    actor: {
      kind: actor.kind,
      apiKeyId: actor.kind === 'apiKey' ? actor.apiKeyId : null,
      userId: actor.kind === 'system' ? null : actor.userId,
      part: actor.kind === 'system' ? actor.part : null,
    },
  };
}
