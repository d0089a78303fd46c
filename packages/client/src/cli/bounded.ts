/** Reads a stream to its end. Throws `tooLong` if it has more bytes than that, and closes the stream. */
export async function readBounded(
  stream: AsyncIterable<Uint8Array | string>,
  bytesMax: number,
  tooLong: () => Error,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  // Leaving the loop closes the stream.
  for await (const chunk of stream) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    sizeBytes += bytes.length;
    if (sizeBytes > bytesMax) throw tooLong();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** Reads the body of a response as text. Throws if it is longer. */
export async function readText({ body }: Response, bytesMax: number): Promise<string> {
  if (body === null) return '';
  const tooLong = () => new Error(`The response has more than ${bytesMax} bytes.`);
  return (await readBounded(body as AsyncIterable<Uint8Array>, bytesMax, tooLong)).toString('utf8');
}
