import { z } from '@hono/zod-openapi';
import { changeKinds, changeOutcomes, changeStatuses } from '../../../domain/changes.js';
import { publishSteps } from '../../../domain/parts.js';
import { platformNames } from '../../../domain/platform-names.js';
import { postStatuses } from '../../../domain/post-status.js';
import { attemptOutcomes } from '../../../domain/publish-attempts.js';
import {
  changeLooks,
  lookupOutcomes,
  renditionChanges,
  retryCauses,
  timelineKinds,
  waitReasons,
} from '../../../domain/timeline.js';
import { webhookAttemptOutcomes } from '../../../domain/webhooks.js';
import { timelineSorts } from '../../../services/timeline/list.js';
import type { TimelineView } from '../../../services/timeline/types.js';
import type { Page } from '../../../services/shared/paging/page.js';
import { exampleIds } from '../../examples/ids.js';
import { commaList, cursorField, limitField, pageOf, wireInstant } from '../../openapi/fields.js';

const workflowId = 'publish-post:post_tz4a98xxat96iws9zmbrgj3a:1';

const fileSchema = z.object({
  mime: z.string().openapi({ description: 'The media type.', example: 'image/jpeg' }),
  sizeBytes: z.number().int().openapi({ description: 'The size in bytes.', example: 248113 }),
  width: z
    .number()
    .int()
    .nullable()
    .openapi({ description: 'The width in pixels; null if unknown.', example: 1920 }),
  height: z
    .number()
    .int()
    .nullable()
    .openapi({ description: 'The height in pixels; null if unknown.', example: 1080 }),
});

const changeDetailSchema = z
  .object({
    id: z.string().openapi({ description: 'The removal or edit.', example: exampleIds.change }),
    kind: z.enum(changeKinds).openapi({ description: 'Whether it is a removal or an edit.' }),
    step: z.enum(publishSteps).optional().openapi({
      description: 'What the call was about: the post itself, a further part of it, or its first comment.',
    }),
    attempt: z
      .number()
      .int()
      .optional()
      .openapi({ description: 'Which attempt it is, counted per change.', example: 1 }),
    outcome: z.enum(changeOutcomes).optional().openapi({ description: 'How the attempt ended.' }),
    look: z.enum(changeLooks).optional().openapi({
      description: 'What the platform showed after a call whose result was unclear.',
    }),
    status: z.enum(changeStatuses).optional().openapi({ description: 'The status after the entry.' }),
    errorCode: z.string().optional().openapi({ description: 'Why it failed.', example: 'NOT_FOUND' }),
  })
  .openapi({ description: 'For entries about a removal or an edit of a public target.' });

