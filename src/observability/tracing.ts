/** What is being done, told in a trace. Ids may stand here (unlike in metrics); captions, queries and tokens may not. */
export interface SpanOptions {
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  attributes?: SpanAttributes;
  /** A W3C traceparent from outside this process. Without it the active span is the parent. */
  parent?: string | undefined;
}

export type SpanAttributes = Record<string, string | number | boolean>;

export interface ActiveSpan {
  rename: (name: string) => void;
  set: (attributes: SpanAttributes) => void;
  fail: () => void;
}

/** The port to tracing. Everything but `open-telemetry.ts` knows this alone. */
export interface Tracing {
  /** Whether spans go anywhere: where not, nothing is installed that could cost. */
  enabled: boolean;
  /** Runs the work inside a span of its own, which ends with it and is marked as failed if it throws. */
  inSpan: <T>(options: SpanOptions, work: (span: ActiveSpan) => Promise<T>) => Promise<T>;
  /** A span that has passed already, under an id that others have named as their parent. */
  recordPast: (
    span: Omit<SpanOptions, 'parent'> & {
      parent: string;
      spanId: string;
      startedMs: number;
      endedMs: number;
      failed: boolean;
    },
  ) => void;
  /** The active span as a W3C traceparent, for whoever carries it elsewhere. */
  traceParent: () => string | undefined;
  /** Sends what is left; bounded, and without an error if nobody receives it. */
  close: () => Promise<void>;
}

const noSpan: ActiveSpan = { rename: () => undefined, set: () => undefined, fail: () => undefined };

/** Tracing switched off. */
export const noTracing: Tracing = {
  enabled: false,
  inSpan: (_options, work) => work(noSpan),
  recordPast: () => undefined,
  traceParent: () => undefined,
  close: () => Promise.resolve(),
};
