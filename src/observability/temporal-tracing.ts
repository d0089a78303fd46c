import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import type { WorkflowClientInterceptor } from '@temporalio/client';
import type { ActivityInterceptorsFactory, InjectedSinks, WorkerOptions } from '@temporalio/worker';
import type { TraceSinks } from '../domain/workflow-contract.js';
import { withSpanId } from './trace-parent.js';
import type { Tracing } from './tracing.js';

/** The same header as in src/workflows/trace-context.ts, which cannot be imported from the workflow sandbox. */
const traceHeader = '_tracer-data';

type Headers = Record<string, Payload>;

function carried(headers: Headers, tracing: Tracing): Headers {
  const traceparent = tracing.traceParent();
  if (traceparent === undefined) return headers;
  return { ...headers, [traceHeader]: defaultPayloadConverter.toPayload({ traceparent }) };
}

function traceParentIn(headers: Headers): string | undefined {
  const header = headers[traceHeader];
  if (header === undefined) return undefined;
  return defaultPayloadConverter.fromPayload<{ traceparent?: string }>(header).traceparent;
}

/**
 * The id of a run's span. Its activities name it as their parent while the run is not finished, on any worker, so it is
 * derived from data that all of them have. The end of a run id is random.
 */
function spanIdOf(runId: string): string {
  return runId.replaceAll('-', '').slice(-16);
}

/** Records a span for each start of a run, and passes its context to the run. */
export function tracedStarts(tracing: Tracing): WorkflowClientInterceptor[] {
  if (!tracing.enabled) return [];
  return [
    {
      startWithDetails: (input, next) =>
        tracing.inSpan(
          {
            name: `StartWorkflow:${input.workflowType}`,
            kind: 'producer',
            attributes: { 'temporal.workflow.id': input.options.workflowId },
          },
          () => next({ ...input, headers: carried(input.headers, tracing) }),
        ),
    },
  ];
}

/**
 * The parts that a worker needs for tracing. The sink exists even if tracing is disabled here, because the process that
 * starts runs may have enabled it.
 */
export function tracedWorker(tracing: Tracing): Pick<WorkerOptions, 'interceptors' | 'sinks'> {
  const sinks = runSpans(tracing);
  return tracing.enabled ? { interceptors: { activity: [tracedActivities(tracing)] }, sinks } : { sinks };
}

function tracedActivities(tracing: Tracing): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      execute: (input, next) => {
        const started = traceParentIn(input.headers);
        const { runId, workflowId } = info.workflowExecution ?? { runId: '', workflowId: '' };
        return tracing.inSpan(
          {
            name: `RunActivity:${info.activityType}`,
            kind: 'internal',
            parent: started === undefined ? undefined : withSpanId(started, spanIdOf(runId)),
            attributes: {
              'temporal.workflow.id': workflowId,
              'temporal.run.id': runId,
              'temporal.activity.id': info.activityId,
              'temporal.activity.attempt': info.attempt,
            },
          },
          () => next(input),
        );
      },
    },
  });
}

function runSpans(tracing: Tracing): InjectedSinks<TraceSinks> {
  return {
    tracing: {
      runEnded: {
        callDuringReplay: false,
        fn: (info, { traceParent, startedMs, endedMs, failed }) => {
          tracing.recordPast({
            name: `RunWorkflow:${info.workflowType}`,
            kind: 'internal',
            parent: traceParent,
            spanId: spanIdOf(info.runId),
            startedMs,
            endedMs,
            failed,
            attributes: { 'temporal.workflow.id': info.workflowId, 'temporal.run.id': info.runId },
          });
        },
      },
    },
  };
}
