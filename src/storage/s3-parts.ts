import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { ignoreMissing } from './s3-errors.js';
import type { Storage, StoredPart } from './storage.js';

/** Uploads in parts, which the bucket keeps separately until they are complete. */
export function s3Parts(
  client: S3Client,
  Bucket: string,
): Pick<
  Storage,
  'createMultipart' | 'listParts' | 'completeMultipart' | 'abortMultipart' | 'removeUnfinished'
> {
  return {
    createMultipart: async (key, { mime }) => {
      const command = new CreateMultipartUploadCommand({ Bucket, Key: key, ContentType: mime });
      const { UploadId } = await client.send(command);
      if (UploadId === undefined) throw new Error('the storage gave no upload id');
      return UploadId;
    },
    listParts: (key, multipartId) => listParts(client, { Bucket, Key: key, UploadId: multipartId }),
    completeMultipart: async (key, multipartId, parts) => {
      const Parts = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag }));
      const upload = { Bucket, Key: key, UploadId: multipartId, MultipartUpload: { Parts } };
      await client.send(new CompleteMultipartUploadCommand(upload));
    },
    abortMultipart: async (key, multipartId) => {
      const command = new AbortMultipartUploadCommand({ Bucket, Key: key, UploadId: multipartId });
      await client.send(command).catch(ignoreMissing);
    },
    removeUnfinished: (before) => abortOlder(client, Bucket, before),
  };
}

async function listParts(
  client: S3Client,
  upload: { Bucket: string; Key: string; UploadId: string },
): Promise<StoredPart[] | null> {
  const parts: StoredPart[] = [];
  let marker: string | undefined;
  do {
    try {
      const page = await client.send(
        new ListPartsCommand({ ...upload, ...(marker === undefined ? {} : { PartNumberMarker: marker }) }),
      );
      for (const { PartNumber, Size, ETag } of page.Parts ?? []) {
        if (PartNumber === undefined || ETag === undefined) continue;
        parts.push({ partNumber: PartNumber, sizeBytes: Size ?? 0, etag: ETag });
      }
      marker = page.IsTruncated === true ? page.NextPartNumberMarker : undefined;
    } catch (error) {
      ignoreMissing(error);
      return null;
    }
  } while (marker !== undefined);
  return parts;
}

async function abortOlder(client: S3Client, Bucket: string, before: Date): Promise<number> {
  // Only one page is handled; the next sweep continues.
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
  let aborted = 0;
  for (const { Key, UploadId, Initiated } of Uploads) {
    if (Key === undefined || UploadId === undefined || Initiated === undefined || Initiated >= before)
      continue;
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(ignoreMissing);
    aborted += 1;
  }
  return aborted;
}
