/**
 * The reason why an upload ended. `unreadable`: the file cannot be read, or only in part. `interrupted`: the connection
 * failed too often, and the upload can continue. `other-file`: the upload to continue belongs to another file.
 * `rejected`: the service does not accept the file.
 */
export type UploadFailure = 'unreadable' | 'interrupted' | 'other-file' | 'rejected';

/** An upload ended without a usable media asset. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
  readonly reason: UploadFailure;
  /** The media asset. If the upload was interrupted, pass it to the next call as `resumeId`. */
  readonly mediaId: string | null;

  constructor(
    reason: UploadFailure,
    message: string,
    { mediaId = null, cause }: { mediaId?: string | null; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.reason = reason;
    this.mediaId = mediaId;
  }
}
