import { AppError } from '../../../domain/errors.js';
import { isMediaMime, mediaKeys } from '../../../domain/media.js';
import type { StoredPart } from '../../../storage/storage.js';
import type { ServiceDeps } from '../../shared/context.js';
import type { MediaRow } from '../records.js';
import { partsKeyOf } from './delete-bytes.js';
import { fromStorage } from './storage-faults.js';
import { partSizes } from './upload-view.js';

type Deps = Pick<ServiceDeps, 'media'>;

/**
 * Moves uploaded bytes to a key that no client can write, before they are inspected, so that they cannot change
 * afterwards. An earlier try may have moved them already. Throws if the upload is missing or incomplete.
 */
export async function takeUpload(deps: Deps, row: MediaRow): Promise<{ key: string; sizeBytes: number }> {
  const { workspaceId, id, mime } = row;
  if (mime === null || !isMediaMime(mime)) throw new Error('an upload has a type');
  const key = mediaKeys.original(workspaceId, id, mime);
  if (row.multipartId !== null) await joinParts(deps, row, row.multipartId);
  else if (row.uploadKey !== null) await takeSingle(deps, row.uploadKey, key);
  const object = await fromStorage(deps.media.storage.stat(key));
  if (object === null) throw new AppError('EMPTY_BODY', 'No bytes were uploaded.', {});
  return { key, sizeBytes: object.sizeBytes };
}

async function takeSingle({ media: { storage } }: Deps, uploadKey: string, key: string): Promise<void> {
  const sent = await fromStorage(storage.stat(uploadKey));
  if (sent === null) return;
  if (sent.sizeBytes === 0) {
    await fromStorage(storage.delete(uploadKey));
    throw new AppError('EMPTY_BODY', 'The upload has no bytes.', {});
  }
  await fromStorage(storage.move(uploadKey, key));
}

async function joinParts({ media: { storage } }: Deps, row: MediaRow, multipartId: string): Promise<void> {
  const key = partsKeyOf(row);
  const there = await fromStorage(storage.listParts(key, multipartId));
  if (there === null) return;
  if (there.length === 0) throw new AppError('EMPTY_BODY', 'No part was uploaded.', {});
  await fromStorage(storage.completeMultipart(key, multipartId, wholeSet(row, there)));
}

function wholeSet(row: MediaRow, there: readonly StoredPart[]): StoredPart[] {
  const byNumber = new Map(there.map((part) => [part.partNumber, part]));
  const parts: StoredPart[] = [];
  const details = partSizes(row).flatMap((sizeBytes, index) => {
    const part = byNumber.get(index + 1);
    if (part?.sizeBytes !== sizeBytes) {
      const message = `Part ${index + 1} is missing or incomplete.`;
      return [{ path: `parts.${index}`, code: 'missing_part', message }];
    }
    parts.push(part);
    return [];
  });
  if (details.length === 0) return parts;
  throw new AppError('VALIDATION_FAILED', 'Parts of the upload are missing.', {
    details: details.slice(0, 50),
  });
}
