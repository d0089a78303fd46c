import { z } from '@hono/zod-openapi';
import { countMessage } from '../../../domain/count-message.js';
import {
  captionCharsMax,
  clientReferenceIdCharsMax,
  mediaPerPostMax,
  metadataEntriesMax,
  metadataKeyCharsMax,
  metadataValueCharsMax,
  partsPerPostMax,
  targetsPerPostMax,
} from '../../../domain/limits.js';
import type { PostPart } from '../../../domain/parts.js';
import type { TargetInput } from '../../../services/post-records/types.js';
import { exampleIds } from '../../examples/ids.js';
import { altTextField, mediaItemSchema, toMediaItem } from '../media/fields.js';
import { withoutNulls } from '../../errors/unset-fields.js';
import { documentedAs, idField, instantOrNull, text, timezone } from '../../openapi/fields.js';
import { platformOptionsField } from './target-fields.js';

const caption = text(captionCharsMax);
const mediaIds = z.array(idField(exampleIds.media)).max(mediaPerPostMax);
const mediaItems = z.array(mediaItemSchema).max(mediaPerPostMax);

/** The arguments for `refine` that limit the number of entries of a map, with the message that lists have. */
const atMostEntries = (entriesMax: number) => {
  const countOf = (entries: unknown): number => Object.keys(entries as object).length;
  return [
    (entries: object) => countOf(entries) <= entriesMax,
    {
      error: ({ input }: { input?: unknown }) => countMessage('most', entriesMax, 'entry', countOf(input)),
      params: { code: 'too_big' },
    },
  ] as const;
};

/** Allows letters, digits, `_`, `.` and `-`. `__proto__` is excluded, because JavaScript would lose it. */
export const metadataKeyPattern = new RegExp(`^(?!__proto__$)[A-Za-z0-9_.-]{1,${metadataKeyCharsMax}}$`);
export const metadataKeyMessage = `A key must have 1 to ${metadataKeyCharsMax} characters: letters (A-Z, a-z), digits, _, . and -.`;
export const metadataValue = text(metadataValueCharsMax);
const metadata = z
  .record(z.string().regex(metadataKeyPattern, metadataKeyMessage), metadataValue)
  .refine(...atMostEntries(metadataEntriesMax))
  .openapi({
    description: `Up to ${metadataEntriesMax} short strings of your own, such as the ids that your system uses for the post. Punctual stores them, includes them in responses and webhooks, and lets you filter posts by them. In an update, they replace all existing ones.`,
    maxProperties: metadataEntriesMax,
    example: { campaign: 'spring-2030', orderId: '4711' },
  });

const mediaAltText = z
  .record(idField(exampleIds.media), altTextField)
  .refine(...atMostEntries(mediaPerPostMax));

const partSchema = z
  .strictObject({
    text: caption.openapi({ description: 'The text of this part.', example: 'And this is why.' }),
    mediaIds: mediaIds
      .optional()
      .openapi({ description: 'Ids of media for this part. It never has the media of the post.' }),
    mediaAltText: mediaAltText.optional().openapi({
      example: {},
      description: 'Alt texts by media id, for media of this part. `mediaAltText` of the post comes first.',
    }),
  })
  .openapi('PostPartEntry', { description: 'A further part of a post.' });
const parts = z.array(partSchema).max(partsPerPostMax);
const partsDescription =
  'The parts that follow the text of the post, where a post can have several (`limits.partsMax` in `GET /platforms`). Each is published as a reply to the one before, once that is public. A retry goes on from the first that is not. The first comment comes last.';

