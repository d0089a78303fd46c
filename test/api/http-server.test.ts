import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpServer } from '../../src/api/http/server.js';
import { newId } from '../../src/ids.js';
import { useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
let server: Server;

beforeAll(async () => {
  server = createHttpServer({
    fetch: api.api.app.fetch,
    newId,
    log: api.deps.log,
    isEnding: () => false,
    requestTimeoutMs: 200,
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Sends these bytes, and returns the server's response, up to the end of the connection. */
async function answerTo(bytes: string): Promise<{ status: number; head: string; body: unknown }> {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  const answer = await text(socket);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) };
}

const lines = (...parts: string[]): string => [...parts, '', ''].join('\r\n');
const closing = 'Connection: close';

// "Every failure has this JSON envelope", even for a request that never reaches the application.
describe('a malformed HTTP request', () => {
  it.each([
    ['no HTTP at all', lines('hello'), 'malformed_request'],
    ['an unknown method', lines('FOO /api/v1/posts HTTP/1.1', 'Host: x', closing), 'malformed_request'],
    ['an invalid host', lines('GET /api/v1/posts HTTP/1.1', 'Host: a b', closing), 'malformed_request'],
    ['half an IPv6 host', lines('GET /api/v1/posts HTTP/1.1', 'Host: [', closing), 'malformed_request'],
    [
      'a very long URL',
      lines(`GET /api/v1/posts?cursor=${'a'.repeat(20_000)} HTTP/1.1`, 'Host: x', closing),
      'headers_too_large',
    ],
    [
      'two lengths',
      lines('POST /api/v1/posts HTTP/1.1', 'Host: x', 'Content-Length: 2', 'Transfer-Encoding: chunked'),
      'malformed_request',
    ],
    [
      'a missing body',
      lines(
        'POST /api/v1/auth/sign-in HTTP/1.1',
        'Host: x',
        'Content-Type: application/json',
        'Content-Length: 9',
      ),
      'request_too_slow',
    ],
  ])('is refused with the error envelope: %s', async (_name, bytes, code) => {
    const { status, head, body } = await answerTo(bytes);
    expect(status).toBe(400);
    expect(head.toLowerCase()).toContain('content-type: application/json');
    expect(body).toEqual({
      statusCode: 400,
      code: 'VALIDATION_FAILED',
      message: expect.any(String) as unknown,
      requestId: expect.stringMatching(/^req_/) as unknown,
      docUrl: `http://localhost:${(server.address() as AddressInfo).port}/docs/errors/VALIDATION_FAILED`,
      details: [{ path: '', code, message: expect.any(String) as unknown }],
    });
  });

  it('does not affect the response to a valid request', async () => {
    const { status, body } = await answerTo(lines('GET /api/v1/posts HTTP/1.1', 'Host: x', closing));
    expect([status, body]).toMatchObject([401, { code: 'UNAUTHORIZED' }]);
  });
});
