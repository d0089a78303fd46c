import type { RuleViolation } from './findings.js';
import { videoMimeFor } from './video-renditions.js';
import type { MediaFacts } from './media.js';
import {
  chooseSlot,
  classNames,
  classOf,
  describeSlot,
  openSlots,
  rulesFor,
  type DocumentRules,
  type DraftMedia,
  type FileRules,
  type MediaClass,
  type VideoRules,
  type MediaRules,
  type MediaSlot,
  type ImageRules,
  type SizeRules,
} from './media-rules.js';

const field = 'media';

/**
 * Returns every media rule that a draft breaks. A rendition can fix the type, size and dimensions of still images and
 * the container of a video (`planRendition`, `planVideo`), so those are not reported. Unknown properties are not
 * checked.
 */
export function checkMediaRules(
  rules: MediaRules,
  items: readonly DraftMedia[],
  optionKind: string | null = null,
): RuleViolation[] {
  if (items.length === 0) {
    if (!rules.required) return [];
    const message = `A post on this platform needs ${requiredIn(rules, optionKind)}.`;
    return [{ field, rule: 'media_required', message, limit: 1, actual: 0, isMissing: true }];
  }
  const slot = chooseSlot(rules, items, optionKind);
  if (slot === undefined) return [noSlot(rules, items, optionKind)];
  return [
    ...countViolations(slot, items.length),
    ...items.flatMap((item, mediaIndex) =>
      [...itemViolations(slot, item), ...altTextViolations(rules, item)].map((violation) => ({
        ...violation,
        mediaIndex,
      })),
    ),
  ];
}

function requiredIn(rules: MediaRules, optionKind: string | null): string {
  const slots = openSlots(rules, optionKind);
  const names = [
    ...(slots.some(({ image }) => image !== null) ? ['an image'] : []),
    ...(slots.some(({ video }) => video !== null) ? ['a video'] : []),
  ];
  return names.join(' or ');
}

function noSlot(rules: MediaRules, items: readonly DraftMedia[], optionKind: string | null): RuleViolation {
  const classes = items.map((item) => classOf(item.facts));
  const slots = openSlots(rules, optionKind);
  const mediaIndex = classes.findIndex((name) => slots.every((slot) => slot[name] === null));
  const foreign = classes[mediaIndex];
  const allowed = [...new Set(slots.map(describeSlot))].join(', or ');
  const what = slots.some((slot) => slot.optionKind !== null)
    ? `A post of the kind ${optionKind ?? ''}`
    : 'A post';
  const mix = `${what} can have ${allowed}, and no other media.`;
  if (foreign === undefined) return { field, rule: 'media_mix_not_allowed', message: mix };
  const isOnlyOfKind = rules.slots.some((slot) => slot[foreign] !== null);
  const message = isOnlyOfKind ? mix : notAccepted(foreign);
  const actual = classes.filter((name) => name === foreign).length;
  const { mime } = items[mediaIndex]?.facts ?? {};
  return {
    field,
    mediaIndex,
    rule: 'media_type_not_allowed',
    message,
    limit: 0,
    actual,
    ...(mime !== undefined && { mime }),
  };
}

function notAccepted(foreign: MediaClass): string {
  return foreign === 'subtitles'
    ? 'Subtitles are not media of a post. An option names them, on platforms that accept them.'
    : `This platform does not accept ${classNames[foreign]}.`;
}

function countViolations(slot: MediaSlot, actual: number): RuleViolation[] {
  const { name, itemsMin, itemsMax } = slot;
  return [
    ...above(
      'media_count_exceeded',
      actual,
      itemsMax,
      `A post of this kind (${name}) can have at most ${itemsMax} media items.`,
    ),
    ...below(
      'media_count_too_low',
      actual,
      itemsMin,
      `A post of this kind (${name}) needs at least ${itemsMin} media items.`,
    ),
  ];
}

