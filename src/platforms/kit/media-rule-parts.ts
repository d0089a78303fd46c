import type { DocumentRules, VideoRules, MediaSlot, ImageRules } from '../../domain/media-rules.js';

/** A megabyte is 10^6 bytes. If a platform means 2^20, this is the safe interpretation. */
export const kB = 1_000;
export const MB = 1_000 * kB;
export const GB = 1_000 * MB;
export const s = 1_000;
export const min = 60 * s;
export const hour = 60 * min;

const noSizes = {
  bytesMax: null,
  sideMin: null,
  longSideMax: null,
  shortSideMax: null,
  widthMax: null,
  ratioMin: null,
  ratioMax: null,
};

export function images(rules: Partial<ImageRules> & Pick<ImageRules, 'mimes'>): ImageRules {
  return { ...noSizes, pixelsMax: null, framesMax: null, ...rules };
}

export function videos(rules: Partial<VideoRules> & Pick<VideoRules, 'mimes'>): VideoRules {
  return {
    ...noSizes,
    videoCodecs: null,
    audioCodecs: null,
    bytesMin: null,
    durationMinMs: null,
    durationMaxMs: null,
    bitRateMax: null,
    frameRateMin: null,
    frameRateMax: null,
    ...rules,
  };
}

export function documents(rules: Partial<DocumentRules> & Pick<DocumentRules, 'mimes'>): DocumentRules {
  return { bytesMax: null, pagesMax: null, ...rules };
}

export function slot(name: string, rules: Partial<MediaSlot>): MediaSlot {
  return {
    name,
    optionKind: null,
    itemsMin: 1,
    itemsMax: 1,
    image: null,
    animation: null,
    video: null,
    document: null,
    subtitles: null,
    ...rules,
  };
}

export const jpeg = 'image/jpeg';
export const png = 'image/png';
export const webp = 'image/webp';
export const gif = 'image/gif';
export const mp4 = 'video/mp4';
export const mov = 'video/quicktime';
export const webm = 'video/webm';
export const pdf = 'application/pdf';
export const vtt = 'text/vtt';
export const srt = 'application/x-subrip';
