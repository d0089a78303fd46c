import { expect } from 'vitest';
import type { Change } from '../../src/domain/change-streams.js';
import type { TestApi, TestSession } from './api.js';

export interface StreamMessage {
  id: string;
  /** Absent: a comment that only keeps the connection open. */
  event?: string;
  changes: Change[];
}

export interface TestStream {
  response: Response;
  /** Reads the next message, comments included. Undefined: the stream has ended. */
  next: () => Promise<StreamMessage | undefined>;
  /** Reads until messages have named all of these ids, and returns their changes. */
  until: (...ids: string[]) => Promise<Change[]>;
  /** Reads to the end. */
  rest: () => Promise<StreamMessage[]>;
  /** The last id that was read. */
  lastId: () => string;
  close: () => Promise<void>;
}

/** Opens GET /events as a browser does. */
export async function openStream(
  api: Pick<TestApi, 'url'>,
  session: TestSession,
  after?: string,
): Promise<TestStream> {
  const headers = { ...session.headers, ...(after !== undefined && { 'last-event-id': after }) };
  const response = await fetch(`${api.url}/api/v1/events`, { headers });
  expect(response.status).toBe(200);
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let lastId = '';
  const next = async (): Promise<StreamMessage | undefined> => {
    while (!text.includes('\n\n')) {
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += value;
    }
    const end = text.indexOf('\n\n');
    const message = parse(text.slice(0, end));
    text = text.slice(end + 2);
    lastId = message.id;
    return message;
  };
  return {
    response,
    next,
    until: async (...ids) => {
      const told: Change[] = [];
      while (!ids.every((id) => told.some((change) => change.id === id))) {
        const message = await next();
        if (message === undefined) throw new Error(`The stream ended without ${ids.join(', ')}.`);
        told.push(...message.changes);
      }
      return told;
    },
    rest: async () => {
      const messages: StreamMessage[] = [];
      for (let message = await next(); message !== undefined; message = await next()) messages.push(message);
      return messages;
    },
    lastId: () => lastId,
    close: () => reader.cancel(),
  };
}

function parse(text: string): StreamMessage {
  const lines = text.split('\n');
  const of = (name: string): string | undefined =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const [id = '', event, data] = [of('id'), of('event'), of('data')];
  const { changes = [] } = JSON.parse(data ?? '{}') as { changes?: Change[] };
  return { id, ...(event !== undefined && { event }), changes };
}
