const headBytesMax = 20 * 1024;
const blankLine = Buffer.from('\r\n\r\n');

/** A form whose last part is a file: the fields before it, and the file as a stream. */
export interface SignedForm {
  fields: Record<string, string>;
  file: AsyncIterable<Uint8Array>;
}

/** Thrown if a body is not a form with all fields first and one file last. */
export class MalformedFormError extends Error {
  override readonly name = 'MalformedFormError';
}

/** Reads a form as a storage service does, without holding the file in memory. */
export async function readForm(
  contentType: string | undefined,
  body: AsyncGenerator<Uint8Array>,
): Promise<SignedForm> {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]{1,70})"?/i.exec(contentType ?? '')?.[1];
  if (boundary === undefined) throw new MalformedFormError();
  const fields: Record<string, string> = {};
  let seen = Buffer.alloc(0);
  for (;;) {
    const part = takePart(seen, boundary);
    if (part === null) {
      const next = await body.next();
      if (next.done === true || seen.length > headBytesMax) throw new MalformedFormError();
      seen = Buffer.concat([seen, next.value]);
    } else if (part.kind === 'file') {
      if (part.name !== 'file') throw new MalformedFormError();
      return { fields, file: fileOf(part.rest, body, boundary) };
    } else {
      fields[part.name] = part.value;
      seen = Buffer.from(part.rest);
    }
  }
}

type Part =
  { kind: 'field'; name: string; value: string; rest: Buffer } | { kind: 'file'; name: string; rest: Buffer };

/** The first part of the received data; null if more data is needed. */
function takePart(seen: Buffer, boundary: string): Part | null {
  const headEnd = seen.indexOf(blankLine);
  if (headEnd === -1) return null;
  const head = seen.subarray(0, headEnd).toString();
  if (!head.startsWith(`--${boundary}\r\n`)) throw new MalformedFormError();
  const name = /;\s*name="([^"]{1,100})"/i.exec(head)?.[1];
  if (name === undefined) throw new MalformedFormError();
  const rest = seen.subarray(headEnd + blankLine.length);
  if (/;\s*filename="/i.test(head)) return { kind: 'file', name, rest };
  const valueEnd = rest.indexOf(`\r\n--${boundary}`);
  if (valueEnd === -1) return null;
  return {
    kind: 'field',
    name,
    value: rest.subarray(0, valueEnd).toString(),
    rest: rest.subarray(valueEnd + 2),
  };
}

/** Yields the file up to the end of the form, which must follow directly. */
async function* fileOf(
  first: Buffer,
  body: AsyncGenerator<Uint8Array>,
  boundary: string,
): AsyncGenerator<Uint8Array> {
  const end = Buffer.from(`\r\n--${boundary}--\r\n`);
  let held = first;
  for await (const chunk of body) {
    held = Buffer.concat([held, chunk]);
    const sure = held.length - end.length;
    if (sure <= 0) continue;
    yield held.subarray(0, sure);
    held = Buffer.from(held.subarray(sure));
  }
  const sure = held.length - end.length;
  if (sure < 0 || !held.subarray(sure).equals(end)) throw new MalformedFormError();
  if (sure > 0) yield held.subarray(0, sure);
}
