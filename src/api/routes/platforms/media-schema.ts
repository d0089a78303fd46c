import { z } from '@hono/zod-openapi';
import type { MediaRules } from '../../../domain/media-rules.js';

const bound = (description: string, example: number | null = null) =>
  z.number().nullable().openapi({ description, example });

const sizes = {
  mimes: z
    .array(z.string())
    .readonly()
    .openapi({ description: 'The media types that are accepted.', example: ['image/jpeg', 'image/png'] }),
  bytesMax: bound('The maximum file size in bytes; null if there is no limit.', 1_000_000),
  sideMin: bound('The minimum length of each side, in pixels; null if there is no limit.'),
  longSideMax: bound('The maximum length of the longer side, in pixels; null if there is no limit.'),
  shortSideMax: bound('The maximum length of the shorter side, in pixels; null if there is no limit.'),
  widthMax: bound('The maximum width in pixels; null if there is no limit.'),
  ratioMin: bound('The minimum ratio of width to height; null if there is no limit.', 0.8),
  ratioMax: bound('The maximum ratio of width to height; null if there is no limit.', 1.91),
};

const imageRules = z
  .object({
    ...sizes,
    pixelsMax: bound(
      'The maximum of width times height, for all frames together; null if there is no limit.',
    ),
    framesMax: bound('The maximum number of frames of an animation; null if there is no limit.'),
  })
  .openapi('PictureRules', { description: 'Rules for images or animations.' });

const videoRules = z
  .object({
    ...sizes,
    videoCodecs: z
      .array(z.string())
      .readonly()
      .nullable()
      .openapi({ description: 'The video codecs that are accepted; null if any.', example: ['h264'] }),
    audioCodecs: z
      .array(z.string())
      .readonly()
      .nullable()
      .openapi({ description: 'The audio codecs that are accepted; null if any.', example: ['aac'] }),
    bytesMin: bound('The minimum file size in bytes; null if there is no limit.'),
    durationMinMs: bound('The minimum length of a video, in milliseconds; null if there is no limit.'),
    durationMaxMs: bound(
      'The maximum length of a video, in milliseconds; null if there is no limit.',
      140_000,
    ),
    bitRateMax: bound('The maximum number of bits per second; null if there is no limit.'),
    frameRateMin: bound('The minimum number of frames per second; null if there is no limit.'),
    frameRateMax: bound('The maximum number of frames per second; null if there is no limit.', 60),
  })
  .openapi('FilmRules', { description: 'Rules for videos.' });

const documentRules = z
  .object({
    mimes: sizes.mimes,
    bytesMax: sizes.bytesMax,
    pagesMax: bound('The maximum number of pages; null if there is no limit.', 300),
  })
  .openapi('DocumentRules', { description: 'Rules for documents.' });

const slotSchema = z
  .object({
    name: z.string().openapi({ description: 'The name of the layout.', example: 'pictures' }),
    optionKind: z.string().nullable().openapi({
      description:
        'The `kind` in `platformOptions` that selects this layout; null if the media themselves decide.',
      example: null,
    }),
    itemsMin: z.number().int().openapi({ description: 'The minimum number of media.', example: 1 }),
    itemsMax: z.number().int().openapi({ description: 'The maximum number of media.', example: 4 }),
    image: imageRules
      .nullable()
      .openapi({ description: 'Rules for still images; null if they are not accepted.' }),
    animation: imageRules
      .nullable()
      .openapi({ description: 'Rules for animated GIFs; null if they are not accepted.' }),
    film: videoRules.nullable().openapi({ description: 'Rules for videos; null if they are not accepted.' }),
    document: documentRules
      .nullable()
      .openapi({ description: 'Rules for documents; null if they are not accepted.' }),
  })
  .openapi('MediaSlot', { description: 'One layout of media that a post can have.' });

/** The media rules of src/domain/media-rules.ts. A limit that is null is not stated by the platform. */
export const mediaRulesSchema = z
  .object({
    required: z.boolean().openapi({ example: false, description: 'Whether a post needs media.' }),
    takesAltText: z
      .boolean()
      .openapi({ description: 'Whether the platform accepts alt text.', example: true }),
    altTextCharsMax: bound(
      'The maximum length of an alt text in characters; null if there is no limit.',
      1_000,
    ),
    slots: z.array(slotSchema).readonly().openapi({
      description:
        'The layouts that the platform accepts, such as a single image or a carousel. The media of a post must fit one of them.',
    }),
    sources: z
      .array(z.string())
      .readonly()
      .openapi({
        example: ['https://docs.bsky.app/docs/advanced-guides/posts'],
        description: 'Where these limits come from.',
      }),
    notes: z
      .array(z.string())
      .readonly()
      .openapi({ example: [], description: 'What Punctual assumes where the sources disagree.' }),
  })
  .openapi('MediaRules', {
    description:
      'The media that a platform accepts. Still images of another type, or with a larger file or larger dimensions, are converted, so you can ignore these limits for them.',
  });

/**
 * Turns media rules into their API form, in which the video rules of a slot are called `film`. No post has a slot for
 * subtitles.
 */
export function showMediaRules(rules: MediaRules): z.input<typeof mediaRulesSchema> {
  return {
    ...rules,
    slots: rules.slots.map((slot) => {
      const { name, optionKind, itemsMin, itemsMax, image, animation, video: film, document } = slot;
      return { name, optionKind, itemsMin, itemsMax, image, animation, film, document };
    }),
  };
}