/** The fields of a target in both shapes (`platforms` and `targets`). `null` means absent, as in responses. */
const targetParts = {
  captionOverride: caption.nullish().openapi({
    example: 'Hello, Bluesky',
    description: 'Replaces the post’s caption on this target. Null and absent mean the same.',
  }),
  partsOverride: parts.nullish().openapi({
    example: null,
    description:
      'Replaces the post’s `parts` on this target; an empty list is for platforms without them. Null and absent mean the same.',
  }),
  firstComment: caption.nullish().openapi({
    example: 'More on our website.',
    description: 'A comment to publish below the post once the post is public.',
  }),
  platformOptions: platformOptionsField.optional(),
  mediaIds: mediaIds.optional().openapi({
    description:
      'Ids of media for this target; they replace the post’s media. Cannot be combined with `mediaItems`.',
  }),
  mediaItems: mediaItems.optional().openapi({
    description:
      'Media for this target, given by URL. Punctual fetches and stores them before the call returns. Cannot be combined with `mediaIds`.',
  }),
};

const accountId = idField(exampleIds.socialAccount).openapi({
  description: 'The social account to publish to.',
});
const entryDescription = {
  description: 'A social account to publish to, and what is different from the post there.',
  // Describes media in both ways, which parse-content.ts refuses in a target. Empty lists count as absent.
  not: {
    required: ['mediaIds', 'mediaItems'],
    properties: { mediaIds: { minItems: 1 }, mediaItems: { minItems: 1 } },
  },
};
const platformEntry = z
  .strictObject({ accountId, ...targetParts })
  .openapi('PlatformEntry', entryDescription);
const targetEntry = z
  .strictObject({ socialAccountId: accountId, ...targetParts })
  .openapi('TargetEntry', entryDescription);

const workspaceId = idField(exampleIds.workspace).optional().openapi({
  description:
    'The workspace of a draft without accounts. With accounts you can leave it out: the first account decides, and a `workspaceId` that differs is an error.',
});
const draftWithoutAccounts =
  ' The list may be empty, or absent, for a draft only: without `scheduledFor`, and with `workspaceId`.';
export const platformEntries = z.array(platformEntry).max(targetsPerPostMax);
export const targetEntries = z.array(targetEntry).max(targetsPerPostMax);
/** The description of the list of targets in an update, after its first sentence. */
const replacesTargets =
  ' As long as no target is public, this replaces the whole list: accounts that you do not name are removed from the post. An empty list takes all accounts from a draft. Once a target is public, you can change failed targets only, and accounts that you do not name stay as they are. Either way, an entry replaces all fields of its target: a field that the entry leaves out becomes empty, and the target then uses the post’s caption and media.';

