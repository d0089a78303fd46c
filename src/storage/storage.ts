/**
 * Stores the bytes of media. `mediaKeys` makes the keys. Errors of the storage are safe to retry. Errors of a body that
 * is being written pass through unchanged.
 */
export interface Storage {
  /** Stores a body under a key, completely or not at all. A body longer than `bytesMax` fails, too. */
  write(key: string, body: AsyncIterable<Uint8Array>, options: WriteOptions): Promise<StoredObject>;
  /** Reads an object or a range of it. Rejects if there is no object. */
  read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  stat(key: string): Promise<{ sizeBytes: number } | null>;
  /** Moves an object. Safe to repeat: an existing destination stays. Rejects if neither exists. */
  move(from: string, to: string): Promise<void>;
  /** Deletes an object. Deleting a missing object succeeds. */
  delete(key: string): Promise<void>;
  /** Deletes every object below `folder/`. */
  deleteFolder(folder: string): Promise<void>;
  /** Signs a URL for a PUT of exactly this size and type. */
  presignUpload(key: string, options: SignOptions & UploadClaims & UploaderClaims): Promise<SignedRequest>;
  presignDownload(key: string, options: SignOptions & DownloadClaims): Promise<SignedRequest>;
  /** Starts an upload in parts. It can be resumed until it is completed or aborted. */
  createMultipart(key: string, options: UploadClaims & { partSizeBytes: number }): Promise<string>;
  presignPart(
    key: string,
    multipartId: string,
    part: SignOptions & PartClaims & UploaderClaims,
  ): Promise<SignedRequest>;
  /** The parts that have arrived. Null if the upload was completed or aborted. */
  listParts(key: string, multipartId: string): Promise<StoredPart[] | null>;
  completeMultipart(key: string, multipartId: string, parts: readonly StoredPart[]): Promise<void>;
  abortMultipart(key: string, multipartId: string): Promise<void>;
  /**
   * Deletes unfinished parts and half-written files that were started before the given time. Returns their number.
   */
  removeUnfinished(before: Date): Promise<number>;
  /** Creates the folder or bucket if it is missing. Returns whether it was missing. */
  ensurePlace(): Promise<boolean>;
  /** The free space in bytes, if the storage knows it. */
  freeBytes?(): Promise<number>;
  /** Present if signed URLs point to our own API. */
  readonly signedUrls?: SignedUrlHandler;
}

export interface WriteOptions {
  mime: string;
  bytesMax: number;
  /** The size, if it is known. A body of any other length fails. */
  sizeBytes?: number;
}

export interface StoredObject {
  sizeBytes: number;
  /** The hex digest of the bytes. */
  sha256: string;
}

/** A range of bytes. `end` is exclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface SignOptions {
  ttlMs: number;
  /** The start of the validity; by default now. Equal options with an equal start result in equal URLs. */
  signedAt?: Date;
}

export interface UploadClaims {
  mime: string;
  sizeBytes: number;
}

/** The member to whom an upload URL was issued. Our own upload route checks the member; a bucket cannot. */
export interface UploaderClaims {
  userId?: string;
}

export interface PartClaims {
  partNumber: number;
  partSizeBytes: number;
  sizeBytes: number;
}

export interface DownloadClaims {
  mime: string;
  filename: string;
  /** The target that publishes the file. The URL is refused once the target has ended. */
  targetId?: string;
}

/** A request that its bearer may make, with exactly these headers and the length, which clients add themselves. */
export interface SignedRequest {
  method: 'GET' | 'PUT';
  url: string;
  headers: Record<string, string>;
  expiresAt: Date;
}

export interface StoredPart {
  partNumber: number;
  sizeBytes: number;
  /** The storage's own identifier of these bytes. */
  etag: string;
}

/** Verifies our signed URLs and accepts the bytes sent to them. */
export interface SignedUrlHandler {
  readGrant(text: string): Grant | GrantFault;
  receive(grant: UploadGrant | PartGrant, body: AsyncIterable<Uint8Array>): Promise<void>;
}

export type Grant = UploadGrant | PartGrant | DownloadGrant;
export type GrantFault = 'expired' | 'invalid';

export type UploadGrant = UploadClaims & UploaderClaims & { op: 'upload'; key: string };
export type PartGrant = PartClaims & UploaderClaims & { op: 'part'; key: string; multipartId: string };
export type DownloadGrant = DownloadClaims & { op: 'download'; key: string };

/** The error for a key without an object. */
export class NoSuchObjectError extends Error {
  override readonly name = 'NoSuchObjectError';
}

/** The error for a body that does not have the announced size. */
export class BodySizeError extends Error {
  override readonly name = 'BodySizeError';
}
