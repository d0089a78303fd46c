/**
 * The kinds of media assets. Every GIF has the kind GIF, even if it is a still image. Subtitles are text for a video: an
 * option names them, and no post consists of them.
 */
export const mediaKinds = ['IMAGE', 'GIF', 'VIDEO', 'DOCUMENT', 'SUBTITLES'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/**
 * PENDING_UPLOAD: a URL was signed, nothing was checked yet. PROCESSING: the bytes are being fetched or checked.
 * FAILED: the bytes were refused and deleted; `failure` says why.
 */
export const mediaStatuses = ['PENDING_UPLOAD', 'PROCESSING', 'READY', 'FAILED'] as const;
export type MediaStatus = (typeof mediaStatuses)[number];

/** The closed list of accepted types, each with its kind. The type of a file is detected from its bytes alone. */
const types = {
  'image/jpeg': { kind: 'IMAGE', extension: 'jpg' },
  'image/png': { kind: 'IMAGE', extension: 'png' },
  'image/webp': { kind: 'IMAGE', extension: 'webp' },
  'image/avif': { kind: 'IMAGE', extension: 'avif' },
  'image/gif': { kind: 'GIF', extension: 'gif' },
  'video/mp4': { kind: 'VIDEO', extension: 'mp4' },
  'video/quicktime': { kind: 'VIDEO', extension: 'mov' },
  'video/webm': { kind: 'VIDEO', extension: 'webm' },
  'application/pdf': { kind: 'DOCUMENT', extension: 'pdf' },
  'text/vtt': { kind: 'SUBTITLES', extension: 'vtt' },
  'application/x-subrip': { kind: 'SUBTITLES', extension: 'srt' },
} as const satisfies Record<string, { kind: MediaKind; extension: string }>;

export type MediaMime = keyof typeof types;
export const mediaMimes = Object.keys(types) as [MediaMime, ...MediaMime[]];

export function isMediaMime(mime: string): mime is MediaMime {
  return Object.hasOwn(types, mime);
}

export function kindOfMime(mime: MediaMime): MediaKind {
  return types[mime].kind;
}

/** Whether an asset is an image or an animation, which can be decoded and made smaller. */
export function isPicture(kind: MediaKind): boolean {
  return kind === 'IMAGE' || kind === 'GIF';
}

/** The properties that a probe found in an asset's bytes. */
export interface MediaFacts {
  kind: MediaKind;
  /** The type that was detected from the bytes, one of `mediaMimes`. */
  mime: string;
  /** The width and height that a viewer sees, with the orientation applied. */
  width: number | null;
  height: number | null;
  durationMs: number | null;
  videoCodec: string | null;
  audioCodec: string | null;
  /** Frames per second. */
  frameRate: number | null;
  hasAudio: boolean | null;
  /** EXIF 1 to 8 for images, degrees clockwise (0, 90, 180, 270) for videos. Null if the file says nothing. */
  orientation: number | null;
  /** The number of frames of an image, which is 1 unless the image is an animated GIF. Null for videos. */
  frameCount: number | null;
  /**
   * Whether an image file contains EXIF, XMP, comments or bytes after its end, or a video a location, camera data, text
   * or data tracks. Null for videos that were not checked.
   */
  hasMetadata: boolean | null;
  /** Whether parts of the image are transparent, according to the file. Null for videos. */
  hasAlpha: boolean | null;
  /** The number of pages of a document. Absent for other kinds. */
  pageCount?: number;
}

/** The facts about a file without pixels and duration, or about a file that was not inspected yet. */
export function bareFacts(kind: MediaKind, mime: string): MediaFacts {
  return {
    kind,
    mime,
    width: null,
    height: null,
    durationMs: null,
    videoCodec: null,
    audioCodec: null,
    frameRate: null,
    hasAudio: null,
    orientation: null,
    frameCount: null,
    hasMetadata: null,
    hasAlpha: null,
  };
}

/** The maximum size of one asset, by kind. */
export type MediaBytesMax = Readonly<Record<MediaKind, number>>;

const MiB = 1024 * 1024;
/** The largest document that any platform accepts. */
export const documentBytesMax = 100 * MiB;
/** Subtitles are read and sent as a whole. The subtitles of a video of several hours have a few hundred kilobytes. */
export const subtitlesBytesMax = MiB;
export const mediaBytesMaxDefault: MediaBytesMax = {
  IMAGE: 50 * MiB,
  GIF: 50 * MiB,
  VIDEO: 4096 * MiB,
  DOCUMENT: documentBytesMax,
  SUBTITLES: subtitlesBytesMax,
};

export const altTextCharsMax = 5_000;
export const filenameCharsMax = 255;
/** The number of bytes that are read to detect a type. */
export const sniffBytesMax = 64 * 1024;
/** The maximum size of an upload in one request. Larger files are uploaded in parts. */
export const singleUploadBytesMax = 64 * MiB;
export const uploadPartsMax = 100;
const uploadPartBytesMin = 8 * MiB;
/** How long a signed URL is valid. A new one is always available. */
export const uploadAddressMs = 15 * 60 * 1000;
export const partAddressMs = 60 * 60 * 1000;
export const downloadAddressMs = 15 * 60 * 1000;
/** Uploads that are not completed within this time are deleted. */
export const abandonedUploadMs = 24 * 60 * 60 * 1000;

/** The size of an upload's parts, in whole MiB, so that a file of any allowed size has at most `uploadPartsMax`. */
export function partSizeOf(sizeBytes: number): number {
  return Math.max(uploadPartBytesMin, Math.ceil(sizeBytes / uploadPartsMax / MiB) * MiB);
}

/** The paths of signed URLs if media are stored in a folder, which has no server of its own. */
export const storageUploadPath = '/storage/upload';
export const storageFilePath = '/storage/file';

/** Storage keys consist of our ids and a closed list of extensions, and never contain text from a caller. */
export const mediaKeys = {
  /** Everything that belongs to an asset: its bytes, its thumbnail, its renditions. */
  folder: (workspaceId: string, assetId: string): string => `media/${workspaceId}/${assetId}`,
  original: (workspaceId: string, assetId: string, mime: MediaMime): string =>
    `${mediaKeys.folder(workspaceId, assetId)}/original.${types[mime].extension}`,
  rendition: (workspaceId: string, assetId: string, recipeHash: string, mime: MediaMime): string =>
    `${mediaKeys.folder(workspaceId, assetId)}/rendition-${recipeHash.slice(0, 32)}.${types[mime].extension}`,
  thumbnail: (workspaceId: string, assetId: string): string =>
    `${mediaKeys.folder(workspaceId, assetId)}/thumbnail.webp`,
  /** The key to which a client may write. The bytes are moved away before they are inspected. */
  upload: (workspaceId: string, assetId: string): string => `uploads/${workspaceId}/${assetId}`,
};

/** The number of times that an upload can move to a new key, which happens when another user continues it. */
export const uploadTakeoversMax = 20;

/**
 * Returns the next user's key for an upload: `uploads/ws/asset` becomes `uploads/ws/asset.1`. Null: too many users have
 * continued it.
 */
export function nextUploadKey(key: string): string | null {
  const taken = uploadTakeoversOf(key) + 1;
  return taken > uploadTakeoversMax ? null : `${firstUploadKey(key)}.${taken}`;
}

/** The given upload key and all earlier ones of the asset, whose URLs may still work. */
export function uploadKeysUpTo(key: string): string[] {
  const earlier = Array.from({ length: uploadTakeoversOf(key) }, (_, taken) => `.${taken + 1}`);
  return ['', ...earlier].map((ending) => `${firstUploadKey(key)}${ending}`);
}

/** The asset that an upload's key belongs to. */
export function assetIdOfKey(key: string): string {
  return firstUploadKey(key).split('/')[2] ?? '';
}

const uploadTakeoversOf = (key: string): number => Number(/\.(\d+)$/.exec(key)?.[1] ?? 0);
const firstUploadKey = (key: string): string => key.replace(/\.\d+$/, '');

/** The type that belongs to a key's extension. */
export function mimeOfKey(key: string): string {
  const extension = key.slice(key.lastIndexOf('.') + 1);
  const found = mediaMimes.find((mime) => types[mime].extension === extension);
  return found ?? 'application/octet-stream';
}

/**
 * Returns the type that a file's first bytes indicate, or null if Punctual does not accept it. Used before the file is
 * stored; the probe later checks the rest.
 */
export function claimedMime(head: Uint8Array): MediaMime | null {
  const text = (start: number, end: number): string => String.fromCharCode(...head.subarray(start, end));
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (text(0, 4) === 'GIF8') return 'image/gif';
  if (text(0, 5) === '%PDF-') return 'application/pdf';
  if (text(0, 4) === '\x1aE\xdf\xa3') return text(4, 64).includes('webm') ? 'video/webm' : null;
  if (oldQuickTime.includes(text(4, 8))) return 'video/quicktime';
  if (text(4, 8) !== 'ftyp') return subtitlesMime(head);
  const brand = text(8, 12);
  if (brand === 'avif' || brand === 'avis') return 'image/avif';
  if (/^(mif1|msf1|he[imv][cfxs])$/.test(brand)) return null;
  return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4';
}

/** The type of a file that begins as subtitles do. Null for any other text, and for bytes that are not text. */
function subtitlesMime(head: Uint8Array): MediaMime | null {
  const mime = textMime(head);
  return mime !== null && isMediaMime(mime) ? mime : null;
}

/** The start of SubRip subtitles: the number of the first cue, and its time in the next line. */
const subRipStart = /^\s*\d{1,9}[ \t]*(?:\r\n|\n|\r)[ \t]*\d{1,3}:\d\d:\d\d[,.]\d{1,3}[ \t]*-->/;

/** The number of bytes that contain the first line with times. */
const subtitlesStartBytes = 200;

function subtitlesStartOf(text: string): MediaMime | null {
  if (/^WEBVTT(?:\s|$)/.test(text)) return 'text/vtt';
  return subRipStart.test(text) ? 'application/x-subrip' : null;
}

/**
 * Returns the type of a text file (subtitles, SVG, HTML or plain), by its first bytes. Null if the bytes are not text.
 */
export function textMime(head: Uint8Array): string | null {
  let text: string;
  try {
    // The bytes are decoded as a stream, because the last character may be cut off.
    text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
  } catch {
    // Subtitles in another encoding are recognized, so that the probe can say what is wrong with them.
    return subtitlesStartOf(String.fromCharCode(...head.subarray(0, subtitlesStartBytes)));
  }
  // Control characters show that a file is not text.
  if (text === '' || /[\0-\x08\x0e-\x1f]/.test(text)) return null;
  const subtitles = subtitlesStartOf(text);
  if (subtitles !== null) return subtitles;
  if (/^\s*<svg[\s>]/i.test(text)) return 'image/svg+xml';
  return /^\s*<(!doctype html|html)[\s>]/i.test(text) ? 'text/html' : 'text/plain';
}

/** The atoms with which an old QuickTime video, without `ftyp`, may begin. */
const oldQuickTime: readonly string[] = ['moov', 'mdat', 'wide', 'free'];