/** The fields of a post in both shapes, for create and update. */
const commonParts = {
  scheduledFor: instantOrNull.openapi({
    description:
      'When to publish. The time must be in the future, at most five years ahead (otherwise `not_in_future` or `too_far_ahead`). Without it, a new post is a draft. In an update, the post keeps its time without it, and null turns the post back into a draft.',
  }),
  draftScheduledFor: instantOrNull.openapi({
    description:
      'The day and time at which calendars show the draft. It schedules nothing. If the body has `scheduledFor`, this field is ignored and not even checked.',
  }),
  timezone: timezone
    .nullish()
    .openapi({ description: 'The IANA time zone that the post was written in. For display only.' }),
  metadata: metadata.optional(),
  mediaIds: mediaIds
    .optional()
    .openapi({ description: 'Ids of media in the library, in the order in which they are shown.' }),
  mediaItems: mediaItems.optional().openapi({
    description:
      'Media given by URL. Punctual fetches and stores them before the call returns, within two minutes, and puts them before those of `mediaIds`. In an update, `mediaItems` and `mediaIds` together replace the post’s media. At most 50 per request, including those of targets; each URL counts as one request against your rate limit. An API key that is limited to scopes needs `media:write`, too.',
  }),
  parts: parts.nullish().openapi({
    example: [{ text: 'And this is why.' }],
    description: `${partsDescription} In an update, they replace all existing ones; null removes them.`,
  }),
  mediaAltText: mediaAltText.optional().openapi({
    example: { [exampleIds.media]: 'A harbor' },
    description:
      'Alt texts by media id, for media of the post, of its targets or of their parts. In an update, media that are not named here keep their alt text, and once a target is public, you can only set the alt text of media that no public target shows.',
  }),
  clientReferenceId: text(clientReferenceIdCharsMax, 1).nullish().openapi({
    example: 'newsletter-42',
    description:
      'An id of your own that makes creating a post safe to repeat: within 24 hours, the same value in the same workspace returns the same post instead of creating another, even if that post has been deleted. Responses do not include it, and you cannot search for it: to find a post by an id of yours, put the id into `metadata` as well. Ignored in updates.',
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
  .strictObject({
    workspaceId,
    platforms: platformEntries.openapi({
      description: `One entry for each account to publish to.${draftWithoutAccounts}`,
    }),
    content: caption.nullish().openapi({
      description: 'The text for every account that has no `captionOverride`.',
      example: 'Hello from Punctual',
    }),
    ...commonParts,
  })
  .openapi('CreatePostFlat', {
    description: 'A new post, written with `platforms` and `content`.',
    example: flatExample,
  });
export const nestedCreateSchema = z
  .strictObject({
    workspaceId,
    targets: targetEntries.openapi({
      description: `One entry for each account to publish to.${draftWithoutAccounts}`,
    }),
    caption: caption.nullish().openapi({
      description: 'The text for every target that has no `captionOverride`.',
      example: 'Hello from Punctual',
    }),
    ...commonParts,
  })
  .openapi('CreatePostNested', {
    description: 'A new post, written with `targets` and `caption`.',
    example: nestedExample,
  });
export const flatUpdateSchema = z
  .strictObject({
    platforms: platformEntries
      .optional()
      .openapi({ description: `The accounts to publish to.${replacesTargets}` }),
    content: caption.nullish().openapi({
      description: 'Replaces the text for every account that has no `captionOverride`.',
      example: 'A better text',
    }),
    ...commonParts,
  })
  .openapi('UpdatePostFlat', {
    description: 'Changes to a post, written with `platforms` and `content`. Absent fields keep their value.',
    example: { content: 'A better text' },
  });
export const nestedUpdateSchema = z
  .strictObject({
    targets: targetEntries.optional().openapi({ description: `The targets of the post.${replacesTargets}` }),
    caption: caption.nullish().openapi({
      description: 'Replaces the text for every target that has no `captionOverride`.',
      example: 'A better text',
    }),
    ...commonParts,
  })
  .openapi('UpdatePostNested', {
    description: 'Changes to a post, written with `targets` and `caption`. Absent fields keep their value.',
    example: { targets: [{ socialAccountId: exampleIds.socialAccount, captionOverride: 'A shorter text' }] },
  });

/**
 * A body of either shape. It is described as a union but parsed by parse-content.ts, because zod's errors for a union
 * would not say which shape they are about.
 */
export const createBody = documentedAs('oneOf', ['CreatePostFlat', 'CreatePostNested']);
export const updateBody = documentedAs('anyOf', ['UpdatePostFlat', 'UpdatePostNested']);

/** The parsed target of either shape, without its account. */
type TargetParts = Pick<
  z.output<typeof platformEntry>,
  'captionOverride' | 'partsOverride' | 'firstComment' | 'platformOptions' | 'mediaIds' | 'mediaItems'
>;

export type PartEntry = z.output<typeof partSchema>;

/** The further parts of a request. Their alt texts are read with those of the post (parse-content.ts). */
export const toParts = (entries: readonly PartEntry[]): PostPart[] =>
  entries.map(({ text: words, mediaIds: ids = [] }) => ({ text: words, mediaIds: ids }));

export function toTargetInput(socialAccountId: string, parts: TargetParts): TargetInput {
  return {
    socialAccountId,
    captionOverride: parts.captionOverride ?? null,
    partsOverride: parts.partsOverride ? toParts(parts.partsOverride) : null,
    firstComment: parts.firstComment ?? null,
    platformOptions: withoutNulls(parts.platformOptions ?? null),
    mediaIds: parts.mediaIds ?? [],
    ...(parts.mediaItems === undefined ? {} : { mediaItems: parts.mediaItems.map(toMediaItem) }),
  };
}
