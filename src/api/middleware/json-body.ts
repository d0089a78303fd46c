import { createMiddleware } from 'hono/factory';
import { AppError } from '../../domain/errors.js';
import { requestBodyBytesMax } from '../../domain/limits.js';
import { errorExamples } from '../error-codes.js';
import { parseJsonText } from '../json-text.js';
import type { ApiEnv } from '../types.js';
import { validationFailed } from '../validation.js';

/**
 * Reads a JSON body within its bounds before a schema sees it. An absent body counts as `{}` where it is optional.
 * The request is replaced by one whose body is at hand, so that the framework can read it again.
 */
export function jsonBody({ required }: { required: boolean }) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const bytes = await readBounded(c.req.raw);
    if (bytes.byteLength > 0) {
      if (!isJson(c.req.header('content-type'))) {
        throw new AppError('UNSUPPORTED_MEDIA_TYPE', errorExamples.UNSUPPORTED_MEDIA_TYPE.message, {});
      }
      parseJsonText(decode(bytes));
    } else if (required) {
      throw validationFailed([{ path: '', code: 'required', message: 'A JSON body is required.' }]);
    }
    c.req.raw = new Request(c.req.raw.url, {
      method: c.req.raw.method,
      headers: { ...c.req.header(), 'content-type': 'application/json' },
      body: bytes.byteLength > 0 ? bytes : '{}',
    });
    await next();
  });
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(contentType?.trim() ?? '');
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw validationFailed([{ path: '', code: 'invalid_text', message: 'The body is not UTF-8.' }]);
  }
}

const tooLarge = (): AppError =>
  new AppError('PAYLOAD_TOO_LARGE', errorExamples.PAYLOAD_TOO_LARGE.message, {
    maxBytes: requestBodyBytesMax,
  });

/** A stated length is refused at once; a body without one is counted as it comes. */
async function readBounded(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const stated = Number(request.headers.get('content-length') ?? 0);
  if (stated > requestBodyBytesMax) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  const reader = request.body?.getReader();
  let chunk = reader && (await readChunk(reader));
  while (reader !== undefined && chunk !== undefined) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > requestBodyBytesMax) throw tooLarge();
    chunks.push(chunk);
    chunk = await readChunk(reader);
  }
  return new Uint8Array(Buffer.concat(chunks, sizeBytes));
}

async function readChunk(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | undefined> {
  try {
    return (await reader.read()).value;
  } catch (cause) {
    // The caller went away in the middle of the body: no fault of ours to log.
    throw new AppError('VALIDATION_FAILED', 'The body ended early.', { details: [] }, { cause });
  }
}
