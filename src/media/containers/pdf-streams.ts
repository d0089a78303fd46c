import { inflateSync } from 'node:zlib';
import { UnreadableMedia } from './container.js';
import { damagedPdf, type PdfDictionary, type PdfValue } from './pdf-values.js';

const columnsMax = 4_096;

/**
 * Decodes a stream of the index of a PDF to at most `bytesMax` bytes. Streams of pages, which use other filters, are never
 * decoded.
 */
export function decodeStream(dictionary: PdfDictionary, bytes: Uint8Array, bytesMax: number): Uint8Array {
  const filter = onlyOf(dictionary.get('Filter'));
  if (filter === undefined) return bytes;
  if (filter.kind !== 'name' || filter.name !== 'FlateDecode') {
    throw new UnreadableMedia('The index of the document is compressed in a way that is not supported.');
  }
  const parameters = onlyOf(dictionary.get('DecodeParms'));
  const plain = inflate(bytes, bytesMax);
  return parameters?.kind === 'dictionary' ? withoutPrediction(plain, parameters.entries) : plain;
}

/** A filter and its parameters can be in an array, which is supported with one item only. */
function onlyOf(value: PdfValue | undefined): PdfValue | undefined {
  if (value?.kind !== 'array') return value;
  if (value.items.length > 1) throw damagedPdf();
  return value.items[0];
}

function inflate(bytes: Uint8Array, bytesMax: number): Uint8Array {
  try {
    return inflateSync(bytes, { maxOutputLength: bytesMax });
  } catch {
    throw damagedPdf();
  }
}

/** Undoes the prediction of PNG (ISO 32000-1, section 7.4.4.4), with which most programs prepare an index. */
function withoutPrediction(bytes: Uint8Array, parameters: PdfDictionary): Uint8Array {
  const predictor = wholeIn(parameters, 'Predictor') ?? 1;
  if (predictor === 1) return bytes;
  const columns = wholeIn(parameters, 'Columns') ?? 1;
  const isBytewise =
    (wholeIn(parameters, 'Colors') ?? 1) === 1 && (wholeIn(parameters, 'BitsPerComponent') ?? 8) === 8;
  if (predictor < 10 || !isBytewise || columns < 1 || columns > columnsMax) throw damagedPdf();
  const rows = Math.floor(bytes.length / (columns + 1));
  const plain = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const filter = bytes[row * (columns + 1)] ?? 0;
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column;
      const left = column === 0 ? 0 : (plain[at - 1] ?? 0);
      const up = plain[at - columns] ?? 0;
      const upLeft = column === 0 ? 0 : (plain[at - columns - 1] ?? 0);
      // The sum is modulo 256, as are all values of the array.
      plain[at] = (bytes[row * (columns + 1) + 1 + column] ?? 0) + predicted(filter, left, up, upLeft);
    }
  }
  return plain;
}

function predicted(filter: number, left: number, up: number, upLeft: number): number {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return Math.floor((left + up) / 2);
    case 4:
      return nearest(left + up - upLeft, left, up, upLeft);
    default:
      throw damagedPdf();
  }
}

/** The Paeth predictor: the nearest of the neighbors, and the earlier one if two are equally near. */
function nearest(estimate: number, left: number, up: number, upLeft: number): number {
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toUpLeft = Math.abs(estimate - upLeft);
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}

/** A whole number in a dictionary. Null if there is none. */
export function wholeIn(dictionary: PdfDictionary, name: string): number | null {
  const value = dictionary.get(name);
  return value?.kind === 'number' && Number.isSafeInteger(value.value) ? value.value : null;
}
