import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import { proxySinks, type WorkflowInterceptors } from '@temporalio/workflow';
import type { TraceSinks } from '../domain/workflow-contract.js';

/** The header that Temporal's own tracing interceptors use: a carrier object with a W3C `traceparent`. */
const traceHeader = '_tracer-data';

type Headers = Record<string, Payload>;

/**
 * Passes the trace context of a run's start to everything the run calls. Every bundle contains it, whether or not
 * tracing is enabled. It is synchronous. It adds no command and no promise step, so histories are the same with and
 * without it (test/observability/trace-replay.test.ts).
 */
export function interceptors(): WorkflowInterceptors {
  let carried: Headers = {};
  return {
    inbound: [
      {
        execute: (input, next) => {
          const header = input.headers[traceHeader];
          if (header === undefined) return next(input);
          carried = { [traceHeader]: header };
          const startedMs = Date.now();
          const ended = next(input);
          const { traceparent } = defaultPayloadConverter.fromPayload<{ traceparent?: string }>(header);
          if (traceparent !== undefined) reportEnd(ended, traceparent, startedMs);
          return ended;
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next({ ...input, headers: mergeHeaders(input.headers, carried) }),
        scheduleLocalActivity: (input, next) =>
          next({ ...input, headers: mergeHeaders(input.headers, carried) }),
        startChildWorkflowExecution: (input, next) =>
          next({ ...input, headers: mergeHeaders(input.headers, carried) }),
        continueAsNew: (input, next) => next({ ...input, headers: mergeHeaders(input.headers, carried) }),
      },
    ],
  };
}

function mergeHeaders(own: Headers, carried: Headers): Headers {
  return { ...own, ...carried };
}

/** Reports the end of a run to the tracing sink. A sink call is not a command, so it leaves no mark in the history. */
function reportEnd(ended: Promise<unknown>, traceParent: string, startedMs: number): void {
  const { tracing } = proxySinks<TraceSinks>();
  const report = (failed: boolean) => () => {
    tracing.runEnded({ traceParent, startedMs, endedMs: Date.now(), failed });
  };
  ended.then(report(false), report(true));
}
