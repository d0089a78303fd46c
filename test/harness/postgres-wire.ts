import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';

/** The end of a response outside a transaction, as Postgres sends it: `ReadyForQuery`, idle. */
const idle = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** A database's URL through a connection that can break. */
export interface PostgresWire {
  url: string;
  /**
   * Loses a response: the next statement with this text is executed and committed with its transaction, but the
   * connection breaks before its response. `first` runs in between.
   */
  loseAnswer: (words: string, first?: () => Promise<void>) => void;
  /** The number of lost responses. */
  lost: number;
  close: () => Promise<void>;
}

export async function startPostgresWire(databaseUrl: string): Promise<PostgresWire> {
  const to = new URL(databaseUrl);
  const open = new Set<Socket>();
  let next: { words: string; first: (() => Promise<void>) | undefined } | undefined;

  const server = createServer((client) => {
    const database = createConnection({ host: to.hostname, port: Number(to.port) });
    const cut = (): void => {
      client.destroy();
      database.destroy();
    };
    let losing: typeof next;
    for (const socket of [client, database]) {
      open.add(socket);
      socket.on('error', cut);
      socket.on('close', () => {
        open.delete(socket);
        cut();
      });
    }
    client.on('data', (bytes: Buffer) => {
      if (next !== undefined && bytes.includes(next.words)) [losing, next] = [next, undefined];
      database.write(bytes);
    });
    database.on('data', (bytes: Buffer) => {
      if (losing === undefined || !bytes.subarray(-idle.length).equals(idle)) {
        client.write(bytes);
        return;
      }
      wire.lost += 1;
      void Promise.resolve(losing.first?.()).finally(cut);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  // Each statement is sent with its text.
  url.searchParams.set('prepare', 'false');
  const wire: PostgresWire = {
    url: url.href,
    lost: 0,
    loseAnswer: (words, first) => {
      next = { words, first };
    },
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return wire;
}
