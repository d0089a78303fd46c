import type { VideoRules, MediaRules, MediaSlot, ImageRules, SizeRules } from '../domain/media-rules.js';
import type { PlatformName } from '../domain/platforms.js';
import { platformDefinitions } from '../platforms/index.js';
import { number, row } from './markdown.js';

const preface = `# Media that each platform takes

Made from \`src/platforms/*/media-rules.ts\`, which drafts are checked with, by \`npm run openapi\`. Do not edit it by hand.
\`GET /platforms\` gives the same figures as JSON.

- A post's media are in one of a platform's arrangements. Those with a \`kind\` are asked for in \`platformOptions\`; otherwise
  what the post carries decides.
- What breaks a rule is answered with 422 \`PLATFORM_RULE_VIOLATION\`, which names the target, the rule, its limit and what was sent.
- **Still pictures are made to fit**: where type, bytes or dimensions are not what the platform takes, a rendition is made from
  the original (never enlarged, never cut, at the best quality that fits) and the post's timeline says so. Ratio and least
  size are not corrected. A still GIF counts as a picture.
- **The frames of videos and animated GIFs go out as they are**, or are refused. Where a platform takes MP4 alone, a QuickTime
  video (MOV) of H.264 or H.265 with AAC, or without sound, is put into an MP4: the same frames, and the timeline says so.
- What a file says beyond its pictures and its sound (place, camera, author; a video's tracks of measurements; bytes behind a
  picture's end) is not published, unless the installation is set to (\`MEDIA_METADATA=keep\`). Where nothing else has to
  change, that is done without encoding anew. A video that says nothing goes out byte for byte. WebM is left as it is.
- MB are 10^6 bytes. An empty cell is a bound that the platform does not state, or sees to itself.
`;

/** docs/media.md, as the data has it. */
export function mediaRulesMarkdown(): string {
  return [preface, ...platformDefinitions.map(({ name, mediaRules }) => section(name, mediaRules))].join(
    '\n',
  );
}

function section(platform: PlatformName, rules: MediaRules): string {
  const rows = rules.slots.flatMap(slotRows);
  const header = ['Arrangement', 'Number', 'Of', 'Types', 'Bytes', 'Pixels', 'Ratio', 'Duration', 'Further'];
  return [
    `## ${platform}`,
    '',
    `Media: ${rules.required ? 'required' : 'optional'}. Alternative texts: ${altText(rules)}.`,
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
  if (!takesAltText) return 'not taken, so not sent';
  return altTextCharsMax === null ? 'taken' : `${number(altTextCharsMax)} characters`;
}

function slotRows(slot: MediaSlot): string[][] {
  const { itemsMin, itemsMax, optionKind } = slot;
  const count = itemsMin === itemsMax ? `${itemsMax}` : `${itemsMin} to ${itemsMax}`;
  const name = optionKind === null ? slot.name : `${slot.name} (\`kind: ${optionKind}\`)`;
  const kinds: [string, string[] | null][] = [
    ['pictures', slot.image && imageCells(slot.image)],
    ['animated GIFs', slot.animation && imageCells(slot.animation)],
    ['videos', slot.video && videoCells(slot.video)],
  ];
  const taken = kinds.flatMap(([kind, cells]) => (cells === null ? [] : [[kind, ...cells]]));
  const isMix = taken.length > 1 && itemsMax > 1;
  return taken.map((cells) => [name, isMix ? `${count}, mixed` : count, ...cells]);
}

function imageCells(rules: ImageRules): string[] {
  const further = [
    rules.pixelsMax === null ? '' : `${number(rules.pixelsMax)} pixels in all`,
    rules.framesMax === null ? '' : `${rules.framesMax} frames`,
  ];
  return [types(rules.mimes), bytes(null, rules.bytesMax), pixels(rules), ratio(rules), '', join(further)];
}

function videoCells(rules: VideoRules): string[] {
  const { durationMinMs, durationMaxMs, frameRateMin, frameRateMax } = rules;
  const further = [
    [...(rules.videoCodecs ?? []), ...(rules.audioCodecs ?? [])].join(', '),
    span(frameRateMin, frameRateMax, String, ' frames/s'),
    rules.bitRateMax === null ? '' : `${rules.bitRateMax / 1_000_000} Mbit/s`,
  ];
  const duration = span(durationMinMs, durationMaxMs, seconds, '');
  const size = bytes(rules.bytesMin, rules.bytesMax);
  return [types(rules.mimes), size, pixels(rules), ratio(rules), duration, join(further)];
}

function types(mimes: readonly string[]): string {
  const names: Readonly<Record<string, string>> = { 'video/quicktime': 'MOV', 'video/webm': 'WebM' };
  return mimes.map((mime) => names[mime] ?? mime.replace(/^.*\//, '').toUpperCase()).join(', ');
}

function pixels({ sideMin, longSideMax, shortSideMax, widthMax }: SizeRules): string {
  return join([
    sideMin === null ? '' : `each side from ${sideMin}`,
    longSideMax === null ? '' : `longer side to ${longSideMax}`,
    shortSideMax === null ? '' : `shorter side to ${shortSideMax}`,
    widthMax === null ? '' : `width to ${widthMax}`,
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
  if (min === null) return `to ${text(max ?? 0)}${unit}`;
  if (max === null) return `from ${text(min)}${unit}`;
  return min === max ? `${text(min)}${unit}` : `${text(min)} to ${text(max)}${unit}`;
}

function join(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('; ');
}
