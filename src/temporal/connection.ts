import {
  Client,
  Connection,
  type ConnectionOptions,
  type WorkflowClientInterceptor,
} from '@temporalio/client';

export interface TemporalTarget {
  connection: ConnectionOptions;
  namespace: string;
}

/** Opens a client that connects on its first call, so that a process can start while Temporal is unreachable. */
export function openTemporalClient(
  target: TemporalTarget,
  workflowInterceptors: WorkflowClientInterceptor[] = [],
): { client: Client; close: () => Promise<void> } {
  const connection = Connection.lazy(target.connection);
  return {
    client: new Client({
      connection,
      namespace: target.namespace,
      interceptors: { workflow: workflowInterceptors },
    }),
    close: () => connection.close(),
  };
}
