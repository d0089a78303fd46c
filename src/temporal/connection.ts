import { Client, Connection, type ConnectionOptions } from '@temporalio/client';

export interface TemporalTarget {
  connection: ConnectionOptions;
  namespace: string;
}

/** A client that connects with its first call, so that a process starts while Temporal is away. */
export function openTemporalClient(target: TemporalTarget): { client: Client; close: () => Promise<void> } {
  const connection = Connection.lazy(target.connection);
  return {
    client: new Client({ connection, namespace: target.namespace }),
    close: () => connection.close(),
  };
}
