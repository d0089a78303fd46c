import { partAddressMs, uploadAddressMs } from '../../../domain/media.js';
import type { SignedRequest } from '../../../storage/storage.js';
import type { ServiceDeps } from '../../shared/context.js';
import { notInThisState, type MediaRow } from '../records.js';
import { partsKeyOf } from './delete-bytes.js';
import { fromStorage } from './storage-faults.js';
import type { PartsUploadView, SignedAddressView, UploadPartView, UploadView } from '../types.js';

/** The missing parts of an upload, each with a signed URL. */
export async function toUploadView(deps: Pick<ServiceDeps, 'media'>, row: MediaRow): Promise<UploadView> {
  if (row.multipartId !== null) return partsView(deps, row, row.multipartId);
  const { uploadKey, mime, sizeBytes } = row;
  if (uploadKey === null || mime === null) throw notInThisState(row.status, 'The upload has ended.');
  const signed = await deps.media.storage.presignUpload(uploadKey, {
    ...uploaderOf(row),
    mime,
    sizeBytes,
    ttlMs: uploadAddressMs,
  });
  return { kind: 'single', ...toAddress(signed) };
}

/** The sizes of an upload's parts. They are equal except for the last one. */
export function partSizes(row: MediaRow): number[] {
  const partSizeBytes = row.partSizeBytes ?? row.sizeBytes;
  const count = Math.ceil(row.sizeBytes / partSizeBytes);
  return Array.from({ length: count }, (_, index) =>
    Math.min(partSizeBytes, row.sizeBytes - index * partSizeBytes),
  );
}

async function partsView(
  { media: { storage } }: Pick<ServiceDeps, 'media'>,
  row: MediaRow,
  multipartId: string,
): Promise<PartsUploadView> {
  const key = partsKeyOf(row);
  const partSizeBytes = row.partSizeBytes ?? row.sizeBytes;
  const there = await fromStorage(storage.listParts(key, multipartId));
  if (there === null) throw notInThisState(row.status, 'The upload has ended.');
  const sizeByNumber = new Map(there.map((part) => [part.partNumber, part.sizeBytes]));
  const parts = partSizes(row).map(async (sizeBytes, index): Promise<UploadPartView> => {
    const partNumber = index + 1;
    if (sizeByNumber.get(partNumber) === sizeBytes)
      return { partNumber, sizeBytes, uploaded: true, address: null };
    const claims = { ...uploaderOf(row), partNumber, partSizeBytes, sizeBytes, ttlMs: partAddressMs };
    const signed = await storage.presignPart(key, multipartId, claims);
    return { partNumber, sizeBytes, uploaded: false, address: toAddress(signed) };
  });
  return { kind: 'parts', partSizeBytes, parts: await Promise.all(parts) };
}

function uploaderOf({ uploaderUserId }: MediaRow): { userId?: string } {
  return uploaderUserId === null ? {} : { userId: uploaderUserId };
}

function toAddress({ url, headers, expiresAt }: SignedRequest): SignedAddressView {
  return { method: 'PUT', url, headers, expiresAt };
}