const detailSchema = z
  .object({
    step: z.enum(publishSteps).optional().openapi({
      description:
        'Which step the entry is about: the post itself, a further part of it (`PART_2` and so on), or its first comment.',
    }),
    attempt: z
      .number()
      .int()
      .optional()
      .openapi({ example: 1, description: 'Which attempt it is, counted per target and step.' }),
    outcome: z.enum(attemptOutcomes).optional().openapi({ description: 'How the attempt ended.' }),
    errorCode: z.string().optional().openapi({ description: 'Why it failed.', example: 'PLATFORM_REJECTED' }),
    reason: z.enum(waitReasons).optional().openapi({ description: 'Why it is waiting.' }),
    mediaCount: z
      .number()
      .int()
      .optional()
      .openapi({ example: 1, description: 'How many media files the upload contains.' }),
    bytes: z
      .number()
      .int()
      .optional()
      .openapi({ example: 248113, description: 'The total size of these files in bytes.' }),
    resumedAtBytes: z.number().int().optional().openapi({
      example: 0,
      description:
        'For UPLOADED: how many bytes an earlier, interrupted upload had already transferred; 0 if all of them were sent now.',
    }),
    mediaAssetId: z
      .string()
      .optional()
      .openapi({ description: 'The media asset.', example: exampleIds.media }),
    rendition: z
      .object({
        change: z.enum(renditionChanges).openapi({ description: 'How the file was changed.' }),
        from: fileSchema.openapi({ description: 'The original file.' }),
        to: fileSchema.openapi({ description: 'The file that the platform gets.' }),
      })
      .optional()
      .openapi({
        description:
          'The file that the platform gets instead of the original. METADATA_REMOVED: same pixels, without metadata. ENCODED: converted to a type, size or dimensions that the platform accepts. REPACKED: same frames in another container format.',
      }),
    until: wireInstant.optional().openapi({ description: 'When the wait ends, if that is known.' }),
    lookup: z
      .enum(lookupOutcomes)
      .optional()
      .openapi({ description: 'What Punctual found when it looked for the post on the platform.' }),
    isPublished: z.boolean().optional().openapi({
      description: 'For RESOLVED: whether a person has seen the post on the platform.',
    }),
    externalUrl: z.string().optional().openapi({
      example: 'https://x.com/acme/status/1790000000000000001',
      description: 'For RESOLVED: the URL that the person gave.',
    }),
    externalPostId: z.string().optional().openapi({
      example: '1790000000000000001',
      description:
        'For RESOLVED: the platform’s id of the post, if the URL that the person gave has it. For OTHER_FOUND: the id that the platform named later; the target keeps what the person said.',
    }),
    extra: z.string().optional().openapi({
      example: 'thumbnail',
      description: 'What could not be added to a public post, such as a thumbnail or a playlist.',
    }),
    delivery: z
      .enum(webhookAttemptOutcomes)
      .optional()
      .openapi({ description: 'How an attempt to deliver a webhook event ended.' }),
    eventId: z.string().optional().openapi({ description: 'The webhook event.', example: exampleIds.event }),
    endpointId: z
      .string()
      .optional()
      .openapi({ description: 'The webhook endpoint.', example: exampleIds.webhookEndpoint }),
    refresh: z
      .enum(['refreshed', 'revoked', 'unavailable'])
      .optional()
      .openapi({ description: 'Whether the account’s access token was refreshed.' }),
    status: z
      .enum(postStatuses)
      .optional()
      .openapi({ description: 'The status of the post after the entry.' }),
    scheduledAt: wireInstant.optional().openapi({ description: 'When the post is due to be published.' }),
    workflowId: z.string().optional().openapi({
      description: 'The workflow that publishes the post.',
      example: workflowId,
    }),
    rejectionReason: z
      .string()
      .optional()
      .openapi({ example: 'Please mention the date.', description: 'Why a reviewer sent the post back.' }),
    altTextsFixed: z.number().int().optional().openapi({
      example: 0,
      description:
        'On an approval: for how many media the alt text was fixed. Later changes of the assets no longer affect the post.',
    }),
    clientComment: z.string().optional().openapi({
      description: 'What a client wrote about a post that waits for approval.',
      example: 'Could we see the blue one?',
    }),
    because: z.enum(retryCauses).optional().openapi({
      description: 'Why Punctual acted by itself. ACCOUNT_RECONNECTED: the account was reconnected.',
    }),
    targetIds: z
      .array(z.string())
      .optional()
      .openapi({ description: 'The targets that the entry is about.', example: [exampleIds.target] }),
    change: changeDetailSchema.optional(),
    changed: z
      .array(z.string())
      .optional()
      .openapi({ example: ['caption'], description: 'The fields that an edit changed.' }),
  })
  .openapi('TimelineDetail', {
    description: 'Details that depend on the kind of the entry. More fields may be added.',
  });

