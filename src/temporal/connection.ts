import {
  Client,
  Connection,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
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
  const usual = defaultGrpcRetryOptions();
  let isClosing = false;
  let lastRetryAtMs = 0;
  const retries = makeGrpcRetryInterceptor({
    retryableDecider: (attempt, status) => !isClosing && usual.retryableDecider(attempt, status),
    delayFunction: (attempt, status) => {
      const delayMs = usual.delayFunction(attempt, status);
      lastRetryAtMs = Math.max(lastRetryAtMs, performance.now() + delayMs);
      return delayMs;
    },
  });
  const connection = Connection.lazy({ ...target.connection, interceptors: [retries] });
  return {
    client: new Client({
      connection,
      namespace: target.namespace,
      interceptors: { workflow: workflowInterceptors },
    }),
    close: () => {
      isClosing = true;
      const restMs = lastRetryAtMs - performance.now();
      if (restMs <= 0) return connection.close();
      // A call that is repeated on a closed connection throws an error that ends the process.
      setTimeout(() => void connection.close(), restMs + 1);
      return Promise.resolve();
    },
  };
}
