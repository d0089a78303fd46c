import { Readable } from 'node:stream';
import { collector } from './memory.js';
import { egressIdleTimeoutMsDefault, type StreamedBody } from './safe-fetch.js';

/** Extra time after the last byte, for buffers on the way to the peer and for the peer's response. */
const answerTimeoutMs = 120_000;

export interface BodyStream {
  readable: Readable;
  /** Stops watching, and lets the source release its resources. */
  close: () => void;
}

/**
 * Passes a streamed body to undici and watches it. The body is read as fast as the peer accepts it, so if nothing is
 * read for a while, the peer has stopped. A source that hangs looks the same and is treated the same.
 */
export function openBodyStream(body: StreamedBody, onStandstill: (words: string) => void): BodyStream {
  const idleTimeoutMs = body.idleTimeoutMs ?? egressIdleTimeoutMsDefault;
  let timer: NodeJS.Timeout | undefined;
  const watch = (timeoutMs: number, words: string): void => {
    clearTimeout(timer);
    timer = setTimeout(onStandstill, timeoutMs, words);
  };
  async function* watched(): AsyncGenerator<Uint8Array> {
    const standstill = `not a byte of the body was taken for ${idleTimeoutMs} ms`;
    watch(idleTimeoutMs, standstill);
    const collect = collector();
    for await (const chunk of body.stream) {
      yield chunk;
      collect(chunk.byteLength);
      watch(idleTimeoutMs, standstill);
    }
    watch(answerTimeoutMs, `no complete answer within ${answerTimeoutMs} ms of the body’s end`);
  }
  // The stream buffers one chunk at a time, so that the source runs at the peer's pace.
  const readable = Readable.from(watched(), { objectMode: true, highWaterMark: 1 });
  return {
    readable,
    close: () => {
      clearTimeout(timer);
      readable.destroy();
    },
  };
}
