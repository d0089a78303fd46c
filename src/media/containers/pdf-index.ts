import type { ReadRange } from './boxes.js';
import { decodeStream, wholeIn } from './pdf-streams.js';
import { damagedPdf, PdfReader, type PdfDictionary, type PdfValue } from './pdf-values.js';

/** The maximum size of one object of the index, such as the catalog. */
const objectBytesMax = 256 * 1024;
/** Enough for two numbers and the space around them. */
const headerBytes = 1024;
/** The maximum size of all streams of the index together, when decoded. A hundred thousand objects need about 1 MB. */
const decodedBytesMax = 32 * 1024 * 1024;
/** The number of bytes before the end of the file in which the position of the index is searched. */
const tailBytes = 4 * 1024;
/** Each time that a program adds its changes to a file, it adds a section to the index. */
const sectionsMax = 200;
const subsectionsMax = 10_000;
const tableEntryBytes = 20;
/** How many references may follow each other. */
const hopsMax = 8;

/** The place of an object: at a position of the file, or in a stream with several objects. */
type Place = { at: number } | { inStream: number };

/** One section of the index. `find` returns undefined if the section does not know the object, null if it is deleted. */
interface Section {
  trailer: PdfDictionary;
  find: (id: number) => Promise<Place | null | undefined>;
}

interface ReadObject {
  id: number;
  value: PdfValue;
  /** The position of the bytes of its stream. Null if it has none. */
  streamAt: number | null;
}

/** The index of a PDF (ISO 32000-1, section 7.5). It reads only the objects that are asked for. */
export class PdfIndex {
  readonly #file: PdfFile;
  readonly #sections: readonly Section[];

  private constructor(file: PdfFile, sections: readonly Section[]) {
    this.#file = file;
    this.#sections = sections;
  }

  static async open(sizeBytes: number, read: ReadRange): Promise<PdfIndex> {
    const file = new PdfFile(sizeBytes, read);
    return new PdfIndex(file, await readSections(file));
  }

  /** Whether some part of the file is encrypted. */
  get isEncrypted(): boolean {
    return this.#sections.some(({ trailer }) => trailer.has('Encrypt'));
  }

  /** The dictionary with the entry points of the file. The section that was added last has the current one. */
  get trailer(): PdfDictionary {
    return this.#sections[0]?.trailer ?? new Map<string, PdfValue>();
  }

  /** The value itself, or the value that it refers to. */
  async resolve(value: PdfValue | undefined, hops = 0): Promise<PdfValue> {
    if (value === undefined || hops > hopsMax) throw damagedPdf();
    return value.kind === 'reference' ? this.resolve(await this.#read(value.id, hops), hops + 1) : value;
  }

  async #read(id: number, hops: number): Promise<PdfValue> {
    const place = await this.#placeOf(id);
    if ('inStream' in place) return this.#readFromStream(id, place.inStream, hops);
    const found = await readObject(this.#file, place.at);
    if (found.id !== id) throw damagedPdf();
    return found.value;
  }

  /** The place of an object. The section that was added last and knows the object decides. */
  async #placeOf(id: number): Promise<Place> {
    for (const section of this.#sections) {
      const place = await section.find(id);
      if (place === null) break;
      if (place !== undefined) return place;
    }
    throw damagedPdf();
  }

  /** Reads an object from a stream, which begins with the number and the position of each of its objects. */
  async #readFromStream(id: number, streamId: number, hops: number): Promise<PdfValue> {
    const place = await this.#placeOf(streamId);
    if (!('at' in place)) throw damagedPdf();
    const stream = await readObject(this.#file, place.at);
    if (stream.value.kind !== 'dictionary' || stream.id !== streamId) throw damagedPdf();
    const { entries } = stream.value;
    const length = await this.resolve(entries.get('Length'), hops + 1);
    const bytes = await readStream(this.#file, { ...stream, entries, length });
    const [count, first] = [wholeIn(entries, 'N'), wholeIn(entries, 'First')];
    if (count === null || first === null || first < 0) throw damagedPdf();
    const head = new PdfReader(bytes.subarray(0, first));
    for (let index = 0; index < count; index += 1) {
      const [known, offset] = [head.takeInteger(), head.takeInteger()];
      if (known === null || offset === null) break;
      if (known !== id) continue;
      const start = first + offset;
      return new PdfReader(bytes.subarray(start, start + objectBytesMax)).readValue();
    }
    throw damagedPdf();
  }
}

/** The bytes of the file, of which the last piece that was read is kept. */
class PdfFile {
  readonly sizeBytes: number;
  readonly #read: ReadRange;
  #start = 0;
  #piece: Uint8Array = new Uint8Array();
  #decodedBytesLeft = decodedBytesMax;

