import { isSpanContextValid, type SpanContext } from '@opentelemetry/api';

const pattern = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/** A W3C `traceparent`; undefined if the value is none. */
export function parseTraceParent(value: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = pattern.exec(value.trim()) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  const parsed = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 };
  return isSpanContextValid(parsed) ? parsed : undefined;
}

export function formatTraceParent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${(traceFlags & 1).toString(16).padStart(2, '0')}`;
}

/** The same trace, seen from another span of it. */
export function withSpanId(traceParent: string, spanId: string): string | undefined {
  const parsed = parseTraceParent(traceParent);
  return parsed === undefined ? undefined : formatTraceParent({ ...parsed, spanId });
}
