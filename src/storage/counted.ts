import { createHash } from 'node:crypto';
import { BodySizeError, type StoredObject, type WriteOptions } from './storage.js';

/** Counts and hashes a body while it is read, and fails if it is longer or shorter than allowed. */
export function counted(
  body: AsyncIterable<Uint8Array>,
  { bytesMax, sizeBytes: announced }: Pick<WriteOptions, 'bytesMax' | 'sizeBytes'>,
): { chunks: AsyncGenerator<Uint8Array>; result: () => StoredObject } {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const limit = Math.min(bytesMax, announced ?? bytesMax);
  async function* pass(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > limit) throw new BodySizeError(`more than ${limit} bytes`);
      hash.update(chunk);
      yield chunk;
    }
    if (announced !== undefined && sizeBytes !== announced) {
      throw new BodySizeError(`${sizeBytes} of ${announced} bytes`);
    }
  }
  return { chunks: pass(), result: () => ({ sizeBytes, sha256: hash.copy().digest('hex') }) };
}
