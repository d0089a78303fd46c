import type {
  DocumentRules,
  VideoRules,
  MediaRules,
  MediaSlot,
  ImageRules,
  SizeRules,
} from '../domain/media-rules.js';
import type { PlatformName } from '../domain/platforms.js';
import { platformDefinitions } from '../platforms/index.js';
import { number, row } from './markdown.js';

const preface = `# Media limits of each platform

This page says how large, how long and of what type images, videos and other files may be on each platform.
It is generated from \`src/platforms/*/media-rules.ts\` by \`npm run openapi\`. Do not edit it by hand. Validation uses the same rules, and
\`GET /platforms\` returns them as JSON. [platforms.md](platforms.md) describes each platform as a whole.

- The media of a post must fit one of the platform's **layouts**: a single image, a carousel, a reel and so on. A layout with a \`kind\` is chosen
  with \`platformOptions.kind\`; otherwise the media themselves decide.
- A post that breaks a rule is rejected with 422 \`PLATFORM_RULE_VIOLATION\`. The response names the target, the rule, the limit and what you sent.
  If a file has a type that its platform, its layout or its option does not accept, the response is 400 \`UNSUPPORTED_MIME\` with the \`mime\` instead.
- **Still images are converted if needed.** If the type, file size or dimensions are not what the platform accepts, Punctual makes a copy that fits.
  It never enlarges or crops, it uses the best quality that fits, and the post's timeline says so. It does not correct the aspect ratio or the
  minimum size. A GIF with one frame counts as an image.
- **Videos and animated GIFs are never re-encoded.** They are published as they are, or rejected. One exception changes only the container: if a
  platform accepts MP4 only, a QuickTime file (MOV) with H.264 or H.265 video and AAC audio, or no audio, is repackaged as MP4 with the same frames.
  The timeline says so.
- **Documents are published as they are.** Only PDFs are accepted, and none that are encrypted or need a password.
- **Metadata is removed before publishing**, without re-encoding if nothing else has to change: location, camera, author, the data tracks of a
  video, and bytes after the end of an image. \`MEDIA_METADATA=keep\` turns this off. A video without metadata is published byte for byte. WebM
  files are not changed.
- 1 MB is 10^6 bytes. Punctual’s own limits are in [MiB](uploads.md#settings). An empty cell means that the platform documents no such limit, or enforces it itself.
`;

/** Returns the text of docs/media.md: the media rules of each platform. */
export function mediaRulesMarkdown(): string {
  return [preface, ...platformDefinitions.map(({ name, mediaRules }) => section(name, mediaRules))].join(
    '\n',
  );
}

function section(platform: PlatformName, rules: MediaRules): string {
  const rows = rules.slots.flatMap(slotRows);
  const header = [
    'Layout',
    'Number',
    'Of',
    'Types',
    'File size',
    'Pixels',
    'Aspect ratio',
    'Duration',
    'Other',
  ];
  return [
    `## ${platform}`,
    '',
    `Media: ${rules.required ? 'required' : 'optional'}. Alt text: ${altText(rules)}.`,
    '',
    row(header),
    row(header.map(() => '---')),
    ...rows.map(row),
    '',
    ...rules.notes.map((note) => `- ${note}`),
    `- Source: ${rules.sources.join('; ')}.`,
    '',
  ].join('\n');
}

function altText({ takesAltText, altTextCharsMax }: MediaRules): string {
  if (!takesAltText) return 'not supported, so not sent';
  return altTextCharsMax === null ? 'supported' : `up to ${number(altTextCharsMax)} characters`;
}

function slotRows(slot: MediaSlot): string[][] {
  const { itemsMin, itemsMax, optionKind } = slot;
  const count = itemsMin === itemsMax ? `${itemsMax}` : `${itemsMin} to ${itemsMax}`;
  const name = optionKind === null ? slot.name : `${slot.name} (\`kind: ${optionKind}\`)`;
  const kinds: [string, string[] | null][] = [
    ['images', slot.image && imageCells(slot.image)],
    ['animated GIFs', slot.animation && imageCells(slot.animation)],
    ['videos', slot.video && videoCells(slot.video)],
    ['documents', slot.document && documentCells(slot.document)],
  ];
  const taken = kinds.flatMap(([kind, cells]) => (cells === null ? [] : [[kind, ...cells]]));
  const isMix = taken.length > 1 && itemsMax > 1;
  return taken.map((cells) => [name, isMix ? `${count}, mixed` : count, ...cells]);
}

function imageCells(rules: ImageRules): string[] {
  const further = [
    rules.pixelsMax === null ? '' : `up to ${number(rules.pixelsMax)} pixels in total`,
    rules.framesMax === null ? '' : `up to ${rules.framesMax} frames`,
  ];
  return [types(rules.mimes), bytes(null, rules.bytesMax), pixels(rules), ratio(rules), '', join(further)];
}

function videoCells(rules: VideoRules): string[] {
  const { durationMinMs, durationMaxMs, frameRateMin, frameRateMax } = rules;
  const further = [
    [...(rules.videoCodecs ?? []), ...(rules.audioCodecs ?? [])].join(', '),
    span(frameRateMin, frameRateMax, String, ' frames/s'),
    rules.bitRateMax === null ? '' : `up to ${rules.bitRateMax / 1_000_000} Mbit/s`,
  ];
  const duration = span(durationMinMs, durationMaxMs, seconds, '');
  const size = bytes(rules.bytesMin, rules.bytesMax);
  return [types(rules.mimes), size, pixels(rules), ratio(rules), duration, join(further)];
}

function documentCells({ mimes, bytesMax, pagesMax }: DocumentRules): string[] {
  const further = pagesMax === null ? '' : `up to ${number(pagesMax)} pages`;
  return [types(mimes), bytes(null, bytesMax), '', '', '', further];
}

function types(mimes: readonly string[]): string {
  const names: Readonly<Record<string, string>> = { 'video/quicktime': 'MOV', 'video/webm': 'WebM' };
  return mimes.map((mime) => names[mime] ?? mime.replace(/^.*\//, '').toUpperCase()).join(', ');
}

function pixels({ sideMin, longSideMax, shortSideMax, widthMax }: SizeRules): string {
  return join([
    sideMin === null ? '' : `each side at least ${sideMin}`,
    longSideMax === null ? '' : `longer side up to ${longSideMax}`,
    shortSideMax === null ? '' : `shorter side up to ${shortSideMax}`,
    widthMax === null ? '' : `width up to ${widthMax}`,
  ]);
}

function ratio({ ratioMin, ratioMax }: SizeRules): string {
  return span(ratioMin, ratioMax, String, '');
}

function bytes(min: number | null, max: number | null): string {
  return span(min, max, size, '');
}

function size(value: number): string {
  const units: [number, string][] = [
    [1_000_000_000, 'GB'],
    [1_000_000, 'MB'],
    [1_000, 'kB'],
  ];
  const [unit, name] = units.find(([bytesEach]) => value >= bytesEach) ?? [1, 'bytes'];
  return `${Math.round((value / unit) * 10) / 10} ${name}`;
}

function seconds(ms: number): string {
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000} h`;
  return ms >= 600_000 ? `${ms / 60_000} min` : `${ms / 1_000} s`;
}

function span(min: number | null, max: number | null, text: (value: number) => string, unit: string): string {
  if (min === null && max === null) return '';
  if (min === null) return `up to ${text(max ?? 0)}${unit}`;
  if (max === null) return `at least ${text(min)}${unit}`;
  return min === max ? `${text(min)}${unit}` : `${text(min)} to ${text(max)}${unit}`;
}

function join(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('; ');
}
