import type { HonoRequest } from 'hono';
import { createMiddleware } from 'hono/factory';
import { AppError } from '../../domain/errors.js';
import { invalidRequest } from '../errors/validation.js';
import { requestBodyBytesMax } from '../../domain/limits.js';
import { errorExamples } from '../errors/codes.js';
import { withoutUnset } from '../errors/unset-fields.js';
import { parseJsonText } from '../http/json-text.js';
import { decodeBody, readBounded } from '../http/read-body.js';
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
