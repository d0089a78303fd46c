import { streamBufferBytesMax } from '../../domain/change-streams.js';
import type { ChangeSink } from '../../services/shared/change-streams.js';

const encoder = new TextEncoder();

/** A body of server-sent events, and what writes to it. */
export interface EventStream {
  body: ReadableStream<Uint8Array>;
  sink: ChangeSink;
  /** Calls back once, when the client is gone or the stream has ended. */
  onClosed: (closed: () => void) => void;
}

/**
 * Writes changes as server-sent events. The stream ends if the client reads so slowly that too much waits for it; the
 * client then opens another one with the last id that it has read.
 */
export function createEventStream(): EventStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let closed: () => void = () => undefined;
  let isOver = false;
  const over = (): void => {
    isOver = true;
    closed();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start: (started) => {
        controller = started;
      },
      cancel: over,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: streamBufferBytesMax }),
  );
  const end = (): void => {
    if (isOver) return;
    controller?.close();
    over();
  };
  const write = (position: string, lines: readonly string[]): void => {
    if (isOver) return;
    const text = encoder.encode(`id: ${position}\n${lines.join('\n')}\n\n`);
    if ((controller?.desiredSize ?? 0) < text.byteLength) end();
    else controller?.enqueue(text);
  };
  const reset = (position: string): void => write(position, ['event: reset', 'data: {}']);
  return {
    body,
    sink: {
      changed: (changes, position) => {
        const data = JSON.stringify({ changes });
        if (data.length > streamBufferBytesMax / 2) reset(position);
        else write(position, ['event: changes', `data: ${data}`]);
      },
      reset,
      // Without data, a client notes the id and calls no listener.
      beat: (position) => write(position, [': nothing new']),
      end,
    },
    onClosed: (callback) => {
      closed = callback;
      if (isOver) callback();
    },
  };
}
