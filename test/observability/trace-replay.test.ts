import { bundleWorkflowCode, DefaultLogger, Worker, type WorkerOptions } from '@temporalio/worker';
import { InMemorySpanExporter } from '@opentelemetry/sdk-trace-node';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createOpenTelemetry } from '../../src/observability/open-telemetry.js';
import { tracedWorker } from '../../src/observability/temporal-tracing.js';
import { noTracing } from '../../src/observability/tracing.js';
import { workflowSources } from '../../src/temporal/workflow-sources.js';
import { waitMsMax } from '../harness/patience.js';
import { createTestDatabase } from '../harness/postgres.js';
import { runIdOf, schedule, untilRunStatus, untilStatus } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace, startStack, type Stack } from '../harness/stack.js';
import { sharedWorkflowBundle } from '../harness/workflow-bundle.js';

type History = Parameters<typeof Worker.runReplayHistory>[1];

/** Records a run with many events: a stale token, a rate limit, a lost response and a first comment. */
async function recordRun(stack: Stack): Promise<History> {
  const workspace = await mintWorkspace(stack.deps, ['BLUESKY', 'THREADS']);
  const post = await schedule(workspace, { text: 'Recorded', firstComment: 'First!' });
  // A post that is due needs no preparation ahead of its time, so every run takes the same steps.
  await vi.waitFor(
    () => expect(Date.now()).toBeGreaterThan(post.scheduledAt?.getTime() ?? Infinity),
    waitMsMax,
  );
  await stack.startWorker();
  await untilStatus(workspace, post.id, 'PUBLISHED');
  await untilRunStatus(stack, runIdOf(post), 'COMPLETED');
  return stack.client.workflow.getHandle(runIdOf(post)).fetchHistory();
}

describe('a history with tracing', () => {
  const exporter = new InMemorySpanExporter();
  const tracing = createOpenTelemetry({ serviceName: 'test', exporter });
  let dropDatabase: () => Promise<void>;
  let histories: { traced: History; untraced: History };
  let bundles: Record<'withInterceptors' | 'without', NonNullable<WorkerOptions['workflowBundle']>>;

  beforeAll(async () => {
    const database = await createTestDatabase();
    dropDatabase = database.drop;
    const recorded: History[] = [];
    for (const overrides of [{ tracing }, {}]) {
      const keyed = createScriptedPlatform('BLUESKY', 'keyed');
      keyed.script.push(
        { accept: false, answer: { kind: 'auth-expired', message: 'expired' } },
        { accept: false, answer: { kind: 'rate-limited', retryAfterMs: 1_000, message: 'slow down' } },
      );
      const queryable = createScriptedPlatform('THREADS', 'queryable');
      queryable.script.push({ accept: true, answer: { kind: 'ambiguous', message: 'lost' } });
      const stack = await startStack({
        databaseUrl: database.url,
        platforms: [keyed, queryable],
        overrides,
        runWorker: false,
      });
      recorded.push(await recordRun(stack));
      await stack.stopWorker();
    }
    const [traced, untraced] = recorded;
    histories = { traced, untraced };
    const logger = new DefaultLogger('ERROR');
    bundles = {
      withInterceptors: await sharedWorkflowBundle(),
      without: await bundleWorkflowCode({ workflowsPath: workflowSources.workflowsPath, logger }),
    };
  });
  afterAll(async () => {
    await tracing.close();
    await dropDatabase();
  });

  it('contains the trace context only if tracing is on', () => {
    expect(headersOf(histories.traced)).toContain('_tracer-data');
    expect(headersOf(histories.untraced)).toEqual([]);
  });

  it('has the same commands with and without tracing', () => {
    // The server decides how many results one workflow task brings, and how two targets interleave.
    const isWorkflowTask = ({ eventType }: Event): boolean => workflowTaskEvents.has(Number(eventType));
    const commandsOf = (history: History) =>
      eventsOf(history)
        .filter((event) => !isWorkflowTask(event))
        .map(({ eventType, activityTaskScheduledEventAttributes: scheduled }) =>
          `${String(eventType)} ${scheduled?.activityType?.name ?? ''}`.trim(),
        )
        .sort();
    expect(commandsOf(histories.traced)).toEqual(commandsOf(histories.untraced));
    expect(commandsOf(histories.traced).length).toBeGreaterThan(20);
  });

  for (const recorded of ['traced', 'untraced'] as const) {
    for (const bundled of ['withInterceptors', 'without'] as const) {
      for (const traces of [true, false]) {
        it(`recorded ${recorded} replays ${bundled === 'without' ? 'without' : 'with'} the interceptors, tracing ${traces ? 'on' : 'off'}`, async () => {
          await Worker.runReplayHistory(
            { workflowBundle: bundles[bundled], ...tracedWorker(traces ? tracing : noTracing) },
            histories[recorded],
          );
        });
      }
    }
  }
});

/** Scheduled, started, completed, timed out, failed. */
const workflowTaskEvents = new Set([5, 6, 7, 8, 9]);

interface Event {
  eventType?: unknown;
  activityTaskScheduledEventAttributes?: { activityType?: { name?: string }; header?: { fields?: object } };
  workflowExecutionStartedEventAttributes?: { header?: { fields?: object } };
}

function eventsOf(history: History): Event[] {
  return (history as { events: Event[] }).events;
}

function headersOf(history: History): string[] {
  return eventsOf(history).flatMap((event) => [
    ...Object.keys(event.activityTaskScheduledEventAttributes?.header?.fields ?? {}),
    ...Object.keys(event.workflowExecutionStartedEventAttributes?.header?.fields ?? {}),
  ]);
}
