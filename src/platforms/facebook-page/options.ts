import { z } from 'zod';
import { platformOptions } from '../kit/options.js';
import type { PublicationForm } from '../kit/platform.js';
import { webAddressSchema } from '../kit/web-address.js';

const titleCharsMax = 255;

/** The schema of a post's `platformOptions`. */
export const facebookOptionsSchema = platformOptions('FACEBOOK_PAGE', {
  kind: z.enum(['POST', 'REEL', 'STORY']).default('POST').meta({
    title: 'Post type',
    description:
      'POST appears in the feed of the Page. REEL is one portrait video. STORY is one image or video.',
  }),
  link: webAddressSchema.optional().meta({
    title: 'Link',
    description: 'The URL to show as a link card below the text. Only for posts without media.',
  }),
  title: z
    .string()
    .trim()
    .min(1)
    .max(titleCharsMax)
    .optional()
    .meta({ title: 'Title', description: 'The title of a video or reel.' }),
  place: z
    .string()
    .regex(/^\d{1,30}$/, 'must be the id of a place, in digits')
    .optional()
    .meta({
      title: 'Place',
      description:
        'The place to tag, by the id of its Facebook Page. Not for stories, and for videos only if they are reels.',
    }),
  textFormatPresetId: z
    .string()
    .regex(/^\d{1,30}$/, 'must be the id of a background, in digits')
    .optional()
    .meta({
      title: 'Colored background',
      description: 'The id of a colored background, for a short text without media or a link.',
    }),
});

type FacebookOptions = z.infer<typeof facebookOptionsSchema>;

/**
 * The kind of a publication decides how it is created and how it is found again. Stored states contain
 * some of these names, so a plain video stays `film`.
 */
export type FacebookShape = 'comment' | 'feed' | 'film' | 'reel' | 'photo-story' | 'video-story';
/** The kinds that are one video with its own id, which exists before the video is public. */
export type VideoShape = Extract<FacebookShape, 'film' | 'reel' | 'video-story'>;

export function shapeOf({ options, replyTo, mediaClasses }: PublicationForm): FacebookShape {
  if (replyTo !== null) return 'comment';
  const hasVideo = mediaClasses.includes('video');
  switch (readOptions(options).kind) {
    case 'REEL':
      return 'reel';
    case 'STORY':
      return hasVideo ? 'video-story' : 'photo-story';
    case 'POST':
      return hasVideo ? 'film' : 'feed';
  }
}

export function isVideo(shape: FacebookShape): shape is VideoShape {
  return shape === 'film' || shape === 'reel' || shape === 'video-story';
}

/** Reads the options. Unreadable options count as none, because the options of a draft are checked elsewhere. */
export function readOptions(options: PublicationForm['options']): FacebookOptions {
  return facebookOptionsSchema.safeParse(options ?? {}).data ?? { kind: 'POST' };
}
