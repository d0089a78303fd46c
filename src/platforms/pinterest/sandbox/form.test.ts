import { describe, expect, it } from 'vitest';
import { readForm } from './form.js';

const contentType = 'multipart/form-data; boundary=b';
const field = (name: string, value: string, more = ''): string =>
  `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const bytes = 'a video\r\n--b with what looks like an end\r\n\r\n--b-';
const whole = `${field('key', 'k')}${field('policy', '')}${field('file', bytes, '; filename="f"')}--b--\r\n`;

async function* inPieces(text: string, pieceBytes: number): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(text);
  for (let start = 0; start < all.length; start += pieceBytes) {
    yield await Promise.resolve(all.subarray(start, start + pieceBytes));
  }
}

async function read(text: string, pieceBytes = 7) {
  const { fields, file } = await readForm(contentType, inPieces(text, pieceBytes));
  const chunks: Uint8Array[] = [];
  for await (const chunk of file) chunks.push(chunk);
  return { fields, file: Buffer.concat(chunks).toString() };
}

describe('a signed form', () => {
  it.each([1, 2, 3, 16, 4_096])('is read in pieces of %i bytes', async (pieceBytes) => {
    expect(await read(whole, pieceBytes)).toEqual({ fields: { key: 'k', policy: '' }, file: bytes });
  });

  it.each([
    ['is cut off', whole.slice(0, -1)],
    ['continues after its end', `${whole}more`],
    ['has no file', `${field('key', 'k')}--b--\r\n`],
    ['has another name for its file', whole.replace('name="file"', 'name="video"')],
    ['has another boundary', whole.replaceAll('--b', '--c')],
    ['has a field without end', field('key', 'k'.repeat(30_000))],
  ])('is refused if it %s', async (_what, text) => {
    await expect(read(text)).rejects.toThrow();
  });

  it('is refused without a boundary', async () => {
    await expect(readForm('text/plain', inPieces(whole, 7))).rejects.toThrow();
  });
});
