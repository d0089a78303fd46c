import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy in front of a database, which can be closed and cut, and can inspect what is sent. */
export interface DatabaseProxy {
  /** The database's URL through the proxy. */
  url: string;
  /** Keeps open connections, and refuses new ones. */
  shut: () => void;
  /** Ends all connections with a reset (RST), as a host does that has lost them. */
  reset: () => void;
  /** Ends all connections normally (FIN). */
  hangUp: () => void;
  /** Receives what a client sends, and returns what the database gets instead. */
  onSent: (see: ((bytes: Buffer, client: Way) => Buffer) | null) => void;
  close: () => Promise<void>;
}

export interface Way {
  /** Cuts this connection when the database responds to the current bytes. The client gets none of the response. */
  cutAtAnswer: () => void;
}

export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const url = new URL(databaseUrl);
  const server = { host: url.hostname, port: Number(url.port) };
  const pairs = new Set<{ client: Socket; upstream: Socket }>();
  let see: ((bytes: Buffer, client: Way) => Buffer) | null = null;
  const proxy = createServer((client) => {
    const upstream = connect(server);
    const pair = { client, upstream };
    let isCut = false;
    const way: Way = {
      cutAtAnswer: () => {
        isCut = true;
      },
    };
    pairs.add(pair);
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
    }
    client.on('data', (bytes) => {
      upstream.write(see === null ? bytes : see(bytes, way));
    });
    upstream.on('data', (bytes) => {
      if (isCut) client.resetAndDestroy();
      else client.write(bytes);
    });
    client.on('end', () => upstream.end());
    upstream.on('end', () => client.end());
    client.on('close', () => {
      pairs.delete(pair);
      upstream.destroy();
    });
    upstream.on('close', () => client.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const reset = (): void => {
    for (const { client } of [...pairs]) client.resetAndDestroy();
  };
  return {
    url: url.href,
    shut: () => void proxy.close(),
    reset,
    hangUp: () => {
      for (const { client } of [...pairs]) client.end();
    },
    onSent: (next) => {
      see = next;
    },
    close: async () => {
      reset();
      if (proxy.listening) await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
