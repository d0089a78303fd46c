import { eq } from 'drizzle-orm';
import { targets } from '../../db/schema/index.js';
import { AppError, notFound } from '../../domain/errors.js';
import { assetIdOfKey } from '../../domain/media.js';
import { mayHaveBegun } from '../../domain/ready-ahead.js';
import type {
  ByteRange,
  DownloadGrant,
  Grant,
  PartGrant,
  SignedUrlHandler,
  UploadGrant,
} from '../../storage/storage.js';
import type { ServiceDeps } from '../shared/context.js';
import { notInThisState, readMedia, type MediaRow } from './records.js';
import { withSpaceFor } from './internal/quota.js';
import { fromStorage, isNamed } from './internal/storage-faults.js';
import { mayStillUpload } from './internal/uploader.js';

/**
 * A request to a signed upload URL of a storage that has no server of its own. The URL itself is the authorization: for
 * one key, one size, one type and some minutes, and as long as its member may write.
 */
export interface UploadRequest {
  grant: string;
  contentType: string | null;
  /** The stated length; null if there is none. */
  contentLength: number | null;
  body: AsyncIterable<Uint8Array>;
}

export async function receiveUpload(deps: ServiceDeps, request: UploadRequest): Promise<void> {
  const signedUrls = signedUrlsOf(deps);
  const grant = readGrant(signedUrls, request.grant);
  if (grant.op === 'download') throw invalidSignature('invalid');
  checkAnnounced(grant, request);
  const { workspaceId } = await checkAwaited(deps, grant);
  if (!deps.media.uploads.mayRepeat(request.grant)) throw invalidSignature('used_up');
  const { sizeBytes, userId: ownerId = workspaceId } = grant;
  const arriving = { ownerId, sizeBytes, body: exactly(sizeBytes, request.body) };
  try {
    await withSpaceFor(deps, arriving, (body) => fromStorage(signedUrls.receive(grant, body)));
  } catch (error) {
    // The upload was completed or removed while this part arrived.
    if (error instanceof AppError && isNamed(error.cause, 'NoSuchObjectError')) throw ended();
    throw error;
  }
}

function checkAnnounced(grant: UploadGrant | PartGrant, { contentType, contentLength }: UploadRequest): void {
  if (grant.op === 'upload' && contentType !== grant.mime) {
    const message = `The URL was signed for ${grant.mime}. Send that as Content-Type.`;
    throw new AppError('UNSUPPORTED_MIME', message, { mime: contentType });
  }
  if (contentLength !== null) checkLength(contentLength, grant.sizeBytes);
}

function checkLength(sizeBytes: number, announced: number): void {
  if (sizeBytes === announced) return;
  if (sizeBytes === 0) throw new AppError('EMPTY_BODY', 'The request has no body.', {});
  if (sizeBytes > announced) {
    const message = `The URL was signed for ${announced} bytes.`;
    throw new AppError('FILE_TOO_LARGE', message, { sizeBytes, maxBytes: announced });
  }
  const message = `The URL was signed for ${announced} bytes, but ${sizeBytes} were sent.`;
  throw new AppError('VALIDATION_FAILED', message, {
    details: [{ path: '', code: 'size_mismatch', message }],
  });
}

/**
 * Yields a body of exactly the announced size. A longer body fails at the first extra byte, a shorter one at its end.
 */
async function* exactly(announced: number, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > announced) checkLength(sizeBytes, announced);
    yield chunk;
  }
  checkLength(sizeBytes, announced);
}

/** Rejects bytes if the upload has ended or its user has left the workspace, because a signed URL can outlive both. */
async function checkAwaited({ db }: ServiceDeps, grant: UploadGrant | PartGrant): Promise<MediaRow> {
  const { key, userId } = grant;
  const row = await readMedia(db, assetIdOfKey(key));
  if (row === undefined) throw notFound();
  if (row.status !== 'PENDING_UPLOAD') throw notInThisState(row.status, 'The upload has ended.');
  if (!(await mayStillUpload(db, { workspaceId: row.workspaceId, userId: userId ?? null })))
    throw invalidSignature('expired');
  // Another member has taken the upload over.
  if (grant.op === 'upload' && key !== row.uploadKey) throw invalidSignature('expired');
  return row;
}

const ended = (): AppError => notInThisState('PROCESSING', 'The upload has ended.');

export interface StoredFile {
  mime: string;
  filename: string;
  sizeBytes: number;
  /** The range that `body` contains; null for the whole file. */
  range: ByteRange | null;
  body: AsyncIterable<Uint8Array>;
}

export type OpenedFile = StoredFile | { unsatisfiable: true; sizeBytes: number };

export async function openFile(
  deps: ServiceDeps,
  request: { grant: string; rangeHeader: string | undefined },
): Promise<OpenedFile> {
  const grant = readGrant(signedUrlsOf(deps), request.grant);
  if (grant.op !== 'download') throw invalidSignature('invalid');
  if (grant.targetId !== undefined) await checkPublishing(deps, grant.targetId);
  return read(deps, grant, request.rangeHeader);
}

/** A URL for a platform is valid only until its target has been published, has failed or was canceled. */
async function checkPublishing({ db, clock }: ServiceDeps, targetId: string): Promise<void> {
  const { status, scheduledFor } = targets;
  const [target] = await db.select({ status, scheduledFor }).from(targets).where(eq(targets.id, targetId));
  if (target?.status === 'PUBLISHING') return;
  const dueAt = target?.status === 'SCHEDULED' ? target.scheduledFor : null;
  // A platform may fetch files ahead of the due time.
  if (dueAt === null || !mayHaveBegun({ dueAt, carriesMedia: true }, clock.now()))
    throw invalidSignature('expired');
}

async function read(
  { media: { storage } }: ServiceDeps,
  { key, mime, filename }: DownloadGrant,
  rangeHeader: string | undefined,
): Promise<OpenedFile> {
  const found = await fromStorage(storage.stat(key));
  if (found === null) throw notFound();
  const { sizeBytes } = found;
  const range = parseRange(rangeHeader, sizeBytes);
  if (range === 'unsatisfiable') return { unsatisfiable: true, sizeBytes };
  const body = await fromStorage(storage.read(key, range ?? undefined));
  return { mime, filename, sizeBytes, range, body };
}

/**
 * Parses one range of bytes (RFC 9110). Several ranges, or an invalid one, count as none, because a server
 * may always return the whole file.
 */
export function parseRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | null | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const start = Math.max(0, sizeBytes - Number(last));
    return start < sizeBytes ? { start, end: sizeBytes } : 'unsatisfiable';
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes : Math.min(sizeBytes, Number(last) + 1);
  if (last !== '' && Number(last) < start) return null;
  return start < sizeBytes ? { start, end } : 'unsatisfiable';
}

function signedUrlsOf({ media: { storage } }: ServiceDeps): SignedUrlHandler {
  if (storage.signedUrls === undefined) throw notFound();
  return storage.signedUrls;
}

function readGrant(signedUrls: SignedUrlHandler, text: string): Grant {
  const grant = signedUrls.readGrant(text);
  if (typeof grant === 'string') throw invalidSignature(grant);
  return grant;
}

const signatureFaults = {
  expired: 'This URL has expired. Request a new one.',
  invalid: 'This URL was not signed by this installation, or was changed after signing.',
  used_up: 'This URL was used too many times. Resume the upload for new URLs.',
} as const;

function invalidSignature(reason: keyof typeof signatureFaults): AppError<'SIGNATURE_INVALID'> {
  return new AppError('SIGNATURE_INVALID', signatureFaults[reason], { reason });
}
