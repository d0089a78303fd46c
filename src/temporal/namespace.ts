import { setTimeout as delay } from 'node:timers/promises';
import { isGrpcServiceError, type Client } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';

/** The retention of closed runs. During it, a repeated start is refused, and operators can inspect the run. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;
/** The time in which all parts of a server learn of a new namespace. It usually takes some seconds. */
const knownAfterMsMax = 60_000;
const askAgainMs = 1_000;
const callTimeoutMs = 10_000;
const notFound = 5;

/** Reads whether `ensureNamespace` would create the namespace or extend its retention. Changes nothing. */
export async function readNamespace(
  client: Client,
): Promise<{ state: 'ok' | 'missing' | 'too short'; keptMs: number; wantedMs: number }> {
  const { namespace } = client.options;
  try {
    const { config } = await client.workflowService.describeNamespace({ namespace });
    const keptMs = keptMsOf(config);
    return { state: keptMs >= retentionMs ? 'ok' : 'too short', keptMs, wantedMs: retentionMs };
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return { state: 'missing', keptMs: 0, wantedMs: retentionMs };
  }
}

type NamespaceConfig = Awaited<ReturnType<Client['workflowService']['describeNamespace']>>['config'];

const keptMsOf = (config: NamespaceConfig): number =>
  Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) * 1000;

/**
 * Throws if the namespace does not exist, because a worker would poll it forever. A role may not be allowed to find
 * that out, so all other failures are ignored.
 */
export async function refuseMissingNamespace(client: Client): Promise<void> {
  const { namespace } = client.options;
  const asked = client.connection.withDeadline(Date.now() + callTimeoutMs, () =>
    client.workflowService.describeNamespace({ namespace }),
  );
  await asked.catch((error: unknown) => {
    if (!isNotFound(error)) return;
    throw new Error(
      `The Temporal namespace ${namespace} does not exist. Correct TEMPORAL_NAMESPACE, or run punctual setup.`,
    );
  });
}

/** Creates the client's namespace if it is missing, and extends its retention if that is too short. */
export async function ensureNamespace(client: Client): Promise<'created' | 'changed' | 'unchanged'> {
  const { namespace } = client.options;
  try {
    const { config } = await client.workflowService.describeNamespace({ namespace });
    if (keptMsOf(config) >= retentionMs) return 'unchanged';
    await client.workflowService.updateNamespace({
      namespace,
      config: { workflowExecutionRetentionTtl: msToTs(retentionMs) },
    });
    return 'changed';
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  await client.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: msToTs(retentionMs),
  });
  return 'created';
}

/** Repeats work in a new namespace until the server knows the namespace. */
export async function onceKnown<T>(work: () => Promise<T>): Promise<T> {
  const endsAtMs = performance.now() + knownAfterMsMax;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isNotFound(error) || performance.now() > endsAtMs) throw error;
      await delay(askAgainMs);
    }
  }
}

export function isNotFound(error: unknown): boolean {
  const fault = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return isGrpcServiceError(fault) && Number(fault.code) === notFound;
}
