import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { openTemporalClient } from './connection.js';

it('ends a call that is being repeated when the client closes', async () => {
  let calls = 0;
  const onCall: (() => void)[] = [];
  // Each connection is reset, so that each call is repeated.
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    calls += 1;
    onCall.forEach((resolve) => resolve());
    socket.resetAndDestroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { client, close } = openTemporalClient({
    connection: { address: `127.0.0.1:${port}` },
    namespace: 'default',
  });
  const called = new Promise<void>((resolve) => onCall.push(resolve));
  const asked = client.workflowService.getSystemInfo({}).then(
    () => 'answered',
    () => 'failed',
  );
  await called;
  await close();
  expect(await asked).toBe('failed');
  expect(calls).toBeGreaterThan(0);
  server.close();
});
