import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { storageFilePath, storageUploadPath } from '../../domain/media.js';
import type { ServiceDeps } from '../../services/shared/context.js';
import { openFile, receiveUpload, type StoredFile } from '../../services/media/signed-urls.js';
import { readBody } from './streamed-body.js';
import type { ApiEnv } from '../types.js';

/** The routes of our signed URLs. They are not part of /api/v1: each URL is its own credential. */
export function registerSignedUrlRoutes(app: OpenAPIHono<ApiEnv>, deps: ServiceDeps): void {
  if (deps.media.storage.signedUrls === undefined) return;
  app.put(storageUploadPath, async (c) => {
    await receiveUpload(deps, {
      grant: c.req.query('grant') ?? '',
      contentType: c.req.header('content-type')?.toLowerCase() ?? null,
      contentLength: lengthOf(c.req.header('content-length')),
      body: readBody(c.req.raw),
    });
    return c.body(null, 204);
  });
  app.get(storageFilePath, async (c) => {
    const file = await openFile(deps, {
      grant: c.req.query('grant') ?? '',
      // Our files have no ETag, so a range request with If-Range gets the whole file.
      rangeHeader: c.req.header('if-range') === undefined ? c.req.header('range') : undefined,
    });
    return 'unsatisfiable' in file
      ? c.body(null, 416, { 'Content-Range': `bytes */${file.sizeBytes}` })
      : sendFile(c, file);
  });
}

/** Sends a file with its detected type, as a download, so that browsers do not run uploaded content. */
function sendFile(c: Context<ApiEnv>, { mime, filename, sizeBytes, range, body }: StoredFile): Response {
  const { start, end } = range ?? { start: 0, end: sizeBytes };
  return c.body(ReadableStream.from(body), range === null ? 200 : 206, {
    'Content-Type': mime,
    'Content-Length': String(end - start),
    'Accept-Ranges': 'bytes',
    'Content-Disposition': `attachment; filename="${filename}"`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, max-age=300',
    ...(range === null ? {} : { 'Content-Range': `bytes ${start}-${end - 1}/${sizeBytes}` }),
  });
}

function lengthOf(header: string | undefined): number | null {
  const length = Number(header);
  return header !== undefined && Number.isSafeInteger(length) ? length : null;
}
