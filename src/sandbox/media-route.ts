import { Readable } from 'node:stream';
import type { Hono } from 'hono';
import type { SandboxEnv } from './publishing.js';
import type { Uploads } from './uploads.js';

const rangePattern = /^bytes=(\d{1,15})-(\d{0,15})$/;

/** Serves the media of the feed page. Their bytes are untrusted, so nothing in them may run. */
export function addMediaRoute(app: Hono<SandboxEnv>, { store, files }: Uploads): void {
  app.get('/media/:id', (c) => {
    const media = store.media(c.req.param('id'));
    if (media === undefined || !files.has(media.id)) return c.notFound();
    const total = files.sizeOf(media.id);
    const range = rangeOf(c.req.header('range'), total);
    const headers = {
      'content-type': media.mime,
      'content-length': String(range.end - range.start),
      'content-security-policy': "default-src 'none'; sandbox",
      ...(media.kind === 'DOCUMENT' ? { 'content-disposition': 'attachment' } : {}),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'accept-ranges': 'bytes',
      ...(range.isPart ? { 'content-range': `bytes ${range.start}-${range.end - 1}/${total}` } : {}),
    };
    const body = Readable.toWeb(files.read(media.id, range)) as ReadableStream<Uint8Array>;
    return c.body(body, range.isPart ? 206 : 200, headers);
  });
}

/** Reads a single range. An unreadable header counts as missing, as in the standard. */
function rangeOf(header: string | undefined, total: number): { start: number; end: number; isPart: boolean } {
  const [, from, to] = rangePattern.exec(header ?? '') ?? [];
  if (from === undefined || Number(from) >= total) return { start: 0, end: total, isPart: false };
  const end = to === undefined || to === '' ? total : Math.min(Number(to) + 1, total);
  return end > Number(from)
    ? { start: Number(from), end, isPart: true }
    : { start: 0, end: total, isPart: false };
}
