import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { DraftMedia } from '../../domain/media-rules.js';
import { platformOptions } from '../kit/options.js';
import type { PublicationDraft, PublicationForm, RuleViolation } from '../kit/platform.js';

const photosMax = 35;
/** The longest title, in UTF-16 code units. */
const titleMax = 90;

/** The schema of a post's `platformOptions`. */
export const tikTokOptionsSchema = platformOptions('TIKTOK_PERSONAL', {
  postMode: z
    .enum(['DIRECT_POST', 'MEDIA_UPLOAD'])
    .default('DIRECT_POST')
    .meta({
      title: 'How to publish',
      description:
        'DIRECT_POST publishes the post. MEDIA_UPLOAD sends a draft to the account’s TikTok inbox, and the account owner ' +
        'finishes it in the TikTok app. A draft counts as published once it is in the inbox; it has no public URL.',
    }),
  privacyLevel: z
    .enum(['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'])
    .optional()
    .meta({
      title: 'Who can see it',
      description:
        'Who can see the post. Required for DIRECT_POST; there is no default because TikTok requires a person to choose. ' +
        '`GET /social-accounts/{id}/choices` lists the values that the account can use.',
    }),
  disableComment: z
    .boolean()
    .default(false)
    .meta({ title: 'Turn off comments', description: 'If true, comments are off.' }),
  disableDuet: z.boolean().default(false).meta({
    title: 'Turn off duets',
    description: 'Videos only: if true, nobody can make a duet with the video.',
  }),
  disableStitch: z
    .boolean()
    .default(false)
    .meta({ title: 'Turn off stitches', description: 'Videos only: if true, nobody can stitch the video.' }),
  brandContentToggle: z.boolean().default(false).meta({
    title: 'Paid partnership',
    description: 'Labels the post as a paid partnership with another business. Not together with SELF_ONLY.',
  }),
  brandOrganicToggle: z.boolean().default(false).meta({
    title: 'Promotes your own business',
    description: 'Labels the post as promoting the account’s own business.',
  }),
  isAigc: z
    .boolean()
    .default(false)
    .meta({ title: 'Made with AI', description: 'Videos only: labels the video as made with AI.' }),
  autoAddMusic: z
    .boolean()
    .default(false)
    .meta({ title: 'Add music', description: 'Images only: TikTok adds music.' }),
  photoCoverIndex: z
    .int()
    .min(0)
    .max(photosMax - 1)
    .optional()
    .meta({
      title: 'Cover image number',
      description: 'Images only: the image to use as the cover, counted from 0. Default: the first.',
    }),
  videoCoverTimestampMs: z.int().min(0).optional().meta({
    title: 'Cover frame (milliseconds)',
    description: 'Videos only: the moment to use as the cover, in milliseconds. Default: the first frame.',
  }),
  title: z
    .string()
    .trim()
    .min(1)
    .max(titleMax)
    .optional()
    .meta({ title: 'Title', description: 'Images only: a title, shown above the text.' }),
});

type TikTokOptions = z.infer<typeof tikTokOptionsSchema>;

export function readOptions(options: JsonObject | null): TikTokOptions {
  return tikTokOptionsSchema.parse(options ?? {});
}

export function isVideo({ mediaClasses }: Pick<PublicationForm, 'mediaClasses'>): boolean {
  return mediaClasses.includes('video');
}

export function isDraftMode(options: JsonObject | null): boolean {
  return options?.['postMode'] === 'MEDIA_UPLOAD';
}

const videoOptions = ['disableDuet', 'disableStitch', 'isAigc', 'videoCoverTimestampMs'] as const;
const photoOptions = ['autoAddMusic', 'photoCoverIndex', 'title'] as const;
/**
 * The options that a draft cannot have, because TikTok accepts only the media for it, and for images also the
 * texts and the cover.
 */
const directOptions = [
  'privacyLevel',
  'disableComment',
  'disableDuet',
  'disableStitch',
  'brandContentToggle',
  'brandOrganicToggle',
  'isAigc',
  'autoAddMusic',
  'videoCoverTimestampMs',
] as const;

/** The violations of rules that the schema of a single option cannot express. */
export function tikTokOptionViolations({ options, media, text }: PublicationDraft): RuleViolation[] {
  const given = tikTokOptionsSchema.safeParse(options ?? {}).data;
  if (given === undefined) return [];
  const video = media.find(({ facts }) => facts.kind === 'VIDEO');
  const hasImages = video === undefined && media.length > 0;
  const violations = [
    ...(hasImages ? misplaced(given, videoOptions, 'video_option_with_pictures', 'for videos only') : []),
    ...(video ? misplaced(given, photoOptions, 'picture_option_with_video', 'for images only') : []),
    ...(video ? coverTimeViolations(given, video) : []),
    ...(hasImages ? coverIndexViolations(given, media.length) : []),
  ];
  if (given.postMode === 'DIRECT_POST') return [...violations, ...privacyViolations(given)];
  const reason = 'not available for drafts: the account owner chooses it in the TikTok app';
  violations.push(...misplaced(given, directOptions, 'direct_option_with_draft', reason));
  if (video === undefined || text.trim() === '') return violations;
  const message =
    'TikTok does not accept a text with a video draft. The text is not sent; the account owner writes it in the TikTok app.';
  return [...violations, { field: 'text', rule: 'text_not_sent', message, severity: 'warning' }];
}

function misplaced(
  given: TikTokOptions,
  names: readonly (keyof TikTokOptions)[],
  rule: string,
  reason: string,
): RuleViolation[] {
  return names
    .filter((name) => given[name] !== undefined && given[name] !== false)
    .map((option) => ({
      field: 'platformOptions',
      option,
      rule,
      message: `The option "${option}" is ${reason}.`,
    }));
}

function privacyViolations({ privacyLevel, brandContentToggle }: TikTokOptions): RuleViolation[] {
  const option = 'privacyLevel';
  if (privacyLevel === undefined) {
    const message = 'The option "privacyLevel" is required for DIRECT_POST: choose who can see the post.';
    return [{ field: 'platformOptions', option, rule: 'option_required', message, isMissing: true }];
  }
  if (!brandContentToggle || privacyLevel !== 'SELF_ONLY') return [];
  const message = 'A paid partnership cannot be visible to the account only: choose another privacyLevel.';
  return [{ field: 'platformOptions', option, rule: 'private_paid_partnership', message }];
}

function coverTimeViolations(
  { videoCoverTimestampMs: actual }: TikTokOptions,
  video: DraftMedia,
): RuleViolation[] {
  const limit = video.facts.durationMs;
  if (actual === undefined || limit === null || actual <= limit) return [];
  const option = 'videoCoverTimestampMs';
  const message = 'The cover must be a moment within the video.';
  return [{ field: 'platformOptions', option, rule: 'cover_timestamp_too_high', message, limit, actual }];
}

function coverIndexViolations({ photoCoverIndex: actual }: TikTokOptions, count: number): RuleViolation[] {
  const limit = count - 1;
  if (actual === undefined || actual <= limit) return [];
  const option = 'photoCoverIndex';
  const message = 'The post has no image with this number. Images are counted from 0.';
  return [{ field: 'platformOptions', option, rule: 'cover_index_too_high', message, limit, actual }];
}
