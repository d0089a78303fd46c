import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  RandomIdGenerator,
  type IdGenerator,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';
import { formatTraceParent, parseTraceParent } from './trace-parent.js';
import type { ActiveSpan, SpanOptions, Tracing } from './tracing.js';

const closeTimeoutMs = 2_000;

const kinds: Record<SpanOptions['kind'], SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

export interface OpenTelemetryOptions {
  /** The name of the service, unless the standard variables set another one. */
  serviceName: string;
  /** The exporter of tests. The default is OTLP over HTTP, configured by the standard variables. */
  exporter?: SpanExporter;
}

/**
 * Exports spans over OTLP. The library reads the standard OTEL_ variables for sampling, batching, headers and resource.
 * Nothing is registered globally, so one process can have several instances.
 */
export function createOpenTelemetry(options: OpenTelemetryOptions): Tracing {
  const ids = new ChoosableIds();
  const provider = new NodeTracerProvider({
    idGenerator: ids,
    resource: resourceFromAttributes({ 'service.name': options.serviceName }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor(options.exporter ?? new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('punctual');
  const active = new AsyncLocalStorage<Span>();
  const parentOf = (parent: string | undefined): Context => {
    const remote = parent === undefined ? undefined : parseTraceParent(parent);
    if (remote !== undefined) return trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true });
    const current = active.getStore();
    return current === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, current);
  };
  return {
    enabled: true,
    inSpan: async ({ name, kind, attributes = {}, parent }, work) => {
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parentOf(parent));
      try {
        return await active.run(span, () => work(handleOf(span)));
      } catch (error) {
        // The error's message is left out, because it may quote a caller or a platform.
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    recordPast: ({ name, kind, attributes = {}, parent, spanId, startedMs, endedMs, failed }) => {
      const span = ids.choosing(spanId, () =>
        tracer.startSpan(name, { kind: kinds[kind], attributes, startTime: startedMs }, parentOf(parent)),
      );
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endedMs);
    },
    traceParent: () => {
      const span = active.getStore();
      return span === undefined ? undefined : formatTraceParent(span.spanContext());
    },
    close: async () => {
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, closeTimeoutMs).unref()),
      ]);
    },
  };
}

function handleOf(span: Span): ActiveSpan {
  return {
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes(attributes),
    fail: () => void span.setStatus({ code: SpanStatusCode.ERROR }),
  };
}

/** Generates random ids, except for a span whose id its children already use. */
class ChoosableIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  #chosen: string | undefined;

  readonly generateTraceId = (): string => this.#random.generateTraceId();

  readonly generateSpanId = (): string => this.#chosen ?? this.#random.generateSpanId();

  choosing<T>(spanId: string, work: () => T): T {
    this.#chosen = spanId;
    try {
      return work();
    } finally {
      this.#chosen = undefined;
    }
  }
}
