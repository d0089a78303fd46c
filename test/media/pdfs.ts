import { deflateSync } from 'node:zlib';

const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
const pageTree = (count: string): string => `<< /Type /Pages /Kids [] /Count ${count} >>`;
const objectOf = (id: number, value: string): string => `${id} 0 obj\n${value}\nendobj\n`;
const entryOf = (at: number): string => `${String(at).padStart(10, '0')} 00000 n \n`;
const endOf = (at: number): string => `startxref\n${at}\n%%EOF\n`;

export interface PdfOptions {
  /** The text of the number of pages, which may be a reference. */
  count?: string;
  /** Additional entries of the trailer. */
  trailer?: string;
  /** Bytes between the objects and the index, such as those of pages. */
  filler?: Buffer;
  /** Further objects, from number 3 on. */
  objects?: readonly string[];
}

/** Returns a PDF with a table as index, as programs have written it since 1993. */
export function tablePdf({ count = '1', trailer = '', filler, objects = [] }: PdfOptions = {}): Buffer {
  const pieces: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const lengthBytes = (): number => pieces.reduce((sum, piece) => sum + piece.length, 0);
  const values = [catalog, pageTree(count), ...objects];
  const places = values.map((value, index) => {
    const at = lengthBytes();
    pieces.push(Buffer.from(objectOf(index + 1, value)));
    return at;
  });
  if (filler !== undefined) pieces.push(filler, Buffer.from('\n'));
  const at = lengthBytes();
  const size = values.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.map(entryOf).join('')}`;
  pieces.push(Buffer.from(`${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\n${endOf(at)}`));
  return Buffer.concat(pieces);
}

/** Appends a second section to the PDF, which changes its number of pages. */
export function updatedPdf(pdf: Buffer, count: string, trailer = ''): Buffer {
  const previous = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.toString('latin1'))?.[1]);
  const object = objectOf(2, pageTree(count));
  const at = pdf.length + object.length;
  const section = `xref\n2 1\n${entryOf(pdf.length)}trailer\n<< /Size 3 /Root 1 0 R /Prev ${previous} ${trailer} >>\n`;
  return Buffer.concat([pdf, Buffer.from(`${object}${section}${endOf(at)}`)]);
}

/** Returns a PDF whose objects and index are in compressed streams, as programs have written it since 2003. */
export function streamPdf(count = '1', trailer = ''): Buffer {
  const tree = pageTree(count);
  const head = `1 0 2 ${catalog.length + 1} `;
  const packed = deflateSync(Buffer.from(`${head}${catalog} ${tree}`));
  const stream = (id: number, entries: string, bytes: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(`${id} 0 obj\n<< ${entries} /Length ${bytes.length} /Filter /FlateDecode >>\nstream\r\n`),
      bytes,
      Buffer.from('\nendstream\nendobj\n'),
    ]);
  const start = Buffer.from('%PDF-1.5\n');
  const objects = stream(3, `/Type /ObjStm /N 2 /First ${head.length}`, packed);
  const at = start.length + objects.length;
  const rows = [
    [0, 0, 65_535],
    [2, 3, 0],
    [2, 3, 1],
    [1, start.length, 0],
    [1, at, 0],
  ].map(([type = 0, second = 0, third = 0]) => {
    const row = Buffer.alloc(7);
    row.writeUInt8(type, 0);
    row.writeUInt32BE(second, 1);
    row.writeUInt16BE(third, 5);
    return row;
  });
  const entries = `/Type /XRef /Size 5 /W [1 4 2] /Root 1 0 R /DecodeParms << /Predictor 12 /Columns 7 >> ${trailer}`;
  const index = stream(4, entries, deflateSync(predicted(rows)));
  return Buffer.concat([start, objects, index, Buffer.from(endOf(at))]);
}

/** Encodes each row as the difference from the row above, after the number of this filter. */
function predicted(rows: readonly Buffer[]): Buffer {
  return Buffer.concat(
    rows.flatMap((row, index) => {
      const above = rows[index - 1];
      return [Buffer.from([2]), Buffer.from(row.map((byte, at) => byte - (above?.[at] ?? 0)))];
    }),
  );
}
