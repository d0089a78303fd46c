import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { counted } from './counted.js';
import type { StoredObject, WriteOptions } from './storage.js';

/** The size of the blocks of a body in memory. S3 requires at least 5 MiB, and at most 10,000 parts. */
const blockBytes = 8 * 1024 * 1024;

interface Place {
  Bucket: string;
  Key: string;
}

/** Writes a short body in one request and a longer one in blocks. At most two blocks are in memory. */
export async function writeToS3(
  client: S3Client,
  place: Place,
  body: AsyncIterable<Uint8Array>,
  options: WriteOptions,
): Promise<StoredObject> {
  const { chunks, result } = counted(body, options);
  const bytesMax = Math.min(options.bytesMax, options.sizeBytes ?? options.bytesMax);
  const blocks = inBlocks(chunks, bytesMax)[Symbol.asyncIterator]();
  const first = await blocks.next();
  const firstBlock = first.done === true ? Buffer.alloc(0) : first.value;
  const second = firstBlock.byteLength < blockBytes ? undefined : await blocks.next();
  if (second === undefined || second.done === true) {
    await client.send(new PutObjectCommand({ ...place, Body: firstBlock, ContentType: options.mime }));
    return result();
  }
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({ ...place, ContentType: options.mime }),
  );
  const upload = { ...place, UploadId };
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    const send = async (Body: Buffer): Promise<void> => {
      const PartNumber = Parts.length + 1;
      const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
      Parts.push({ PartNumber, ETag });
    };
    await send(firstBlock);
    await send(second.value);
    for (let next = await blocks.next(); next.done !== true; next = await blocks.next())
      await send(next.value);
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
    return result();
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

/**
 * Alternates between two buffers: one may be in transit while the next one fills. A yielded block is overwritten after
 * the next one was yielded.
 */
async function* inBlocks(chunks: AsyncIterable<Uint8Array>, bytesMax: number): AsyncGenerator<Buffer> {
  const newBlock = (): Buffer => Buffer.allocUnsafeSlow(Math.min(blockBytes, Math.max(1, bytesMax)));
  let [block, other] = [newBlock(), undefined as Buffer | undefined];
  let filledBytes = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.byteLength;) {
      const part = chunk.subarray(at, at + block.byteLength - filledBytes);
      block.set(part, filledBytes);
      filledBytes += part.byteLength;
      at += part.byteLength;
      if (filledBytes < block.byteLength) continue;
      yield block;
      [block, other] = [other ?? newBlock(), block];
      filledBytes = 0;
    }
  }
  if (filledBytes > 0) yield block.subarray(0, filledBytes);
}