function altTextViolations(rules: MediaRules, { altText }: DraftMedia): RuleViolation[] {
  const limit = rules.takesAltText ? rules.altTextCharsMax : null;
  const message = `The alt text can have at most ${limit ?? 0} characters.`;
  return above('alt_text_too_long', [...(altText ?? '')].length, limit, message);
}

function itemViolations(slot: MediaSlot, item: DraftMedia): RuleViolation[] {
  const rules = rulesFor(slot, item.facts);
  if (rules === null) return [];
  if (!('ratioMin' in rules)) return fileViolations(rules, item);
  const shape = shapeViolations(rules, item.facts);
  if ('durationMaxMs' in rules) return [...shape, ...videoViolations(rules, item)];
  return classOf(item.facts) === 'image' ? shape : [...shape, ...animationViolations(rules, item)];
}

/** Reports a value above its limit. `slack` is how far a measurement may exceed the limit without a finding. */
function above(
  rule: string,
  actual: number | null,
  limit: number | null,
  message: string,
  slack = 0,
): RuleViolation[] {
  if (limit === null || actual === null || actual <= limit + slack) return [];
  return [{ field, rule, message, limit, actual }];
}

function below(
  rule: string,
  actual: number | null,
  limit: number | null,
  message: string,
  slack = 0,
): RuleViolation[] {
  if (limit === null || actual === null || actual >= limit - slack) return [];
  return [{ field, rule, message, limit, actual }];
}

/** Returns violations that no rendition can fix, because renditions never enlarge or crop. */
function shapeViolations(rules: SizeRules, { width, height }: MediaFacts): RuleViolation[] {
  if (width === null || height === null) return [];
  const { sideMin, ratioMin, ratioMax } = rules;
  const ratio = Math.round((width / height) * 10_000) / 10_000;
  // Allows for one pixel: an image of 1079 x 1349 is meant to be 4:5.
  const slack = 1 / height;
  return [
    ...below(
      'media_too_small',
      Math.min(width, height),
      sideMin,
      `Each side needs at least ${sideMin ?? 0} pixels.`,
    ),
    ...below(
      'media_ratio_too_low',
      ratio,
      ratioMin,
      `The aspect ratio (width divided by height) must be at least ${ratioMin ?? 0}.`,
      slack,
    ),
    ...above(
      'media_ratio_too_high',
      ratio,
      ratioMax,
      `The aspect ratio (width divided by height) can be at most ${ratioMax ?? 0}.`,
      slack,
    ),
  ];
}

/** Returns violations of a file that has no pixels: a document, or subtitles. */
function fileViolations(rules: DocumentRules | FileRules, item: DraftMedia): RuleViolation[] {
  const pagesMax = 'pagesMax' in rules ? rules.pagesMax : null;
  return [
    ...mimeViolation(rules.mimes, item.facts),
    ...bytesViolation(rules, item),
    ...above(
      'media_pages_exceeded',
      item.facts.pageCount ?? null,
      pagesMax,
      `The document can have at most ${pagesMax ?? 0} pages. It has ${item.facts.pageCount ?? 0}.`,
    ),
  ];
}

function bytesViolation({ bytesMax }: FileRules, { sizeBytes }: DraftMedia): RuleViolation[] {
  return above(
    'media_too_large',
    sizeBytes,
    bytesMax,
    `The file can have at most ${bytesMax ?? 0} bytes. It has ${sizeBytes}.`,
  );
}

/** Returns violations of the limits for bytes and dimensions. For still images, renditions handle these limits. */
function sizeViolations(rules: SizeRules, item: DraftMedia): RuleViolation[] {
  const { facts } = item;
  const { longSideMax, shortSideMax, widthMax } = rules;
  const sides = facts.width === null || facts.height === null ? null : [facts.width, facts.height];
  const long = sides && Math.max(...sides);
  const short = sides && Math.min(...sides);
  return [
    ...bytesViolation(rules, item),
    ...above(
      'media_side_too_long',
      long,
      longSideMax,
      `The longer side can have at most ${longSideMax ?? 0} pixels.`,
    ),
    ...above(
      'media_side_too_long',
      short,
      shortSideMax,
      `The shorter side can have at most ${shortSideMax ?? 0} pixels.`,
    ),
    ...above('media_too_wide', facts.width, widthMax, `The width can be at most ${widthMax ?? 0} pixels.`),
  ];
}

