import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { openTemporalClient } from './connection.js';

it('a call that is being repeated ends when the client closes', async () => {
  // The server resets each connection, so that each call is repeated.
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.resetAndDestroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { client, close } = openTemporalClient({
    connection: { address: `127.0.0.1:${port}` },
    namespace: 'default',
  });
  const connected = once(server, 'connection');
  const asked = client.workflowService.getSystemInfo({}).then(
    () => 'answered',
    () => 'failed',
  );
  await connected;
  await close();
  expect(await asked).toBe('failed');
  server.close();
});
