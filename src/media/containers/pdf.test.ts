import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { streamPdf, tablePdf, updatedPdf } from '../../../test/media/pdfs.js';
import { UnreadableMedia, UnsupportedMedia } from './container.js';
import { countPages } from './pdf.js';

const MiB = 1024 * 1024;

/** Counts the pages of a document, and the bytes that were read to count them. */
async function count(pdf: Buffer): Promise<{ pages: number; readBytes: number }> {
  let readBytes = 0;
  const pages = await countPages(pdf.length, (start, end) => {
    readBytes += end - start;
    return Promise.resolve(pdf.subarray(start, end));
  });
  return { pages, readBytes };
}

const counted = async (pdf: Buffer): Promise<number> => (await count(pdf)).pages;

describe('the pages of a PDF', () => {
  it('are counted with each kind of index', async () => {
    expect(await counted(tablePdf({ count: '12' }))).toBe(12);
    expect(await counted(streamPdf('300'))).toBe(300);
  });

  it('are those of the last change', async () => {
    const once = updatedPdf(tablePdf({ count: '12' }), '13');
    expect(await counted(once)).toBe(13);
    expect(await counted(updatedPdf(once, '4'))).toBe(4);
  });

  it('can be stored in a separate object, and the index can have comments and values of every kind', async () => {
    const trailer = '% a comment (\n/A (a \\) (b) c) /B <41> /C [1 2.5 -3 true null /N#61me << /D 1 >>]';
    expect(await counted(tablePdf({ count: '3 0 R', objects: ['7'], trailer }))).toBe(7);
  });

  it('are counted without reading the pages, even in a large file', async () => {
    const filler = Buffer.alloc(20 * MiB, 'x');
    const { pages, readBytes } = await count(tablePdf({ count: '2', filler }));
    expect(pages).toBe(2);
    expect(readBytes).toBeLessThan(3 * MiB);
  });
});

describe('a PDF that needs a password', () => {
  it.each([
    ['a table', tablePdf({ trailer: '/Encrypt 3 0 R', objects: ['<< /Filter /Standard >>'] })],
    ['streams', streamPdf('1', '/Encrypt 3 0 R')],
    ['a later section', updatedPdf(tablePdf(), '1', '/Encrypt 9 0 R')],
  ])('is refused with its reason: it has %s', async (_what, pdf) => {
    const failure = await counted(pdf).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UnsupportedMedia);
    expect(failure).toMatchObject({
      mime: 'application/pdf',
      message: expect.stringContaining('encrypted') as string,
    });
  });
});

describe('a PDF whose index is damaged', () => {
  const plain = tablePdf();
  const bomb = deflateSync(Buffer.alloc(64 * MiB));
  const bombed = Buffer.concat([
    Buffer.from(
      `%PDF-1.5\n1 0 obj\n<< /Type /XRef /Size 1 /W [1 4 2] /Length ${bomb.length} /Filter /FlateDecode >>\nstream\n`,
    ),
    bomb,
    Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF\n'),
  ]);
  let long = plain;
  for (let sections = 0; sections < 210; sections += 1) long = updatedPdf(long, '1');

  it.each([
    ['it is cut off', plain.subarray(0, -40)],
    ['it is only a signature', Buffer.from('%PDF-1.7\n')],
    ['its index is beyond its end', Buffer.from('%PDF-1.7\nstartxref\n99999\n%%EOF')],
    ['its index is not one', Buffer.from('%PDF-1.7\nstartxref\n0\n%%EOF')],
    [
      'its entries are not where they should be',
      Buffer.from(plain.toString().replace(/\d{10} 00000 n /g, '0000000000 00000 n ')),
    ],
    ['it has no pages', tablePdf({ count: '0' })],
    ['its number of pages is negative', tablePdf({ count: '-3' })],
    ['its number of pages is a fraction', tablePdf({ count: '1.5' })],
    ['its number of pages is missing', tablePdf({ count: '9 0 R' })],
    ['an object refers to itself', tablePdf({ count: '3 0 R', objects: ['3 0 R'] })],
    ['its arrays are nested without end', tablePdf({ count: '3 0 R', objects: ['['.repeat(10_000)] })],
    ['a text has no end', tablePdf({ count: '3 0 R', objects: ['(('] })],
    ['its index unpacks to more than an index has', bombed],
    ['it has hundreds of sections', long],
  ])('is refused: %s', async (_what, pdf) => {
    await expect(counted(pdf)).rejects.toBeInstanceOf(UnreadableMedia);
  });

  it('does not loop forever if a section of the index names itself as the previous one', async () => {
    const at = Number(/startxref\n(\d+)/.exec(plain.toString())?.[1]);
    expect(await counted(tablePdf({ trailer: `/Prev ${at}` }))).toBe(1);
  });
});
