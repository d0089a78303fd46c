import { describe, expect, it } from 'vitest';
import { subtitlesBytesMax } from '../../src/domain/media.js';
import { call, codeOf } from '../harness/api.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { streamPdf, tablePdf } from './pdfs.js';
import { bodyOf, complete, presign, send, single, type Media } from './support.js';

const api = useTestApi();
const tenant = useTenant(api);
const pdf = 'application/pdf';
const srt = 'application/x-subrip';
const cues = Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nHello\n');

interface Document extends Media {
  pageCount: number | null;
}

/** Uploads a file, and returns the response to the completion of the upload. */
async function uploadAs(mime: string, bytes: Buffer) {
  const { media, upload } = await presign(api, tenant, { mime, sizeBytes: bytes.byteLength });
  expect(await send(single(upload), new Uint8Array(bytes))).toBe(204);
  return complete(api, tenant, media.id);
}

describe('a document', () => {
  it('is stored with the number of its pages, and without a preview', async () => {
    const media = bodyOf<Document>(await uploadAs(pdf, streamPdf('12')));
    expect(media).toMatchObject({
      ...{ status: 'READY', kind: 'DOCUMENT', mime: pdf, pageCount: 12 },
      ...{ width: null, height: null, thumbnailUrl: null },
      storageKey: `media/${tenant.workspaceId}/${media.id}/original.pdf`,
    });
  });

  it('is served as a download that no browser opens on our domain', async () => {
    const bytes = tablePdf();
    const media = bodyOf<Document>(await uploadAs(pdf, bytes));
    const file = await fetch(media.url ?? '');
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': pdf,
      'content-disposition': `attachment; filename="${media.id}.pdf"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    ['it is encrypted', tablePdf({ trailer: '/Encrypt 3 0 R', objects: ['<< >>'] }), 'encrypted'],
    ['it is cut off', tablePdf().subarray(0, -60), 'index of the document is damaged'],
    ['it is a page of the web', Buffer.from('<html><script>alert(1)</script></html>'), 'text/html'],
  ])('is refused if %s', async (_what, bytes, words) => {
    const answer = await uploadAs(pdf, bytes);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'UNSUPPORTED_MIME']);
    expect(answer.text).toContain(words);
  });

  it('is refused before its upload if it is larger than any platform accepts', async () => {
    const answer = await call(api, 'POST', `/media/presign?workspaceId=${tenant.workspaceId}`, {
      key: tenant.key,
      body: { mime: pdf, sizeBytes: 100 * 1024 * 1024 + 1 },
    });
    expect([answer.status, codeOf(answer)]).toEqual([400, 'FILE_TOO_LARGE']);
  });
});

describe('subtitles', () => {
  it.each([
    [srt, cues, 'srt'],
    ['text/vtt', Buffer.from('\uFEFFWEBVTT\n\n00:01.000 --> 00:02.000\nHällo\n'), 'vtt'],
  ])('are stored and served as downloads: %s', async (mime, bytes, ending) => {
    const media = bodyOf<Document>(await uploadAs(mime, bytes));
    expect(media).toMatchObject({ status: 'READY', kind: 'SUBTITLES', mime, pageCount: null });
    const file = await fetch(media.url ?? '');
    await file.arrayBuffer();
    expect(file.headers.get('content-type')?.split(';')[0]).toBe(mime);
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${media.id}.${ending}"`);
  });

  it.each([
    ['they are not in UTF-8', Buffer.concat([cues, Buffer.from('Müller', 'latin1')]), 'UTF-8'],
    ['a time is not valid', Buffer.from(cues.toString().replace('02,000', '2')), 'Line 2'],
    ['they are another text', Buffer.from('Hello'), 'text/plain'],
  ])('are refused if %s', async (_what, bytes, words) => {
    const answer = await uploadAs(srt, bytes);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'UNSUPPORTED_MIME']);
    expect(answer.text).toContain(words);
  });

  it('are refused before their upload if they are too large', async () => {
    const answer = await call(api, 'POST', `/media/presign?workspaceId=${tenant.workspaceId}`, {
      key: tenant.key,
      body: { mime: srt, sizeBytes: subtitlesBytesMax + 1 },
    });
    expect(codeOf(answer)).toBe('FILE_TOO_LARGE');
  });
});
