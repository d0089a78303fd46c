import { z } from '@hono/zod-openapi';
import {
  captionCharsMax,
  clientReferenceIdCharsMax,
  mediaPerPostMax,
  targetsPerPostMax,
} from '../../../domain/limits.js';
import type { TargetInput } from '../../../services/post-records/types.js';
import { exampleIds } from '../../openapi/examples.js';
import { altTextField, mediaItemSchema, toMediaItem } from '../media/fields.js';
import { documentedAs, idField, instantOrNull, text, timezone } from '../../openapi/fields.js';
import { platformOptionsField } from './target-fields.js';

const caption = text(captionCharsMax);
const mediaIds = z.array(idField(exampleIds.media)).max(mediaPerPostMax);
const mediaItems = z.array(mediaItemSchema).max(mediaPerPostMax);

/** What a target may carry in either shape. `null` is as good as absent, as in the answers. */
const targetParts = {
  captionOverride: caption.nullish().openapi({ description: 'Replaces the post’s caption for this target.' }),
  firstComment: caption.nullish().openapi({ description: 'Published as a reply once the post is public.' }),
  platformOptions: platformOptionsField.optional(),
  mediaIds: mediaIds
    .optional()
    .openapi({ description: 'Replaces the post’s media. Not together with mediaItems.' }),
  mediaItems: mediaItems.optional().openapi({
    description: 'The same, by address: fetched before the call returns. Not together with mediaIds.',
  }),
};

const platformEntry = z
  .strictObject({ accountId: idField(exampleIds.socialAccount), ...targetParts })
  .openapi('PlatformEntry');
const targetEntry = z
  .strictObject({ socialAccountId: idField(exampleIds.socialAccount), ...targetParts })
  .openapi('TargetEntry');

const entriesOf = <S extends z.ZodType>(entry: S) => z.array(entry).min(1).max(targetsPerPostMax);
export const platformEntries = entriesOf(platformEntry);
export const targetEntries = entriesOf(targetEntry);

/** What a post may carry in either shape, at creation and in an update. */
const commonParts = {
  scheduledFor: instantOrNull.openapi({
    description: 'Absent on creation: a draft. null in an update: a draft again.',
  }),
  draftScheduledFor: instantOrNull.openapi({
    description: 'A draft’s calendar pin; ignored beside scheduledFor.',
  }),
  timezone: timezone.nullish(),
  mediaIds: mediaIds.optional(),
  mediaItems: mediaItems.optional().openapi({
    description:
      'Media by address: fetched and stored before the call returns, within two minutes, and put before mediaIds. In an update the two together replace the post’s media. At most 50 in one request, those of targets included; each address counts as a request of its own.',
  }),
  mediaAltText: z
    .record(idField(exampleIds.media), altTextField)
    .refine((texts) => Object.keys(texts).length <= mediaPerPostMax, {
      message: `At most ${mediaPerPostMax} entries.`,
      params: { code: 'too_big' },
    })
    .optional()
    .openapi({ description: 'Alt texts by media id, for media of the post or of one of its targets.' }),
  clientReferenceId: text(clientReferenceIdCharsMax, 1).nullish().openapi({
    description:
      'Makes a creation repeatable: for 24 hours the same value gives the same post. Without effect in an update.',
  }),
};

const flatExample = {
  content: 'Hello from Punctual',
  platforms: [{ accountId: exampleIds.socialAccount }],
  scheduledFor: '2030-01-31T09:00:00Z',
};
const nestedExample = {
  caption: 'Hello from Punctual',
  targets: [{ socialAccountId: exampleIds.socialAccount, captionOverride: 'Hello, Bluesky' }],
  scheduledFor: '2030-01-31T09:00:00Z',
};

export const flatCreateSchema = z
  .strictObject({ platforms: platformEntries, content: caption.nullish(), ...commonParts })
  .openapi('CreatePostFlat', { example: flatExample });
export const nestedCreateSchema = z
  .strictObject({ targets: targetEntries, caption: caption.nullish(), ...commonParts })
  .openapi('CreatePostNested', { example: nestedExample });
export const flatUpdateSchema = z
  .strictObject({ platforms: platformEntries.optional(), content: caption.nullish(), ...commonParts })
  .openapi('UpdatePostFlat', { example: { content: 'A better text' } });
export const nestedUpdateSchema = z
  .strictObject({ targets: targetEntries.optional(), caption: caption.nullish(), ...commonParts })
  .openapi('UpdatePostNested', { example: { caption: 'A better text' } });

/** Either shape. Documented as such, and read by parse-content.ts: a union's own findings would name neither. */
export const createBody = documentedAs('oneOf', ['CreatePostFlat', 'CreatePostNested']);
export const updateBody = documentedAs('anyOf', ['UpdatePostFlat', 'UpdatePostNested']);

/** The parsed target of either shape, before its account is named. */
type TargetParts = Pick<
  z.output<typeof platformEntry>,
  'captionOverride' | 'firstComment' | 'platformOptions' | 'mediaIds' | 'mediaItems'
>;

export function toTargetInput(socialAccountId: string, parts: TargetParts): TargetInput {
  return {
    socialAccountId,
    captionOverride: parts.captionOverride ?? null,
    firstComment: parts.firstComment ?? null,
    platformOptions: parts.platformOptions ?? null,
    mediaIds: parts.mediaIds ?? [],
    ...(parts.mediaItems === undefined ? {} : { mediaItems: parts.mediaItems.map(toMediaItem) }),
  };
}