const entrySchema = z
  .object({
    at: wireInstant.openapi({ description: 'When it happened.' }),
    kind: z
      .enum(timelineKinds)
      .openapi({ description: 'What happened. More kinds may be added.', example: 'PUBLISHED' }),
    actor: z
      .object({
        kind: z.enum(['apiKey', 'app', 'session', 'clientLink', 'system']).openapi({
          description:
            'apiKey: a call with an API key. app: a third-party app that acts for a person. session: a person in the dashboard. clientLink: a client without an account. system: Punctual itself.',
        }),
        apiKeyId: z
          .string()
          .nullable()
          .openapi({ description: 'The API key or the access of the app, if there was one.', example: null }),
        appName: z.string().nullable().openapi({
          description:
            'The name that the app gives itself; null for others, and once its access is forgotten.',
          example: null,
        }),
        clientLinkId: z
          .string()
          .nullable()
          .openapi({ description: 'The client link, if there was one.', example: null }),
        clientLinkName: z.string().nullable().openapi({
          description: 'The name of the client link; null for others, and once the link is forgotten.',
          example: null,
        }),
        userId: z.string().nullable().openapi({
          example: exampleIds.user,
          description: 'The user of the session, or the user whom the API key or the app acts for.',
        }),
        part: z.string().nullable().openapi({
          description: 'Which part of the system acted; null for people and keys.',
          example: 'publisher',
        }),
      })
      .openapi('TimelineActor', { description: 'Who or what caused the entry.' }),
    requestId: z
      .string()
      .nullable()
      .openapi({ example: null, description: 'The API request that caused it, if one did.' }),
    targetId: z.string().nullable().openapi({
      description: 'The target that it is about; null if it is about the post as a whole.',
      example: exampleIds.target,
    }),
    platform: z.enum(platformNames).nullable().openapi({ description: 'The platform of that target.' }),
    detail: detailSchema,
  })
  .openapi('TimelineEntry', { description: 'Something that happened to a post or a reply.' });

const byPublisher = {
  kind: 'system',
  apiKeyId: null,
  appName: null,
  clientLinkId: null,
  clientLinkName: null,
  userId: null,
  part: 'publisher',
};
const ofTarget = {
  actor: byPublisher,
  requestId: null,
  targetId: exampleIds.target,
  platform: 'BLUESKY',
};

/** An example of a timeline. It is written by hand, because the examples of the single fields contradict each other. */
const entriesExample = [
  {
    at: '2029-12-30T15:24:10.108Z',
    kind: 'SCHEDULED',
    actor: {
      kind: 'apiKey',
      apiKeyId: exampleIds.apiKey,
      appName: null,
      clientLinkId: null,
      clientLinkName: null,
      userId: exampleIds.user,
      part: null,
    },
    requestId: 'req_tz4a98xxat96iws9zmbrgj3a',
    targetId: null,
    platform: null,
    detail: { scheduledAt: '2029-12-31T09:00:00.000Z', workflowId },
  },
  {
    at: '2029-12-31T09:00:00.214Z',
    kind: 'ATTEMPT_STARTED',
    ...ofTarget,
    detail: { step: 'POST', attempt: 1 },
  },
  {
    at: '2029-12-31T09:00:00.871Z',
    kind: 'ATTEMPT_ENDED',
    ...ofTarget,
    detail: { step: 'POST', attempt: 1, outcome: 'PUBLISHED' },
  },
  { at: '2029-12-31T09:00:00.871Z', kind: 'PUBLISHED', ...ofTarget, detail: { step: 'POST' } },
  {
    at: '2029-12-31T09:00:00.902Z',
    kind: 'FINISHED',
    actor: byPublisher,
    requestId: null,
    targetId: null,
    platform: null,
    detail: { status: 'PUBLISHED', workflowId },
  },
];

const kindFilter = { kind: commaList(timelineKinds, 'Only entries of these kinds.').optional() };
const timelinePage = {
  cursor: cursorField.optional(),
  limit: limitField,
  sort: z.enum(timelineSorts).optional().openapi({
    description: 'The order of the list; `-at` puts the latest entry first.',
    default: 'at',
  }),
};

/** The query of a timeline. `filters` are those that only some timelines have. */
export const timelineQuery = <F extends z.ZodRawShape>(filters: F) =>
  z.strictObject({ ...kindFilter, ...filters, ...timelinePage });

export const timelinePageSchema = pageOf('TimelinePage', entrySchema, entriesExample);

export function toTimelineResponse({ data, nextCursor }: Page<TimelineView>) {
  return { data: data.map(toEntryResponse), nextCursor };
}

function toEntryResponse({ at, actor, ...entry }: TimelineView) {
  return {
    at: at.toISOString(),
    ...entry,
    actor: {
      kind: actor.kind,
      apiKeyId: 'apiKeyId' in actor ? actor.apiKeyId : null,
      appName: actor.kind === 'app' ? actor.name : null,
      clientLinkId: actor.kind === 'clientLink' ? actor.clientLinkId : null,
      clientLinkName: actor.kind === 'clientLink' ? actor.name : null,
      userId: 'userId' in actor ? actor.userId : null,
      part: actor.kind === 'system' ? actor.part : null,
    },
  };
}
