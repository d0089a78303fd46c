import { z } from 'zod';
import { platformOptions } from '../kit/options.js';
import type { PublicationDraft, RuleViolation } from '../kit/platform.js';

const titleCharsMax = 90;
/** The longest video that TikTok accepts. */
const offsetMsMax = 600_000;

const flag = (title: string, description: string) => z.boolean().default(false).meta({ title, description });

/** The schema of a post's `platformOptions`. */
export const tikTokBusinessOptionsSchema = platformOptions('TIKTOK_BUSINESS', {
  privacyLevel: z
    .enum(['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'])
    .default('PUBLIC_TO_EVERYONE')
    .meta({
      title: 'Who can see it',
      description: 'Images only: who can see the post. Videos are always public.',
    }),
  disableComment: flag('Turn off comments', 'If true, comments are off.'),
  disableDuet: flag('Turn off duets', 'Videos only: if true, nobody can make a duet with the video.'),
  disableStitch: flag('Turn off stitches', 'Videos only: if true, nobody can stitch the video.'),
  isBrandOrganic: flag(
    'Promotes your own business',
    'Labels the post as promoting the account’s own business.',
  ),
  isBrandedContent: flag(
    'Paid partnership',
    'Labels the post as a paid partnership. If isBrandOrganic is also true, this label wins.',
  ),
  isAiGenerated: flag(
    'Made with AI',
    'Videos only: labels the video as made with AI. This cannot be changed later.',
  ),
  uploadToDraft: flag(
    'Send as a draft to the inbox',
    'Sends the post to the account’s TikTok inbox as a draft instead of publishing it. A video draft has only the video; an image draft also has the title and caption.',
  ),
  thumbnailMediaId: z.string().min(1).max(100).optional().meta({
    title: 'Cover image',
    description: 'Videos only: the cover, as the id of an image in the media library.',
  }),
  thumbnailOffsetMs: z.int().min(0).max(offsetMsMax).optional().meta({
    title: 'Cover frame (milliseconds)',
    description: 'Videos only: the moment to use as the cover, in milliseconds. Default: the first frame.',
  }),
  title: z
    .string()
    .trim()
    .min(1)
    .max(titleCharsMax)
    .optional()
    .meta({ title: 'Title', description: `Images only: a title of at most ${titleCharsMax} characters.` }),
  photoCoverIndex: z.int().min(0).default(0).meta({
    title: 'Cover image number',
    description: 'Images only: the image to use as the cover, counted from 0.',
  }),
  autoAddMusic: flag('Add music', 'Images only: TikTok adds recommended music.'),
});
export type TikTokBusinessOptions = z.infer<typeof tikTokBusinessOptionsSchema>;

const ofVideos = [
  'disableDuet',
  'disableStitch',
  'isAiGenerated',
  'thumbnailMediaId',
  'thumbnailOffsetMs',
] as const;
const ofImages = ['privacyLevel', 'title', 'photoCoverIndex', 'autoAddMusic'] as const;
/** The only options of images that TikTok keeps in a draft. */
const keptInDraft: readonly string[] = ['platform', 'uploadToDraft', 'title'];

type OptionName = keyof TikTokBusinessOptions;

/** The violations of rules that the schema of a single option cannot express. */
export function optionViolations(draft: PublicationDraft): RuleViolation[] {
  const options = tikTokBusinessOptionsSchema.safeParse(draft.options ?? {}).data;
  if (options === undefined || draft.media.length === 0) return [];
  const isVideo = draft.media.some(({ facts }) => facts.kind === 'VIDEO');
  return [
    ...misplaced(draft.options ?? {}, isVideo),
    ...coverViolations(draft, options),
    ...(options.uploadToDraft ? draftOptionViolations(draft, options, isVideo) : []),
    ...commentViolations(draft, options),
  ];
}

function violation(option: OptionName, rule: string, message: string): RuleViolation {
  return { field: 'platformOptions', option, rule, message };
}

/** Whether an option is set to another value than its default. */
function isAskedFor(options: object, name: OptionName): boolean {
  const value: unknown = Reflect.get(options, name);
  if (value === undefined) return false;
  const byDefault: unknown = tikTokBusinessOptionsSchema.parse({})[name];
  return value !== byDefault;
}

function misplaced(options: object, isVideo: boolean): RuleViolation[] {
  const [names, rule, kind] = isVideo
    ? [ofImages, 'option_for_pictures_only', 'images']
    : [ofVideos, 'option_for_videos_only', 'videos'];
  return names
    .filter((name) => isAskedFor(options, name))
    .map((name) => violation(name, rule, `The option "${name}" is for ${kind} only.`));
}

function coverViolations({ media }: PublicationDraft, options: TikTokBusinessOptions): RuleViolation[] {
  const { photoCoverIndex, thumbnailMediaId, thumbnailOffsetMs } = options;
  const found: RuleViolation[] = [];
  const indexMax = media.length - 1;
  if (photoCoverIndex > indexMax) {
    const message = `The images are counted from 0 to ${indexMax}.`;
    const bound = { limit: indexMax, actual: photoCoverIndex };
    found.push({ ...violation('photoCoverIndex', 'cover_index_too_high', message), ...bound });
  }
  const durationMs = media[0]?.facts.durationMs ?? null;
  if (thumbnailOffsetMs !== undefined && durationMs !== null && thumbnailOffsetMs > durationMs) {
    const message = 'The cover must be a moment within the video.';
    const bound = { limit: durationMs, actual: thumbnailOffsetMs };
    found.push({ ...violation('thumbnailOffsetMs', 'thumbnail_offset_too_late', message), ...bound });
  }
  if (thumbnailMediaId !== undefined && thumbnailOffsetMs !== undefined) {
    const message = 'Give either thumbnailMediaId or thumbnailOffsetMs, not both.';
    found.push(violation('thumbnailOffsetMs', 'two_thumbnails', message));
  }
  return found;
}

/**
 * Returns the violations of a post that becomes a draft in TikTok's app. People enter some options there, and TikTok
 * drops them from the call. A post must not lose them silently.
 */
function draftOptionViolations(
  { options, text, firstComment }: PublicationDraft,
  known: TikTokBusinessOptions,
  isVideo: boolean,
): RuleViolation[] {
  const names = Object.keys(known) as OptionName[];
  const found = names
    .filter((name) => !keptInDraft.includes(name) && isAskedFor(options ?? {}, name))
    .map((name) => violation(name, 'option_not_kept_in_draft', `TikTok does not keep "${name}" in a draft.`));
  if (isVideo && text.trim() !== '') {
    const message = 'TikTok does not keep the caption of a video draft.';
    found.push({ field: 'text', rule: 'text_not_kept_in_draft', message, severity: 'warning' });
  }
  if (firstComment !== null) {
    const message = 'A draft is not public, so it cannot have a first comment.';
    found.push({ field: 'firstComment', rule: 'first_comment_on_draft', message });
  }
  return found;
}

function commentViolations(
  { firstComment }: PublicationDraft,
  { disableComment, privacyLevel, uploadToDraft }: TikTokBusinessOptions,
): RuleViolation[] {
  if (firstComment === null || uploadToDraft) return [];
  if (disableComment) {
    const message =
      'The first comment cannot be published because disableComment is true. Remove one of the two.';
    return [{ field: 'firstComment', rule: 'first_comment_disabled', message }];
  }
  if (privacyLevel === 'PUBLIC_TO_EVERYONE') return [];
  const message = 'TikTok returns the id of public posts only, so this post cannot get a first comment.';
  return [{ field: 'firstComment', rule: 'first_comment_on_private_post', message }];
}
