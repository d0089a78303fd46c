import { z } from 'zod';
import { platformOptions } from '../kit/options.js';
import type { PublicationForm } from '../kit/platform.js';
import { webAddressSchema } from '../kit/web-address.js';

const titleCharsMax = 255;

/** `platformOptions` of a post. */
export const facebookOptionsSchema = platformOptions('FACEBOOK_PAGE', {
  kind: z
    .enum(['POST', 'REEL', 'STORY'])
    .default('POST')
    .describe(
      'POST stands in the feed of the Page. A REEL is one upright video. A STORY is one picture or video.',
    ),
  link: webAddressSchema
    .optional()
    .describe('The page to show as a card below the text. Only in a post without media.'),
  title: z.string().trim().min(1).max(titleCharsMax).optional().describe('The title of a video or a reel.'),
  place: z
    .string()
    .regex(/^\d{1,30}$/, 'must be the id of a place, in digits')
    .optional()
    .describe(
      'The id of the Page of the place to tag. Not with a video that is no reel, and not in a story.',
    ),
  textFormatPresetId: z
    .string()
    .regex(/^\d{1,30}$/, 'must be the id of a background, in digits')
    .optional()
    .describe('The id of a coloured background, for a short text without media and link.'),
});

type FacebookOptions = z.infer<typeof facebookOptionsSchema>;

/**
 * What of a publication says how it is made, and how it is found again. Stored states hold some of
 * these names, so a plain video stays `film`.
 */
export type FacebookShape = 'comment' | 'feed' | 'film' | 'reel' | 'photo-story' | 'video-story';
/** Those that are one video with an id of its own, made before it is public. */
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

/** Those of a draft are checked before; what cannot be read of them is none. */
export function readOptions(options: PublicationForm['options']): FacebookOptions {
  return facebookOptionsSchema.safeParse(options ?? {}).data ?? { kind: 'POST' };
}
