import type { HonoRequest } from 'hono';
import { createMiddleware } from 'hono/factory';
import { AppError } from '../../domain/errors.js';
import { invalidRequest } from '../errors/validation.js';
import { requestBodyBytesMax } from '../../domain/limits.js';
import { errorExamples } from '../errors/codes.js';
import { withoutUnset } from '../errors/unset-fields.js';
import { parseJsonText } from '../http/json-text.js';
import type { ApiEnv } from '../types.js';

interface JsonBodyTerms {
  required: boolean;
  /** The schema that will validate the body. */
  schema: unknown;
  bytesMax?: number;
}

/**
 * Reads and parses a JSON body within its limits before it is validated. An optional body that is absent counts as
 * `{}`, and optional fields that are null count as absent. Hono then validates the body that was read here.
 */
export function jsonBody({ required, schema, bytesMax = requestBodyBytesMax }: JsonBodyTerms) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const bytes = await readBounded(c.req.raw, bytesMax);
    const contentType = c.req.header('content-type');
    if (bytes.byteLength > 0) {
      if (!isJson(contentType)) {
        throw new AppError('UNSUPPORTED_MEDIA_TYPE', errorExamples.UNSUPPORTED_MEDIA_TYPE.message, {});
      }
      const text = decodeBody(bytes);
      const sent = parseJsonText(text);
      const given = withoutUnset(schema, sent, null);
      keepText(c.req, given === sent ? text : JSON.stringify(given));
    } else if (required) {
      throw invalidRequest([{ path: '', code: 'required', message: 'A JSON body is required.' }]);
    } else {
      c.req.raw = new Request(c.req.raw.url, {
        method: c.req.raw.method,
        headers: { ...c.req.header(), 'content-type': 'application/json' },
        body: '{}',
      });
    }
    await next();
  });
}

/** Replaces the body that Hono reads. Hono checks `bodyCache` first, and expects a promise there. */
function keepText(request: HonoRequest, text: string): void {
  request.bodyCache.text = Promise.resolve(text) as unknown as string;
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(contentType?.trim() ?? '');
}

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
