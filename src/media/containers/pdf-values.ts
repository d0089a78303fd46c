import { UnreadableMedia } from './container.js';

/** A value in a PDF (ISO 32000-1, section 7.3). The content of texts does not matter here. */
export type PdfValue =
  | { kind: 'number'; value: number }
  | { kind: 'name'; name: string }
  | { kind: 'reference'; id: number }
  | { kind: 'array'; items: readonly PdfValue[] }
  | { kind: 'dictionary'; entries: PdfDictionary }
  | { kind: 'other' };

export type PdfDictionary = ReadonlyMap<string, PdfValue>;

export const damagedPdf = (): UnreadableMedia => new UnreadableMedia('The index of the document is damaged.');

const depthMax = 32;
const other: PdfValue = { kind: 'other' };
const code = (character: string): number => character.charCodeAt(0);
const [openParenthesis, closeParenthesis, backslash] = [code('('), code(')'), code('\\')];
const [less, greater, slash, percent] = [code('<'), code('>'), code('/'), code('%')];
const [openBracket, closeBracket, lineFeed, carriageReturn] = [code('['), code(']'), 10, 13];
const spaces = new Set([0, 9, lineFeed, 12, carriageReturn, 32]);
const delimiters = new Set([...'()<>[]{}/%'].map(code));

/** Reads values from a piece of a PDF, in order. A value that reaches beyond the piece counts as damaged. */
export class PdfReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The position of the next byte. */
  get at(): number {
    return this.#at;
  }

  skipSpace(): void {
    for (;;) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) return;
      if (byte === percent) this.#skipComment();
      else if (spaces.has(byte)) this.#at += 1;
      else return;
    }
  }

  /** Reads the word if it comes next. */
  takeWord(word: string): boolean {
    const before = this.#at;
    this.skipSpace();
    if (this.#word() === word) return true;
    this.#at = before;
    return false;
  }

  /** Reads a number without sign and fraction. Null if something else comes next. */
  takeInteger(): number | null {
    const before = this.#at;
    this.skipSpace();
    const word = this.#word();
    if (/^\d{1,15}$/.test(word)) return Number(word);
    this.#at = before;
    return null;
  }

  /** Reads the word before the bytes of a stream, and the end of its line. */
  takeStreamStart(): boolean {
    if (!this.takeWord('stream')) return false;
    if (this.#bytes[this.#at] === carriageReturn) this.#at += 1;
    if (this.#bytes[this.#at] === lineFeed) this.#at += 1;
    return true;
  }

  readValue(depth = 0): PdfValue {
    if (depth > depthMax) throw damagedPdf();
    this.skipSpace();
    switch (this.#bytes[this.#at]) {
      case slash:
        return { kind: 'name', name: this.#name() };
      case openBracket:
        return this.#array(depth);
      case openParenthesis:
        return this.#skipText();
      case less:
        return this.#bytes[this.#at + 1] === less ? this.#dictionary(depth) : this.#skipHexText();
      default:
        return this.#numberOrWord();
    }
  }

  #skipComment(): void {
    for (;;) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined || byte === lineFeed || byte === carriageReturn) return;
      this.#at += 1;
    }
  }

  /** Reads everything up to the next space or delimiter. */
  #word(): string {
    const start = this.#at;
    for (;;) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined || spaces.has(byte) || delimiters.has(byte)) break;
      this.#at += 1;
    }
    return Buffer.from(this.#bytes.subarray(start, this.#at)).toString('latin1');
  }

  #name(): string {
    this.#at += 1;
    return this.#word().replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }

  #array(depth: number): PdfValue {
    this.#at += 1;
    const items: PdfValue[] = [];
    for (;;) {
      this.skipSpace();
      if (this.#bytes[this.#at] === closeBracket) break;
      items.push(this.readValue(depth + 1));
    }
    this.#at += 1;
    return { kind: 'array', items };
  }

  #dictionary(depth: number): PdfValue {
    this.#at += 2;
    const entries = new Map<string, PdfValue>();
    for (;;) {
      this.skipSpace();
      if (this.#bytes[this.#at] === greater && this.#bytes[this.#at + 1] === greater) break;
      if (this.#bytes[this.#at] !== slash) throw damagedPdf();
      const name = this.#name();
      entries.set(name, this.readValue(depth + 1));
    }
    this.#at += 2;
    return { kind: 'dictionary', entries };
  }

  /** Skips a text. Parentheses in it are balanced, or follow a backslash. */
  #skipText(): PdfValue {
    let open = 0;
    do {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw damagedPdf();
      if (byte === backslash) this.#at += 1;
      else if (byte === openParenthesis) open += 1;
      else if (byte === closeParenthesis) open -= 1;
      this.#at += 1;
    } while (open > 0);
    return other;
  }

  #skipHexText(): PdfValue {
    const end = this.#bytes.indexOf(greater, this.#at);
    if (end === -1) throw damagedPdf();
    this.#at = end + 1;
    return other;
  }

  #numberOrWord(): PdfValue {
    const word = this.#word();
    if (word === '') throw damagedPdf();
    if (!/^[+-]?(?:\d{1,15}(?:\.\d*)?|\.\d+)$/.test(word)) return other;
    return /^\d+$/.test(word) && this.#takeReferenceEnd()
      ? { kind: 'reference', id: Number(word) }
      : { kind: 'number', value: Number(word) };
  }

  /** Reads the rest of a reference such as `12 0 R`, if that comes next. */
  #takeReferenceEnd(): boolean {
    const before = this.#at;
    if (this.takeInteger() !== null && this.takeWord('R')) return true;
    this.#at = before;
    return false;
  }
}
