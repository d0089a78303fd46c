import { AppError } from '../../domain/errors.js';
import { errorExamples } from '../errors/codes.js';
import { invalidRequest } from '../errors/validation.js';

export function decodeBody(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidRequest([{ path: '', code: 'invalid_text', message: 'The body is not UTF-8.' }]);
  }
}

const tooLarge = (maxBytes: number): AppError =>
  new AppError('PAYLOAD_TOO_LARGE', errorExamples.PAYLOAD_TOO_LARGE.message, { maxBytes });

/**
 * Reads a body of at most `bytesMax`. If Content-Length is too large, throws at once; Node ensures that the header is
 * right. A body without the header is counted while it arrives.
 */
export async function readBounded(request: Request, bytesMax: number): Promise<Uint8Array> {
  const stated = request.headers.get('content-length');
  if (stated === null) return readCounted(request, bytesMax);
  if (Number(stated) > bytesMax) throw tooLarge(bytesMax);
  const bytes = new Uint8Array(await request.arrayBuffer().catch(endedEarly));
  if (bytes.byteLength > bytesMax) throw tooLarge(bytesMax);
  return bytes;
}

async function readCounted(request: Request, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  const reader = request.body?.getReader();
  let chunk = reader && (await readChunk(reader));
  while (reader !== undefined && chunk !== undefined) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > bytesMax) throw tooLarge(bytesMax);
    chunks.push(chunk);
    chunk = await readChunk(reader);
  }
  return Buffer.concat(chunks, sizeBytes);
}

async function readChunk(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | undefined> {
  return (await reader.read().catch(endedEarly)).value;
}

/** Throws an error that is not logged, because the caller disconnected in the middle of the body. */
function endedEarly(cause: unknown): never {
  throw new AppError('VALIDATION_FAILED', 'The body ended early.', { details: [] }, { cause });
}
