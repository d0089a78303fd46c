import { AppError } from '../../domain/errors.js';

/** A client that sends nothing for this long counts as gone. */
const idleMsMax = 30_000;
/** The minimum average speed of an upload, which applies after the first minute. */
const bytesPerSecondMin = 8 * 1024;
const rateGraceMs = 60_000;

/** Streams a request's body, no faster than the consumer reads. Throws if the client is too slow. */
export async function* readBody({ body }: Request): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  let waitedMs = 0;
  let sizeBytes = 0;
  try {
    for (;;) {
      const sinceMs = performance.now();
      const next = await readInTime(reader);
      waitedMs += performance.now() - sinceMs;
      if (next === undefined) return;
      sizeBytes += next.byteLength;
      if (waitedMs > rateGraceMs && sizeBytes < (bytesPerSecondMin * waitedMs) / 1000) throw endedEarly();
      yield next;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(endedEarly()), idleMsMax);
  });
  try {
    return (await Promise.race([reader.read(), late])).value;
  } catch (cause) {
    throw cause instanceof AppError ? cause : endedEarly(cause);
  } finally {
    clearTimeout(timer);
  }
}

function endedEarly(cause?: unknown): AppError<'VALIDATION_FAILED'> {
  return new AppError(
    'VALIDATION_FAILED',
    'The body ended early, or came too slowly.',
    { details: [] },
    { cause },
  );
}
