import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failure, startLoopback, type Loopback } from '../../../testing/loopback.js';
import { openTerminal, type Ran, type TestTerminal } from '../../../testing/terminal.js';
import { linesOf } from './lines.js';

let loopback: Loopback;
let terminal: TestTerminal;

beforeEach(async () => {
  loopback = await startLoopback();
  terminal = openTerminal(loopback);
});
afterEach(async () => {
  terminal.remove();
  await loopback.close();
});

const request = (id: number | string, method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const result = (id: number | string, value: object) => ({ jsonrpc: '2.0', id, result: value });
const linesIn = ({ stdout }: Ran): unknown[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);

/** Sends each message when the response to the one before has been written, as clients do. */
async function converse(...messages: object[]): Promise<Ran> {
  let answered: () => void = () => undefined;
  async function* typed(): AsyncGenerator<string> {
    for (const message of messages) {
      const answer = new Promise<void>((resolve) => {
        answered = resolve;
      });
      yield `${JSON.stringify(message)}\n`;
      if ('id' in message) await answer;
    }
  }
  return terminal.run(['mcp'], {
    input: Readable.from(typed()),
    onOutput: () => {
      answered();
    },
  });
}

describe('punctual mcp', () => {
  it('passes each message on with the key, and writes what the server responds', async () => {
    const first = result(1, { protocolVersion: '2025-11-25', capabilities: {} });
    const listed = result('b', { tools: [] });
    loopback.replies = [
      { status: 200, raw: JSON.stringify(first, null, 2) },
      {
        status: 200,
        raw: `event: message\ndata: ${JSON.stringify(listed)}\n\n`,
        headers: { 'content-type': 'text/event-stream' },
      },
    ];
    const initialize = request(1, 'initialize', { protocolVersion: '2025-11-25' });
    const ran = await converse(initialize, request('b', 'tools/list'));
    expect([ran.code, ran.stderr, linesIn(ran)]).toEqual([0, '', [first, listed]]);
    expect(loopback.received.map(({ url, body }) => [url, JSON.parse(body) as unknown])).toEqual([
      ['/mcp', initialize],
      ['/mcp', request('b', 'tools/list')],
    ]);
    expect(loopback.received.map(({ headers }) => headers['mcp-protocol-version'])).toEqual([
      undefined,
      '2025-11-25',
    ]);
    expect(loopback.received[0]?.headers).toMatchObject({
      authorization: 'Bearer punctual_live_test',
      accept: 'application/json, text/event-stream',
    });
  });

  it('repeats a new message in its headers, and writes nothing for a notification', async () => {
    const params = {
      name: 'list_posts',
      _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
    };
    loopback.replies = [{ status: 202 }, { status: 200, body: result(1, {}) }];
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    await converse(notification);
    const ran = await converse(request(1, 'tools/call', params));
    expect(linesIn(ran)).toEqual([result(1, {})]);
    expect(loopback.received[1]?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'list_posts',
    });
  });

  it('responds with an error of the protocol if the server refuses or cannot be reached', async () => {
    loopback.replies = [
      failure(401, 'INVALID_API_KEY'),
      { status: 200, hangUp: true },
      { status: 502, raw: '<html>' },
    ];
    const ran = await converse(request(1, 'ping'), request(2, 'ping'), request(3, 'ping'));
    expect(linesIn(ran)).toEqual([
      {
        jsonrpc: '2.0',
        id: 1,
        error: {
          code: -32_000,
          message: 'No.',
          data: expect.objectContaining({ code: 'INVALID_API_KEY' }) as unknown,
        },
      },
      {
        jsonrpc: '2.0',
        id: 2,
        error: { code: -32_000, message: expect.stringContaining('cannot be reached') as unknown },
      },
      { jsonrpc: '2.0', id: 3, error: { code: -32_000, message: 'The server responded with 502.' } },
    ]);
    expect(loopback.received).toHaveLength(3);
  });

  it('names the request in an error that has no id, and responds if the server does not', async () => {
    const error = { jsonrpc: '2.0', id: null, error: { code: -32_020, message: 'No.' } };
    const note = { jsonrpc: '2.0', method: 'notifications/message' };
    loopback.replies = [
      { status: 400, body: error },
      {
        status: 200,
        raw: `data: ${JSON.stringify(note)}\n\n`,
        headers: { 'content-type': 'text/event-stream' },
      },
    ];
    const ran = await terminal.run(['mcp'], { input: JSON.stringify(request(1, 'ping')) });
    expect(linesIn(ran)).toEqual([{ ...error, id: 1 }]);
    const silent = await terminal.run(['mcp'], { input: JSON.stringify(request(2, 'ping')) });
    expect(linesIn(silent)).toEqual([
      note,
      {
        jsonrpc: '2.0',
        id: 2,
        error: { code: -32_000, message: 'The server sent no response to this message.' },
      },
    ]);
  });

  it.each([
    ['is not JSON', '{', -32_700],
    ['is a list', '[]', -32_600],
    ['is too long', `"${'a'.repeat(1024 * 1024)}"`, -32_600],
  ])('refuses a line that %s, and reads the next one', async (_, line, code) => {
    loopback.replies = [{ status: 200, body: result(1, {}) }];
    const ran = await terminal.run(['mcp'], { input: `${line}\n\n${JSON.stringify(request(1, 'ping'))}` });
    expect(linesIn(ran)).toEqual([
      { jsonrpc: '2.0', id: null, error: { code, message: expect.any(String) as unknown } },
      result(1, {}),
    ]);
    expect(loopback.received).toHaveLength(1);
  });

  it('needs a login for agents, even if the user has logged in for the commands', async () => {
    terminal.env = { XDG_CONFIG_HOME: terminal.configFolder };
    expect((await terminal.run(['mcp'])).stderr).toContain('You are not logged in.');
    const credential = {
      kind: 'oauth',
      clientId: 'app_1',
      accessToken: 'punctual_oat_1',
      endsAtMs: Date.now() + 1_000_000,
      refreshToken: 'punctual_ort_1',
    };
    const login = JSON.stringify({ server: new URL(loopback.baseUrl).origin, credential });
    const folder = path.join(terminal.configFolder, 'punctual');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'login.json'), login);
    const { code, stderr } = await terminal.run(['mcp']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('punctual login --mcp') as unknown]);
    writeFileSync(path.join(folder, 'mcp-login.json'), login);
    loopback.replies = [{ status: 200, body: result(1, {}) }];
    expect(linesIn(await converse(request(1, 'ping')))).toEqual([result(1, {})]);
    expect(loopback.received.at(-1)?.headers.authorization).toBe('Bearer punctual_oat_1');
  });
});

it('a line may arrive in pieces, also within a character', async () => {
  const bytes = Buffer.from('"ü"\r\n"long"\n"b"');
  const pieces = [...bytes].map((byte) => Buffer.from([byte]));
  const lines: (string | null)[] = [];
  for await (const line of linesOf(Readable.from(pieces), 5)) lines.push(line);
  expect(lines).toEqual(['"ü"', null, '"b"']);
});
