import { isSpanContextValid, type SpanContext } from '@opentelemetry/api';

const pattern = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/** Parses a W3C `traceparent`. Undefined if it is invalid. */
export function parseTraceParent(value: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = pattern.exec(value.trim()) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  const parsed = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 };
  return isSpanContextValid(parsed) ? parsed : undefined;
}

export function formatTraceParent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${(traceFlags & 1).toString(16).padStart(2, '0')}`;
}

/** The `traceparent` of another span in the same trace. */
export function withSpanId(traceParent: string, spanId: string): string | undefined {
  const parsed = parseTraceParent(traceParent);
  return parsed === undefined ? undefined : formatTraceParent({ ...parsed, spanId });
}
