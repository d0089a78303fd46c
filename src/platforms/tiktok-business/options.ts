import { z } from 'zod';
import { platformOptions } from '../kit/options.js';
import type { PublicationDraft, RuleViolation } from '../kit/platform.js';

const titleCharsMax = 90;
/** The longest video that TikTok takes. */
const offsetMsMax = 600_000;

const flag = (description: string) => z.boolean().default(false).describe(description);

/** `platformOptions` of a post. */
export const tikTokBusinessOptionsSchema = platformOptions('TIKTOK_BUSINESS', {
  privacyLevel: z
    .enum(['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'])
    .default('PUBLIC_TO_EVERYONE')
    .describe('Pictures: who sees the post. A video is always public.'),
  disableComment: flag('Nobody may comment.'),
  disableDuet: flag('Videos: nobody may make a duet with it.'),
  disableStitch: flag('Videos: nobody may stitch it.'),
  isBrandOrganic: flag('Labels the post as promoting your own business.'),
  isBrandedContent: flag('Labels the post as a paid partnership; goes before isBrandOrganic.'),
  isAiGenerated: flag('Videos: labels the post as made with AI. It cannot be changed afterwards.'),
  uploadToDraft: flag(
    'Puts the post into the inbox of the account’s TikTok app instead of publishing it. Of a video only the video itself arrives there, of pictures also the title and the caption.',
  ),
  thumbnailMediaId: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('Videos: a picture of your media library as the cover.'),
  thumbnailOffsetMs: z
    .int()
    .min(0)
    .max(offsetMsMax)
    .optional()
    .describe('Videos: the moment whose frame is the cover; the first frame by default.'),
  title: z
    .string()
    .trim()
    .min(1)
    .max(titleCharsMax)
    .optional()
    .describe(`Pictures: a title of at most ${titleCharsMax} characters.`),
  photoCoverIndex: z.int().min(0).default(0).describe('Pictures: which one is the cover, counted from 0.'),
  autoAddMusic: flag('Pictures: TikTok adds music that it recommends.'),
});
export type TikTokBusinessOptions = z.infer<typeof tikTokBusinessOptionsSchema>;

const ofVideos = [
  'disableDuet',
  'disableStitch',
  'isAiGenerated',
  'thumbnailMediaId',
  'thumbnailOffsetMs',
] as const;
const ofPictures = ['privacyLevel', 'title', 'photoCoverIndex', 'autoAddMusic'] as const;
/** All that TikTok keeps of pictures in a draft. */
const keptInDraft: readonly string[] = ['platform', 'uploadToDraft', 'title'];

type OptionName = keyof TikTokBusinessOptions;

/** What the schema of each option alone cannot say. */
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

/** An option at its default asks for nothing. */
function isAskedFor(options: object, name: OptionName): boolean {
  const value: unknown = Reflect.get(options, name);
  if (value === undefined) return false;
  const byDefault: unknown = tikTokBusinessOptionsSchema.parse({})[name];
  return value !== byDefault;
}

function misplaced(options: object, isVideo: boolean): RuleViolation[] {
  const [names, rule, kind] = isVideo
    ? [ofPictures, 'option_for_pictures_only', 'pictures']
    : [ofVideos, 'option_for_videos_only', 'videos'];
  return names
    .filter((name) => isAskedFor(options, name))
    .map((name) => violation(name, rule, `TikTok takes "${name}" with ${kind} only.`));
}

function coverViolations({ media }: PublicationDraft, options: TikTokBusinessOptions): RuleViolation[] {
  const { photoCoverIndex, thumbnailMediaId, thumbnailOffsetMs } = options;
  const found: RuleViolation[] = [];
  const indexMax = media.length - 1;
  if (photoCoverIndex > indexMax) {
    const message = `The post has ${media.length} pictures, counted from 0.`;
    const bound = { limit: indexMax, actual: photoCoverIndex };
    found.push({ ...violation('photoCoverIndex', 'cover_index_too_high', message), ...bound });
  }
  const durationMs = media[0]?.facts.durationMs ?? null;
  if (thumbnailOffsetMs !== undefined && durationMs !== null && thumbnailOffsetMs > durationMs) {
    const message = 'The cover’s moment lies behind the end of the video.';
    const bound = { limit: durationMs, actual: thumbnailOffsetMs };
    found.push({ ...violation('thumbnailOffsetMs', 'thumbnail_offset_too_late', message), ...bound });
  }
  if (thumbnailMediaId !== undefined && thumbnailOffsetMs !== undefined) {
    const message = 'A cover is a picture or a moment of the video: leave one of them out.';
    found.push(violation('thumbnailOffsetMs', 'two_thumbnails', message));
  }
  return found;
}

/** TikTok drops from a draft what is entered in its app; a post that silently lacks it is not what was asked for. */
function draftOptionViolations(
  { options, text, firstComment }: PublicationDraft,
  known: TikTokBusinessOptions,
  isVideo: boolean,
): RuleViolation[] {
  const names = Object.keys(known) as OptionName[];
  const found = names
    .filter((name) => !keptInDraft.includes(name) && isAskedFor(options ?? {}, name))
    .map((name) => violation(name, 'option_not_kept_in_draft', `TikTok drops "${name}" from a draft.`));
  if (isVideo && text.trim() !== '') {
    const message = 'TikTok drops the caption of a video that is uploaded as a draft.';
    found.push({ field: 'text', rule: 'text_not_kept_in_draft', message, severity: 'warning' });
  }
  if (firstComment !== null) {
    const message = 'A draft is not public, so it takes no comment.';
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
    const message = 'The post asks for a first comment and for no comments.';
    return [{ field: 'firstComment', rule: 'first_comment_disabled', message }];
  }
  if (privacyLevel === 'PUBLIC_TO_EVERYONE') return [];
  const message = 'TikTok tells the id of public posts only: the comment of this one cannot be sent.';
  return [{ field: 'firstComment', rule: 'first_comment_on_private_post', message }];
}
