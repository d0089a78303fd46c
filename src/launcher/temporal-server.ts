import { Connection, type ConnectionOptions } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { LauncherFault, errorText } from './fault.js';
import type { Keeper } from './keeper.js';
import { describeEnd, type ManagedProcess } from './managed-process.js';
import { waitFor } from './waiting.js';

const readyTimeoutMs = 180_000;
const connectTimeoutMs = 2_000;
const callTimeoutMs = 3_000;
const retentionSeconds = 30 * 24 * 60 * 60;

export interface TemporalServerOptions {
  cli: string;
  args: string[];
  address: string;
  namespace: string;
  keeper: Keeper;
  env: NodeJS.ProcessEnv;
  onLine: (line: string) => void;
}

/**
 * Starts the dev server, waits until it serves its namespace, and sets a retention that keeps closed runs for 30 days.
 */
export async function startTemporalServer(options: TemporalServerOptions): Promise<ManagedProcess> {
  const { cli, args, address, namespace, keeper, env, onLine } = options;
  let lastLine = '';
  const server = await keeper.start(
    {
      name: 'temporal',
      command: cli,
      args: namespace === 'default' ? args : [...args, `--namespace=${namespace}`],
      env,
      onLine: (line) => {
        lastLine = line || lastLine;
        onLine(line);
      },
    },
    'server',
    [{ signal: 'SIGTERM', waitMs: 3_000 }],
  );
  await waitFor(
    async () => {
      if (server.hasEnded()) {
        throw new LauncherFault(
          `The Temporal dev server stopped (${describeEnd(await server.ended)}): ${lastLine}`,
        );
      }
      return setRetention({ address }, namespace).then(
        () => true,
        () => undefined,
      );
    },
    { timeoutMs: readyTimeoutMs, failure: 'The Temporal dev server did not answer', signal: keeper.signal },
  );
  return server;
}

/**
 * Extends the retention. By default the dev server keeps closed runs for a day. After that, it would accept a duplicate
 * start, and the UI would lack the run.
 */
async function setRetention(options: ConnectionOptions, namespace: string): Promise<void> {
  await withConnection(options, async ({ workflowService }) => {
    const { config } = await workflowService.describeNamespace({ namespace });
    if (Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) === retentionSeconds) return;
    const workflowExecutionRetentionTtl = msToTs(retentionSeconds * 1000);
    await workflowService.updateNamespace({ namespace, config: { workflowExecutionRetentionTtl } });
  });
}

/** Checks that a server that is not ours serves the namespace, and adds missing search attributes. */
export async function useTemporalServer(
  options: ConnectionOptions,
  namespace: string,
  searchAttributes: Record<string, string>,
): Promise<void> {
  try {
    await withConnection(options, async ({ workflowService, operatorService }) => {
      await workflowService.describeNamespace({ namespace });
      const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
      const missing = Object.entries(searchAttributes).filter(([name]) => !(name in customAttributes));
      if (missing.length === 0) return;
      const typed = Object.fromEntries(missing.map(([name, type]) => [name, indexedValueTypes[type] ?? 0]));
      await operatorService.addSearchAttributes({ namespace, searchAttributes: typed });
    });
  } catch (error) {
    throw new LauncherFault(
      `Temporal at ${options.address ?? 'TEMPORAL_ADDRESS'} cannot be used with the namespace ${namespace}: ${errorText(error)}`,
    );
  }
}

/** The protocol's numbers for the types in the command line. */
const indexedValueTypes: Readonly<Record<string, number>> = {
  Text: 1,
  Keyword: 2,
  Int: 3,
  Double: 4,
  Bool: 5,
  Datetime: 6,
  KeywordList: 7,
};

/** The search attributes in the dev server's command line, such as `{ WorkspaceId: 'Keyword' }`. */
export function searchAttributesOf(args: string[]): Record<string, string> {
  const entries = args.flatMap((argument) => {
    const [, name, type] = /^--search-attribute=(\w+)=(\w+)$/.exec(argument) ?? [];
    return name !== undefined && type !== undefined ? [[name, type] as const] : [];
  });
  return Object.fromEntries(entries);
}

async function withConnection<T>(
  options: ConnectionOptions,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await Connection.connect({ ...options, connectTimeout: connectTimeoutMs });
  try {
    return await connection.withDeadline(new Date(Date.now() + callTimeoutMs), () => work(connection));
  } finally {
    await connection.close();
  }
}
