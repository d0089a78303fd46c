import { z } from 'zod';
import { ofMediaKind, platformOptions, valueTitles } from '../kit/options.js';
import type { Publication, PublicationDraft, RuleViolation } from '../kit/platform.js';

const titleCharsMax = 100;
const tagsCharsMax = 500;

const forbidden = /[<>]/;
/** The path of the file with subtitles in the options. */
export const subtitlesPath = 'subtitles.fileMediaId';
const trackNameCharsMax = 150;

// Control characters as ranges, because not every language knows \p{Cc} in the patterns of openapi.json.
const words = z.string().regex(/^[^<>\x00-\x1f\x7f-\x9f]*$/u, 'must be one line without "<" and ">"');

const languageTag = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'must be a language tag such as en or pt-BR');

const subtitles = z.strictObject({
  fileMediaId: z
    .string()
    .min(1)
    .max(100)
    .meta({
      title: 'File',
      description: 'The subtitles, as the id of a WebVTT or SubRip file in the media library.',
      ...ofMediaKind('SUBTITLES'),
    }),
  language: languageTag.meta({
    title: 'Language of the subtitles',
    description: 'The language of the subtitles, as a tag such as en or pt-BR.',
  }),
  name: words
    .max(trackNameCharsMax)
    .default('')
    .meta({
      title: 'Name of the subtitles',
      description: `What tells them apart from others of the same language: one line of up to ${trackNameCharsMax} characters, without "<" and ">".`,
    }),
});
export type Subtitles = z.infer<typeof subtitles>;

/** The schema of a video's `platformOptions`. */
export const youTubeOptionsSchema = platformOptions('YOUTUBE', {
  title: words
    .max(titleCharsMax)
    .regex(/\S/, 'must not be blank')
    .meta({
      title: 'Title',
      description: `The title of the video: one line of up to ${titleCharsMax} characters, without "<" and ">".`,
    }),
  madeForKids: z.boolean().meta({
    title: 'Made for kids',
    description:
      'Whether the video is made for kids. YouTube requires this for every video. Comments are off on videos made for kids.',
  }),
  tags: z
    .array(words.min(1))
    .superRefine((tags, ctx) => {
      const actual = tagsLength(tags);
      if (actual <= tagsCharsMax) return;
      const message = `All tags together can have at most ${tagsCharsMax} characters, as YouTube counts them.`;
      ctx.addIssue({ code: 'custom', message, params: { limit: tagsCharsMax, actual } });
    })
    .optional()
    .meta({
      title: 'Tags',
      description: `Keywords, up to ${tagsCharsMax} characters in total. The commas between them count, and a tag with a space counts two more for its quotation marks.`,
    }),
  categoryId: z
    .string()
    .regex(/^\d{1,10}$/, 'must be the number of a category')
    .default('22')
    .meta({
      title: 'Category',
      description:
        'The id of the category; 22 is "People & Blogs". `GET /social-accounts/{id}/choices` lists the categories.',
    }),
  privacyStatus: z
    .enum(['public', 'unlisted', 'private'])
    .default('public')
    .meta({ title: 'Who can see it', description: 'Who can see the video.' }),
  notifySubscribers: z
    .boolean()
    .default(true)
    .meta({ title: 'Notify subscribers', description: 'Whether to notify the channel’s subscribers.' }),
  playlistId: z
    .string()
    .regex(/^[\w-]{1,100}$/, 'must be the id of a playlist')
    .optional()
    .meta({
      title: 'Playlist',
      description: 'The id of a playlist of the channel. The video is added to it after publishing.',
    }),
  thumbnailMediaId: z.string().min(1).max(100).optional().meta({
    title: 'Thumbnail',
    description: 'The thumbnail, as the id of an image in the media library: JPEG or PNG, up to 50 MB.',
  }),
  license: z
    .enum(['youtube', 'creativeCommon'])
    .default('youtube')
    .meta({
      title: 'License',
      description: 'The license of the video.',
      ...valueTitles({ youtube: 'Standard YouTube License', creativeCommon: 'Creative Commons (CC BY)' }),
    }),
  embeddable: z
    .boolean()
    .default(true)
    .meta({ title: 'Allow embedding', description: 'Whether other websites can embed the video.' }),
  publicStatsViewable: z.boolean().default(true).meta({
    title: 'Show statistics to everyone',
    description: 'Whether everyone can see the video’s extended statistics.',
  }),
  subtitles: subtitles.optional().meta({
    title: 'Subtitles',
    description:
      'Subtitles for the video, which are added after publishing. This takes 400 of the 10,000 units that YouTube grants the app each day.',
  }),
  defaultLanguage: languageTag.optional().meta({
    title: 'Language',
    description: 'The language of the title and description, as a tag such as en or pt-BR.',
  }),
  containsSyntheticMedia: z.boolean().default(false).meta({
    title: 'Altered or synthetic content',
    description: 'Whether the video shows altered or synthetic content that looks real.',
  }),
  hasPaidProductPlacement: z.boolean().default(false).meta({
    title: 'Paid product placement',
    description: 'Whether the video contains paid product placement.',
  }),
});

/**
 * The length of tags as YouTube counts it: with the commas between tags, and the quotes around each tag with a space.
 */
export function tagsLength(tags: readonly string[]): number {
  const separators = Math.max(0, tags.length - 1);
  return tags.reduce((sum, tag) => sum + tag.length + (/\s/.test(tag) ? 2 : 0), separators);
}

/** The violations of a video: descriptions cannot contain angle brackets, and some videos cannot have comments. */
export function youTubeViolations({ text, firstComment, options }: PublicationDraft): RuleViolation[] {
  const violations: RuleViolation[] = [];
  if (forbidden.test(text)) {
    const message = 'YouTube does not allow "<" and ">" in the description.';
    violations.push({ field: 'text', rule: 'angle_brackets_not_allowed', message });
  }
  const isClosed = options?.['madeForKids'] === true || options?.['privacyStatus'] === 'private';
  if (firstComment !== null && isClosed) {
    const message =
      'YouTube does not allow comments on videos that are private or made for kids, so the first comment will fail.';
    violations.push({ field: 'firstComment', rule: 'comments_closed', message, severity: 'warning' });
  }
  return violations;
}

export interface VideoRequest {
  query: Record<string, string>;
  /** The video resource, with the parts that the query lists. */
  body: object;
}

/** The request that starts the upload of a video. */
export function toVideoRequest({ text, options }: Publication): VideoRequest {
  const video = youTubeOptionsSchema.parse(options ?? {});
  const { title, categoryId, tags = [], defaultLanguage } = video;
  const { privacyStatus, license, embeddable, publicStatsViewable, containsSyntheticMedia } = video;
  const body = {
    snippet: {
      title,
      description: text,
      categoryId,
      ...(tags.length === 0 ? {} : { tags }),
      ...(defaultLanguage === undefined ? {} : { defaultLanguage }),
    },
    status: {
      privacyStatus,
      selfDeclaredMadeForKids: video.madeForKids,
      license,
      embeddable,
      publicStatsViewable,
      containsSyntheticMedia,
    },
    ...(video.hasPaidProductPlacement && { paidProductPlacementDetails: { hasPaidProductPlacement: true } }),
  };
  return {
    query: {
      uploadType: 'resumable',
      part: Object.keys(body).join(','),
      notifySubscribers: String(video.notifySubscribers),
    },
    body,
  };
}
