/**
 * Where the bytes of media lie. Keys are made by `mediaKeys`. What fails here is the storage's fault, and safe to
 * repeat; what a body throws while it is written passes through unchanged.
 */
export interface Storage {
  /** Stores a body under a key, whole or not at all. Longer than `bytesMax` is a failure as well. */
  write(key: string, body: AsyncIterable<Uint8Array>, options: WriteOptions): Promise<StoredObject>;
  /** The bytes of an object, or of a part of it. Rejects where there is none. */
  read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  stat(key: string): Promise<{ sizeBytes: number } | null>;
  /** Repeatable: an object that is there already stays. Rejects where there is neither. */
  move(from: string, to: string): Promise<void>;
  /** Repeatable: what is not there is deleted. */
  delete(key: string): Promise<void>;
  /** Every object below `folder/`. */
  deleteFolder(folder: string): Promise<void>;
  /** An address for one PUT of exactly that size and type. */
  presignUpload(key: string, options: SignOptions & UploadClaims & UploaderClaims): Promise<SignedRequest>;
  presignDownload(key: string, options: SignOptions & DownloadClaims): Promise<SignedRequest>;
  /** An upload in parts, resumable until it is completed or aborted. */
  createMultipart(key: string, options: UploadClaims & { partSizeBytes: number }): Promise<string>;
  presignPart(
    key: string,
    multipartId: string,
    part: SignOptions & PartClaims & UploaderClaims,
  ): Promise<SignedRequest>;
  /** The parts that are there; null where the upload was completed or aborted. */
  listParts(key: string, multipartId: string): Promise<StoredPart[] | null>;
  completeMultipart(key: string, multipartId: string, parts: readonly StoredPart[]): Promise<void>;
  abortMultipart(key: string, multipartId: string): Promise<void>;
  /** Removes what was begun before and never finished: parts, half-written files. Says how many. */
  removeUnfinished(before: Date): Promise<number>;
  /** Makes the folder or bucket where it is missing; true: it was. */
  ensurePlace(): Promise<boolean>;
  /** For a storage whose signed addresses lead to our own API. */
  readonly door?: StorageDoor;
}

export interface WriteOptions {
  mime: string;
  bytesMax: number;
  /** If it is known: anything else is a failure. */
  sizeBytes?: number;
}

export interface StoredObject {
  sizeBytes: number;
  /** Hex. */
  sha256: string;
}

/** `end` is exclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface SignOptions {
  ttlMs: number;
  /** When the time begins; absent: now. Equal options at equal times give equal addresses. */
  signedAt?: Date;
}

export interface UploadClaims {
  mime: string;
  sizeBytes: number;
}

/** Whom an upload's address was given to. Our own door asks for it; a bucket cannot. */
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
  /** The target that is published with it: whoever reads the grant refuses it once that is over. */
  targetId?: string;
}

/** A request that its bearer may make: every header as it is here, and the length that any client adds by itself. */
export interface SignedRequest {
  method: 'GET' | 'PUT';
  url: string;
  headers: Record<string, string>;
  expiresAt: Date;
}

export interface StoredPart {
  partNumber: number;
  sizeBytes: number;
  /** The storage's own name for these bytes. */
  etag: string;
}

/** Reads what an address of ours was signed for, and takes what comes with it. */
export interface StorageDoor {
  readGrant(text: string): Grant | GrantFault;
  receive(grant: UploadGrant | PartGrant, body: AsyncIterable<Uint8Array>): Promise<void>;
}

export type Grant = UploadGrant | PartGrant | DownloadGrant;
export type GrantFault = 'expired' | 'invalid';

export type UploadGrant = UploadClaims & UploaderClaims & { op: 'upload'; key: string };
export type PartGrant = PartClaims & UploaderClaims & { op: 'part'; key: string; multipartId: string };
export type DownloadGrant = DownloadClaims & { op: 'download'; key: string };

/** The object is not there. */
export class NoSuchObjectError extends Error {
  override readonly name = 'NoSuchObjectError';
}

/** The body is not what was announced. */
export class BodySizeError extends Error {
  override readonly name = 'BodySizeError';
}