function mimeViolation(allowed: readonly string[], { mime }: MediaFacts): RuleViolation[] {
  if (allowed.includes(mime)) return [];
  const message = `This platform accepts ${allowed.join(', ')} here, not ${mime}.`;
  return [{ field, rule: 'media_type_not_allowed', message, mime }];
}

function animationViolations(rules: ImageRules, item: DraftMedia): RuleViolation[] {
  const { width, height, frameCount } = item.facts;
  const { framesMax, pixelsMax } = rules;
  const isMeasured = width !== null && height !== null && frameCount !== null;
  const pixels = isMeasured ? width * height * frameCount : null;
  return [
    ...mimeViolation(rules.mimes, item.facts),
    ...sizeViolations(rules, item),
    ...above(
      'media_frames_exceeded',
      frameCount,
      framesMax,
      `The animation can have at most ${framesMax ?? 0} frames.`,
    ),
    ...above(
      'media_pixels_exceeded',
      pixels,
      pixelsMax,
      `All frames together can have at most ${pixelsMax ?? 0} pixels.`,
    ),
  ];
}

/** Allows for imprecise measurements: 60 frames a second may be measured as 60.02, and 24 as 23.976. */
const frameRateSlack = 0.5;

function videoViolations(rules: VideoRules, item: DraftMedia): RuleViolation[] {
  const { facts, sizeBytes } = item;
  const { durationMs, frameRate } = facts;
  const { bytesMin, durationMinMs, durationMaxMs, frameRateMin, frameRateMax, bitRateMax } = rules;
  const bitRate =
    durationMs === null || durationMs === 0 ? null : Math.round((sizeBytes * 8_000) / durationMs);
  const seconds = (ms: number | null): string => `${(ms ?? 0) / 1000} s`;
  const rates = (rate: number | null): string => `${rate ?? 0} frames per second`;
  return [
    ...(videoMimeFor(rules, facts) === null ? mimeViolation(rules.mimes, facts) : []),
    ...codecViolation('video', rules.videoCodecs, facts.videoCodec),
    ...codecViolation('audio', rules.audioCodecs, facts.audioCodec),
    ...sizeViolations(rules, item),
    ...below('media_too_few_bytes', sizeBytes, bytesMin, `The file needs at least ${bytesMin ?? 0} bytes.`),
    ...above(
      'media_too_long',
      durationMs,
      durationMaxMs,
      `The video can be at most ${seconds(durationMaxMs)} long.`,
    ),
    ...below(
      'media_too_short',
      durationMs,
      durationMinMs,
      `The video must be at least ${seconds(durationMinMs)} long.`,
    ),
    ...above(
      'media_frame_rate_too_high',
      frameRate,
      frameRateMax,
      `The video can have at most ${rates(frameRateMax)}.`,
      frameRateSlack,
    ),
    ...below(
      'media_frame_rate_too_low',
      frameRate,
      frameRateMin,
      `The video needs at least ${rates(frameRateMin)}.`,
      frameRateSlack,
    ),
    ...above(
      'media_bit_rate_too_high',
      bitRate,
      bitRateMax,
      `The video can have at most ${bitRateMax ?? 0} bits per second.`,
    ),
  ];
}

function codecViolation(
  track: 'video' | 'audio',
  allowed: readonly string[] | null,
  actual: string | null,
): RuleViolation[] {
  if (allowed === null || actual === null || allowed.includes(actual)) return [];
  const message = `This platform accepts the ${track} codecs ${allowed.join(', ')}, not ${actual}.`;
  return [{ field, rule: `media_${track}_codec_not_allowed`, message }];
}
