import { z } from 'zod';
import { parseUrl } from '../../urls/parse-url.js';
import { platformOptions } from '../kit/options.js';
import type { Publication, PublicationDraft, RuleViolation } from '../kit/platform.js';

const titleCharsMax = 100;
const linkCharsMax = 2_048;
const altTextCharsMax = 500;
/** The latest second for a cover frame, which is longer than the longest video. */
const coverSecondsMax = 15 * 60;
const carouselItemsMax = 5;
/** The API accepts 800; Pinterest's help pages say 500. */
const descriptionCharsAdvised = 500;

const pinterestId = z.string().regex(/^\d{1,30}$/, 'must be a Pinterest id, which has only digits');

/** The schema of a pin's `platformOptions`. */
export const pinterestOptionsSchema = platformOptions('PINTEREST', {
  boardId: pinterestId.meta({
    title: 'Board',
    description: 'The board to pin to. `GET /social-accounts/{id}/choices` lists the account’s boards.',
  }),
  boardSectionId: pinterestId
    .optional()
    .meta({ title: 'Board section', description: 'A section of that board. Default: no section.' }),
  title: z
    .string()
    .trim()
    .min(1)
    .max(titleCharsMax)
    .optional()
    .meta({ title: 'Title', description: 'The title, shown above the description.' }),
  link: z
    .string()
    .max(linkCharsMax, { abort: true })
    .refine((text) => /^https?:$/.test(parseUrl(text)?.protocol ?? ''), 'must be an http(s) URL')
    .optional()
    .meta({ title: 'Link', description: 'The URL that the pin links to.' }),
  altText: z.string().trim().min(1).max(altTextCharsMax).optional().meta({
    title: 'Alt text',
    description: 'Alt text, for people who cannot see the pin. Default: the alt texts of its media.',
  }),
  dominantColor: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a color such as #6E7874')
    .optional()
    .meta({
      title: 'Placeholder color',
      description: 'The color shown while the image loads. Default: Pinterest chooses it.',
    }),
  coverMediaId: z.string().min(1).max(100).optional().meta({
    title: 'Cover image',
    description: 'Videos only: the cover, as the id of an image in the media library.',
  }),
  coverKeyFrameSec: z.int().min(0).max(coverSecondsMax).optional().meta({
    title: 'Cover frame (seconds)',
    description:
      'Videos only: the second of the video to use as the cover, instead of coverMediaId. Default: 0.',
  }),
  carouselIndex: z
    .int()
    .min(0)
    .max(carouselItemsMax - 1)
    .optional()
    .meta({
      title: 'First image of the carousel',
      description: 'Carousels only: the image to show first, counted from 0. Default: Pinterest decides.',
    }),
});
/**
 * The schema without required options: a missing board makes the whole schema fail, but the other options
 * must still be checked.
 */
const givenSchema = pinterestOptionsSchema.partial();
type GivenOptions = z.infer<typeof givenSchema>;

/** The alt text of a pin. Pinterest has only one per pin, so those of several images are joined, in order. */
function altTextOf(option: string | undefined, media: readonly { altText: string | null }[]): string {
  return option ?? [...new Set(media.map(({ altText }) => altText?.trim() ?? ''))].filter(Boolean).join('; ');
}

/** The violations of rules that the schema of a single option cannot express. */
export function pinterestDraftViolations(draft: PublicationDraft): RuleViolation[] {
  return [...textWarnings(draft), ...carouselWarnings(draft), ...optionViolations(draft)];
}

function textWarnings({ text }: PublicationDraft): RuleViolation[] {
  if (text.length <= descriptionCharsAdvised) return [];
  const message = `Pinterest may show only the first ${descriptionCharsAdvised} characters of the description.`;
  return [
    {
      field: 'text',
      rule: 'text_may_be_cut',
      message,
      severity: 'warning',
      limit: descriptionCharsAdvised,
      actual: text.length,
    },
  ];
}

function carouselWarnings({ media }: PublicationDraft): RuleViolation[] {
  const known = media.filter(({ facts }) => facts.kind !== 'VIDEO' && facts.width !== null);
  const sizes = new Set(known.map(({ facts: { width, height } }) => `${width ?? 0} x ${height ?? 0}`));
  if (sizes.size <= 1) return [];
  const message =
    'The images of a carousel should have the same dimensions. Otherwise Pinterest may crop or reject them.';
  return [{ field: 'media', rule: 'carousel_sizes_differ', message, severity: 'warning' }];
}

function optionViolations({ options, media }: PublicationDraft): RuleViolation[] {
  const given = givenSchema.safeParse(options ?? {}).data;
  if (given === undefined) return [];
  const isVideo = media.some(({ facts }) => facts.kind === 'VIDEO');
  const violations = isVideo || media.length === 0 ? [] : coverWithoutVideo(given);
  if (given.coverMediaId !== undefined && given.coverKeyFrameSec !== undefined) {
    const message = 'Give either coverMediaId or coverKeyFrameSec, not both.';
    violations.push({ ...of('coverKeyFrameSec'), rule: 'cover_chosen_twice', message });
  }
  return [...violations, ...indexViolations(given, media.length), ...altTextViolations(given, media)];
}

const of = (option: keyof GivenOptions) => ({ field: 'platformOptions', option }) as const;

function coverWithoutVideo(given: GivenOptions): RuleViolation[] {
  const message = 'Only videos have a cover.';
  return (['coverMediaId', 'coverKeyFrameSec'] as const).flatMap((option) =>
    given[option] === undefined ? [] : [{ ...of(option), rule: 'cover_without_film', message }],
  );
}

function indexViolations({ carouselIndex }: GivenOptions, count: number): RuleViolation[] {
  if (carouselIndex === undefined || count === 0) return [];
  if (count === 1) {
    const message = 'carouselIndex needs a post with several images.';
    return [
      { ...of('carouselIndex'), rule: 'carousel_index_without_carousel', message, limit: 2, actual: 1 },
    ];
  }
  if (carouselIndex < count) return [];
  const message = `The images are counted from 0 to ${count - 1}.`;
  return [
    {
      ...of('carouselIndex'),
      rule: 'carousel_index_out_of_range',
      message,
      limit: count - 1,
      actual: carouselIndex,
    },
  ];
}

/** Checks the alt texts of several images together. For a single file the media rules check this. */
function altTextViolations({ altText }: GivenOptions, media: PublicationDraft['media']): RuleViolation[] {
  const actual = altTextOf(altText, media).length;
  if (media.length < 2 || actual <= altTextCharsMax) return [];
  const message = `The alt texts of all images can have at most ${altTextCharsMax} characters together. Set altText to replace them.`;
  return [{ field: 'media', rule: 'alt_text_too_long', message, limit: altTextCharsMax, actual }];
}

/** The fields of a pin, without its media. */
export function toPinFields({ text, options, media }: Publication): Record<string, string> {
  const { boardId, boardSectionId, title, link, altText, dominantColor } = pinterestOptionsSchema.parse(
    options ?? {},
  );
  const fields = {
    board_id: boardId,
    board_section_id: boardSectionId,
    title,
    description: text === '' ? undefined : text,
    link,
    alt_text: altTextOf(altText, media) || undefined,
    dominant_color: dominantColor,
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
