import { z } from '@hono/zod-openapi';
import type { MediaRules } from '../../../domain/media-rules.js';

const bound = (description: string, example: number | null = null) =>
  z.number().nullable().openapi({ description, example });

const sizes = {
  mimes: z
    .array(z.string())
    .readonly()
    .openapi({ example: ['image/jpeg', 'image/png'] }),
  bytesMax: bound('Bytes of the file.', 1_000_000),
  sideMin: bound('Pixels that each side must have.'),
  longSideMax: bound('Pixels of the longer side.'),
  shortSideMax: bound('Pixels of the shorter side.'),
  widthMax: bound('Pixels of the width.'),
  ratioMin: bound('Width by height, at least.', 0.8),
  ratioMax: bound('Width by height, at most.', 1.91),
};

const imageRules = z
  .object({
    ...sizes,
    pixelsMax: bound('Width times height, of all frames together.'),
    framesMax: bound('Frames of an animation.'),
  })
  .openapi('PictureRules');

const videoRules = z
  .object({
    ...sizes,
    videoCodecs: z
      .array(z.string())
      .readonly()
      .nullable()
      .openapi({ example: ['h264'] }),
    audioCodecs: z
      .array(z.string())
      .readonly()
      .nullable()
      .openapi({ example: ['aac'] }),
    bytesMin: bound('Bytes that the file must have.'),
    durationMinMs: bound('How long it must last.'),
    durationMaxMs: bound('How long it may last.', 140_000),
    bitRateMax: bound('Bits a second.'),
    frameRateMin: bound('Frames a second, at least.'),
    frameRateMax: bound('Frames a second, at most.', 60),
  })
  .openapi('FilmRules');

const slotSchema = z
  .object({
    name: z.string().openapi({ example: 'pictures' }),
    optionKind: z.string().nullable().openapi({
      description: 'The `kind` in platformOptions that asks for it; null: chosen by what the post carries.',
      example: null,
    }),
    itemsMin: z.number().int().openapi({ example: 1 }),
    itemsMax: z.number().int().openapi({ example: 4 }),
    image: imageRules.nullable().openapi({ description: 'Still pictures; null: none.' }),
    animation: imageRules.nullable().openapi({ description: 'Animated GIFs; null: none.' }),
    film: videoRules.nullable().openapi({ description: 'Videos; null: none.' }),
  })
  .openapi('MediaSlot');

/** As src/domain/media-rules.ts has it: every bound that is null is one that the platform does not state. */
export const mediaRulesSchema = z
  .object({
    required: z.boolean().openapi({ description: 'Whether a post without media is refused.' }),
    takesAltText: z.boolean(),
    altTextCharsMax: bound('Characters of one alternative text.', 1_000),
    slots: z
      .array(slotSchema)
      .readonly()
      .openapi({ description: "A post's media are in one of these arrangements." }),
    sources: z.array(z.string()).readonly().openapi({ description: 'Where the figures come from.' }),
    notes: z
      .array(z.string())
      .readonly()
      .openapi({ description: 'What was decided where sources disagree.' }),
  })
  .openapi('MediaRules', {
    description:
      'What a platform takes. Types, sizes and dimensions of still pictures need not be kept: a rendition is made that does.',
  });

/** Callers know what a slot takes of videos as `film`. */
export function showMediaRules(rules: MediaRules): z.input<typeof mediaRulesSchema> {
  return { ...rules, slots: rules.slots.map(({ video, ...slot }) => ({ ...slot, film: video })) };
}
