const newline = 0x0a;

/** The lines of a stream, without empty ones. Null takes the place of a line that is longer than allowed. */
export async function* linesOf(
  input: AsyncIterable<string | Buffer>,
  lineBytesMax: number,
): AsyncGenerator<string | null> {
  let chunks: Buffer[] = [];
  let sizeBytes = 0;
  const add = (bytes: Buffer): void => {
    sizeBytes += bytes.length;
    // The rest of a line that is too long is only counted.
    if (sizeBytes > lineBytesMax) chunks = [];
    else chunks.push(bytes);
  };
  const end = (): string | null => {
    const line = sizeBytes > lineBytesMax ? null : Buffer.concat(chunks).toString('utf8').trim();
    [chunks, sizeBytes] = [[], 0];
    return line;
  };
  for await (const chunk of input) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    let start = 0;
    for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, start)) {
      add(bytes.subarray(start, at));
      start = at + 1;
      const line = end();
      if (line !== '') yield line;
    }
    add(bytes.subarray(start));
  }
  const last = end();
  if (last !== '') yield last;
}