  constructor(sizeBytes: number, read: ReadRange) {
    this.sizeBytes = sizeBytes;
    this.#read = read;
  }

  /** The bytes from a position on: at least as many as requested, unless the file ends. */
  async from(at: number, bytesMin: number): Promise<Uint8Array> {
    if (!Number.isSafeInteger(at) || at < 0 || at >= this.sizeBytes) throw damagedPdf();
    const end = Math.min(at + bytesMin, this.sizeBytes);
    if (at < this.#start || end > this.#start + this.#piece.length) {
      const pieceEnd = Math.min(at + Math.max(bytesMin, objectBytesMax), this.sizeBytes);
      this.#piece = await this.#read(at, pieceEnd);
      this.#start = at;
      if (this.#piece.length !== pieceEnd - at) throw damagedPdf();
    }
    return this.#piece.subarray(at - this.#start);
  }

  /** The decoded bytes of a stream. They are not kept here, because they can be many. */
  async decoded(entries: PdfDictionary, start: number, lengthBytes: number): Promise<Uint8Array> {
    const end = start + lengthBytes;
    const isSound = Number.isSafeInteger(end) && end > start && end <= this.sizeBytes;
    if (!isSound || lengthBytes > this.#decodedBytesLeft) throw damagedPdf();
    const bytes = await this.#read(start, end);
    if (bytes.length !== lengthBytes) throw damagedPdf();
    const plain = decodeStream(entries, bytes, this.#decodedBytesLeft);
    this.#decodedBytesLeft -= plain.length;
    return plain;
  }
}

/** Reads all sections of the index, the one that was added last first. */
async function readSections(file: PdfFile): Promise<Section[]> {
  const sections: Section[] = [];
  const known = new Set<number>();
  const waiting = [await findIndex(file)];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    if (known.has(at)) continue;
    if (known.size >= sectionsMax) throw damagedPdf();
    known.add(at);
    const section = await readSection(file, at);
    sections.push(section);
    // A file for old and new programs has a table for the old programs, and a stream with the objects that they cannot
    // read.
    for (const name of ['XRefStm', 'Prev']) {
      const next = wholeIn(section.trailer, name);
      if (next !== null) waiting.push(next);
    }
  }
  return sections;
}

/** The position of the index, which is written at the end of the file. */
async function findIndex(file: PdfFile): Promise<number> {
  const tail = await file.from(Math.max(0, file.sizeBytes - tailBytes), tailBytes);
  const text = Buffer.from(tail).toString('latin1');
  const start = Math.max(0, text.lastIndexOf('startxref'));
  const [, at] = /^startxref\s+(\d{1,15})\b/.exec(text.slice(start)) ?? [];
  if (at === undefined) throw damagedPdf();
  return Number(at);
}

async function readSection(file: PdfFile, at: number): Promise<Section> {
  const reader = new PdfReader(await file.from(at, objectBytesMax));
  return reader.takeWord('xref') ? readTable(file, at + reader.at) : readIndexStream(file, at);
}

/** Reads the headers of a table, whose entries are read when they are needed. */
async function readTable(file: PdfFile, start: number): Promise<Section> {
  const parts: { first: number; count: number; at: number }[] = [];
  for (let at = start; parts.length < subsectionsMax;) {
    const reader = new PdfReader(await file.from(at, headerBytes));
    if (reader.takeWord('trailer')) {
      const trailer = new PdfReader(await file.from(at + reader.at, objectBytesMax)).readValue();
      if (trailer.kind !== 'dictionary') throw damagedPdf();
      return { trailer: trailer.entries, find: (id) => findInTable(file, parts, id) };
    }
    const [first, count] = [reader.takeInteger(), reader.takeInteger()];
    if (first === null || count === null) throw damagedPdf();
    reader.skipSpace();
    parts.push({ first, count, at: at + reader.at });
    at += reader.at + count * tableEntryBytes;
  }
  throw damagedPdf();
}

async function findInTable(
  file: PdfFile,
  parts: readonly { first: number; count: number; at: number }[],
  id: number,
): Promise<Place | null | undefined> {
  const part = parts.find(({ first, count }) => id >= first && id < first + count);
  if (part === undefined) return undefined;
  const entry = await file.from(part.at + (id - part.first) * tableEntryBytes, tableEntryBytes);
  const text = Buffer.from(entry.subarray(0, tableEntryBytes)).toString('latin1');
  const [, at, state] = /^(\d{10}) \d{5} ([nf])/.exec(text) ?? [];
  if (at === undefined) throw damagedPdf();
  return state === 'n' ? { at: Number(at) } : null;
}

/** Reads a section that is a compressed stream of numbers instead of a table. */
async function readIndexStream(file: PdfFile, at: number): Promise<Section> {
  const stream = await readObject(file, at);
  if (stream.value.kind !== 'dictionary') throw damagedPdf();
  const { entries } = stream.value;
  const widths = numbersIn(entries.get('W'));
  const rowBytes = widths.reduce((sum, width) => sum + width, 0);
  if (widths.length !== 3 || widths.some((width) => width > 8) || rowBytes === 0) throw damagedPdf();
  const listed = entries.has('Index') ? numbersIn(entries.get('Index')) : [0, wholeIn(entries, 'Size') ?? 0];
  const rows = await readStream(file, { ...stream, entries, length: entries.get('Length') });
  const find = (id: number): Place | null | undefined => {
    const row = rowOf(listed, id);
    const start = row === null ? rows.length : row * rowBytes;
    return start + rowBytes > rows.length
      ? undefined
      : placeIn(rows.subarray(start, start + rowBytes), widths);
  };
  return { trailer: entries, find: (id) => Promise.resolve(find(id)) };
}

/** The row of an object. The list has the first object and the number of objects of each group. */
function rowOf(listed: readonly number[], id: number): number | null {
  let row = 0;
  for (let index = 0; index + 1 < listed.length; index += 2) {
    const [first = 0, count = 0] = listed.slice(index, index + 2);
    if (id >= first && id < first + count) return row + id - first;
    row += count;
  }
  return null;
}

function placeIn(row: Uint8Array, widths: readonly number[]): Place | null {
  let at = 0;
  const [type, second] = widths.map((width) => {
    const field = row.subarray(at, at + width);
    at += width;
    return field.reduce((sum, byte) => sum * 256 + byte, 0);
  });
  // Without a first column, all objects have a position.
  const state = widths[0] === 0 ? 1 : type;
  if (state === 1) return { at: second ?? 0 };
  return state === 2 ? { inStream: second ?? 0 } : null;
}

function numbersIn(value: PdfValue | undefined): number[] {
  if (value?.kind !== 'array') throw damagedPdf();
  return value.items.map((item) => {
    if (item.kind !== 'number' || !Number.isSafeInteger(item.value) || item.value < 0) throw damagedPdf();
    return item.value;
  });
}

async function readObject(file: PdfFile, at: number): Promise<ReadObject> {
  const reader = new PdfReader(await file.from(at, objectBytesMax));
  const [id, generation] = [reader.takeInteger(), reader.takeInteger()];
  if (id === null || generation === null || !reader.takeWord('obj')) throw damagedPdf();
  const value = reader.readValue();
  return { id, value, streamAt: reader.takeStreamStart() ? at + reader.at : null };
}

/** Reads and decodes a stream. Its length can be an object of its own, which the caller has resolved. */
function readStream(
  file: PdfFile,
  stream: Pick<ReadObject, 'streamAt'> & { entries: PdfDictionary; length: PdfValue | undefined },
): Promise<Uint8Array> {
  const { streamAt, entries, length } = stream;
  if (streamAt === null || length?.kind !== 'number') throw damagedPdf();
  return file.decoded(entries, streamAt, length.value);
}
