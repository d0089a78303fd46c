/** The vocabulary of the media library: what an asset is, its progress, and the types of its bytes. */
export const mediaKinds = ['IMAGE', 'GIF', 'VIDEO'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/**
 * PENDING_UPLOAD: a URL was signed, nothing was checked yet. PROCESSING: the bytes are being fetched or checked.
 * FAILED: the bytes were refused and deleted; `failure` says why.
 */
export const mediaStatuses = ['PENDING_UPLOAD', 'PROCESSING', 'READY', 'FAILED'] as const;
export type MediaStatus = (typeof mediaStatuses)[number];

/** The closed list of types, detected from the bytes alone. An animated image may turn out to be of another kind. */
const types = {
  'image/jpeg': { kind: 'IMAGE', extension: 'jpg' },
  'image/png': { kind: 'IMAGE', extension: 'png' },
  'image/webp': { kind: 'IMAGE', extension: 'webp' },
  'image/avif': { kind: 'IMAGE', extension: 'avif' },
  'image/gif': { kind: 'GIF', extension: 'gif' },
  'video/mp4': { kind: 'VIDEO', extension: 'mp4' },
  'video/quicktime': { kind: 'VIDEO', extension: 'mov' },
  'video/webm': { kind: 'VIDEO', extension: 'webm' },
} as const satisfies Record<string, { kind: MediaKind; extension: string }>;

export type MediaMime = keyof typeof types;
export const mediaMimes = Object.keys(types) as [MediaMime, ...MediaMime[]];

export function isMediaMime(mime: string): mime is MediaMime {
  return Object.hasOwn(types, mime);
}

export function kindOfMime(mime: MediaMime): MediaKind {
  return types[mime].kind;
}

/** The properties that a probe found in an asset's bytes. */
export interface MediaFacts {
  kind: MediaKind;
  /** Sniffed, one of `mediaMimes`. */
  mime: string;
  /** As a viewer sees it, with the orientation applied. */
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
  /** Frames of a GIF or an animated image; 1 for a still one; null for videos. */
  frameCount: number | null;
  /**
   * Whether the file contains more than its image: EXIF, XMP, comments, or bytes after its end; for videos
   * location, camera, text, or data tracks. Null for videos that were stored before this was checked.
   */
  hasMetadata: boolean | null;
  /** Whether parts of the image are transparent, as far as the file says. Null for videos. */
  hasAlpha: boolean | null;
}

/** The maximum size of one asset, by kind. */
export type MediaBytesMax = Readonly<Record<MediaKind, number>>;

const MiB = 1024 * 1024;
export const mediaBytesMaxDefault: MediaBytesMax = { IMAGE: 50 * MiB, GIF: 50 * MiB, VIDEO: 4096 * MiB };

export const altTextCharsMax = 5_000;
export const filenameCharsMax = 255;
/** How many bytes are read to detect a type. */
export const sniffBytesMax = 64 * 1024;
/** Larger uploads come in parts. */
export const singleUploadBytesMax = 64 * MiB;
export const uploadPartsMax = 100;
const uploadPartBytesMin = 8 * MiB;
/** How long a signed URL is valid. A new one is always available. */
export const uploadAddressMs = 15 * 60 * 1000;
export const partAddressMs = 60 * 60 * 1000;
export const downloadAddressMs = 15 * 60 * 1000;
/** Uploads that are not completed within this time are deleted. */
export const abandonedUploadMs = 24 * 60 * 60 * 1000;

/** Whole MiB, so that a video of any allowed size has at most `uploadPartsMax` parts. */
export function partSizeOf(sizeBytes: number): number {
  return Math.max(uploadPartBytesMin, Math.ceil(sizeBytes / uploadPartsMax / MiB) * MiB);
}

/** Signed URLs lead here if the storage has no server of its own. */
export const storageUploadPath = '/storage/upload';
export const storageFilePath = '/storage/file';

/** Storage keys consist of our ids and a closed list of extensions. Nothing a caller sends is in them. */
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

/** A caller who asks for URLs of another user's upload gets a new key. This limits how often. */
export const uploadTakeoversMax = 20;

/** The key for the next uploader: `uploads/workspace/asset`, then `uploads/workspace/asset.1`. Null: too many. */
export function nextUploadKey(key: string): string | null {
  const taken = uploadTakeoversOf(key) + 1;
  return taken > uploadTakeoversMax ? null : `${firstUploadKey(key)}.${taken}`;
}

/** The keys of this uploader and of all earlier ones, whose URLs may still work. */
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
 * The type that a file's first bytes claim, or null if it is not on the list. This is a first look before
 * anything is stored; the probe decides whether the rest agrees.
 */
export function claimedMime(head: Uint8Array): MediaMime | null {
  const text = (start: number, end: number): string => String.fromCharCode(...head.subarray(start, end));
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (text(0, 4) === 'GIF8') return 'image/gif';
  if (text(0, 4) === '\x1aE\xdf\xa3') return text(4, 64).includes('webm') ? 'video/webm' : null;
  if (text(4, 8) !== 'ftyp') return oldQuickTime.includes(text(4, 8)) ? 'video/quicktime' : null;
  const brand = text(8, 12);
  if (brand === 'avif' || brand === 'avis') return 'image/avif';
  if (/^(mif1|msf1|he[imv][cfxs])$/.test(brand)) return null;
  return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4';
}

/** The type of a text, by its beginning; null if the bytes are no text. */
export function textMime(head: Uint8Array): string | null {
  let text: string;
  try {
    // As a stream, because a character may continue behind the first bytes.
    text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
  } catch {
    return null;
  }
  // Control characters are what tells other files from texts
  if (text === '' || /[\0-\x08\x0e-\x1f]/.test(text)) return null;
  if (/^\s*<svg[\s>]/i.test(text)) return 'image/svg+xml';
  return /^\s*<(!doctype html|html)[\s>]/i.test(text) ? 'text/html' : 'text/plain';
}

/** The first atoms of a QuickTime video without `ftyp`. */
const oldQuickTime: readonly string[] = ['moov', 'mdat', 'wide', 'free'];
