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

/** What is held in memory of a body; S3 wants at least 5 MiB, and at most 10,000 parts. */
const blockBytes = 8 * 1024 * 1024;

interface Place {
  Bucket: string;
  Key: string;
}

/** A short body in one request, a longer one block by block: no more than one block is ever in memory. */
export async function writeToS3(
  client: S3Client,
  place: Place,
  body: AsyncIterable<Uint8Array>,
  options: WriteOptions,
): Promise<StoredObject> {
  const { chunks, result } = counted(body, options);
  const blocks = inBlocks(chunks)[Symbol.asyncIterator]();
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

async function* inBlocks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of chunks) {
    let rest = chunk;
    while (heldBytes + rest.byteLength >= blockBytes) {
      const fitting = blockBytes - heldBytes;
      yield Buffer.concat([...held, rest.subarray(0, fitting)]);
      rest = rest.subarray(fitting);
      held = [];
      heldBytes = 0;
    }
    if (rest.byteLength === 0) continue;
    held.push(rest);
    heldBytes += rest.byteLength;
  }
  if (heldBytes > 0) yield Buffer.concat(held);
}
