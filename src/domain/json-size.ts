export interface JsonLimits {
  /** The number of values, nested ones included. A key and its value count as one. */
  valuesMax: number;
  /** The depth of objects and lists within each other. Absent: no limit. */
  depthMax?: number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openings = new Set([0x5b, 0x7b]);
const closings = new Set([0x5d, 0x7d]);

/**
 * Returns the limit that a JSON text exceeds, or null. Scans the text without parsing it, so that an oversized body is
 * never turned into objects. Counts brackets and commas, so an empty list or object counts as two values.
 */
export function exceededBy(
  source: string,
  { valuesMax, depthMax = Infinity }: JsonLimits,
): 'values' | 'depth' | null {
  if (source.length < valuesMax && depthMax === Infinity) return null;
  let values = 1;
  let depth = 0;
  for (let at = 0; at < source.length; at += 1) {
    const unit = source.charCodeAt(at);
    if (unit === quote) at = endOfString(source, at);
    else if (unit === comma) values += 1;
    else if (closings.has(unit)) depth -= 1;
    else if (openings.has(unit)) {
      values += 1;
      depth += 1;
      if (depth > depthMax) return 'depth';
    }
    if (values > valuesMax) return 'values';
  }
  return null;
}

/** Returns the position of the quote that closes the string, or the text's length if there is none. */
function endOfString(source: string, start: number): number {
  let end = source.indexOf('"', start + 1);
  while (end > 0 && isEscaped(source, end)) end = source.indexOf('"', end + 1);
  return end < 0 ? source.length : end;
}

function isEscaped(source: string, at: number): boolean {
  let first = at;
  while (source.charCodeAt(first - 1) === backslash) first -= 1;
  return (at - first) % 2 === 1;
}
