import { describe, expect, it } from 'vitest';
import { streamBufferBytesMax, type Change } from '../../domain/change-streams.js';
import { createEventStream } from './event-stream.js';

const change: Change = { type: 'POST', id: 'post_a', workspaceId: 'ws_a', targetIds: [] };

async function textOf(body: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(body).text();
}

describe('a stream of server-sent events', () => {
  it('writes an id with each message, and comments for nothing new', async () => {
    const { body, sink } = createEventStream();
    sink.beat('1.2');
    sink.changed([change], '3.4');
    sink.end();
    expect(await textOf(body)).toBe(
      `id: 1.2\n: nothing new\n\nid: 3.4\nevent: changes\ndata: ${JSON.stringify({ changes: [change] })}\n\n`,
    );
  });

  it('ends if the client does not read, and never buffers more than its limit', async () => {
    const { body, sink, onClosed } = createEventStream();
    let closed = 0;
    onClosed(() => (closed += 1));
    for (let told = 0; told < 10_000; told += 1) sink.changed([change], '1.2');
    expect(closed).toBe(1);
    expect((await textOf(body)).length).toBeLessThanOrEqual(streamBufferBytesMax);
  });

  it('says that anything may have changed instead of sending too much at once', async () => {
    const { body, sink } = createEventStream();
    sink.changed(
      Array.from({ length: 1_000 }, () => change),
      '1.2',
    );
    sink.end();
    expect(await textOf(body)).toBe('id: 1.2\nevent: reset\ndata: {}\n\n');
  });

  it('reports once that the client has disconnected', async () => {
    const { body, sink, onClosed } = createEventStream();
    let closed = 0;
    onClosed(() => (closed += 1));
    await body.cancel();
    sink.changed([change], '1.2');
    sink.end();
    expect(closed).toBe(1);
  });
});
