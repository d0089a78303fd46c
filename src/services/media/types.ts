import type { MediaFacts, MediaKind, MediaStatus } from '../../domain/media.js';

/** An asset as the API shows it, except that dates are Date objects. */
export interface MediaView {
  id: string;
  workspaceId: string;
  kind: MediaKind;
  status: MediaStatus;
  mime: string | null;
  sizeBytes: number;
  width: number | null;
  height: number | null;
  durationMs: number | null;
  videoCodec: MediaFacts['videoCodec'];
  audioCodec: MediaFacts['audioCodec'];
  frameRate: MediaFacts['frameRate'];
  pageCount: number | null;
  sha256: string | null;
  altText: string | null;
  storageKey: string | null;
  originalFilename: string | null;
  /** A signed URL, valid for some minutes. */
  url: string | null;
  thumbnailUrl: string | null;
  failure: { code: string; message: string } | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The requests with which the bytes of an asset are uploaded. */
export type UploadView = SingleUploadView | PartsUploadView;

export interface SignedAddressView {
  method: 'PUT';
  url: string;
  headers: Record<string, string>;
  expiresAt: Date;
}

export interface SingleUploadView extends SignedAddressView {
  kind: 'single';
}

export interface PartsUploadView {
  kind: 'parts';
  partSizeBytes: number;
  parts: UploadPartView[];
}

export interface UploadPartView {
  partNumber: number;
  sizeBytes: number;
  /** Whether the part has arrived. If so, it has no URL. */
  uploaded: boolean;
  address: SignedAddressView | null;
}

export interface MediaItemInput {
  url: string;
  altText: string | null;
  filename: string | null;
}
