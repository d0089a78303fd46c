/** The options of a span. Its attributes may contain ids, unlike metrics, but no captions, queries or tokens. */
export interface SpanOptions {
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  attributes?: SpanAttributes;
  /** A W3C traceparent from outside this process. Without one, the active span is the parent. */
  parent?: string | undefined;
}

export type SpanAttributes = Record<string, string | number | boolean>;

export interface ActiveSpan {
  rename: (name: string) => void;
  set: (attributes: SpanAttributes) => void;
  fail: () => void;
}

/** The interface to tracing. All code except `open-telemetry.ts` depends only on this interface. */
export interface Tracing {
  /** Whether spans are exported. If not, nothing that could cost time is installed. */
  enabled: boolean;
  /** Runs the work in its own span, which ends with it and is marked as failed if it throws. */
  inSpan: <T>(options: SpanOptions, work: (span: ActiveSpan) => Promise<T>) => Promise<T>;
  /** Records a span that has already ended, under an id that other spans already refer to as their parent. */
  recordPast: (
    span: Omit<SpanOptions, 'parent'> & {
      parent: string;
      spanId: string;
      startedMs: number;
      endedMs: number;
      failed: boolean;
    },
  ) => void;
  /** The active span as a W3C traceparent, to pass on. */
  traceParent: () => string | undefined;
  /** Sends the remaining spans. It has a time limit and does not fail if there is no receiver. */
  close: () => Promise<void>;
}

const noSpan: ActiveSpan = { rename: () => undefined, set: () => undefined, fail: () => undefined };

/** Tracing turned off. */
export const noTracing: Tracing = {
  enabled: false,
  inSpan: (_options, work) => work(noSpan),
  recordPast: () => undefined,
  traceParent: () => undefined,
  close: () => Promise.resolve(),
};
