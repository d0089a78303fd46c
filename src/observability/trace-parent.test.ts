import { describe, expect, it } from 'vitest';
import { formatTraceParent, parseTraceParent, withSpanId } from './trace-parent.js';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

describe('a traceparent', () => {
  it('is parsed and written back, sampled or not', () => {
    for (const flags of ['00', '01']) {
      const parsed = parseTraceParent(`00-${traceId}-${spanId}-${flags}`);
      expect(parsed).toEqual({ traceId, spanId, traceFlags: Number(flags) });
      expect(parsed && formatTraceParent(parsed)).toBe(`00-${traceId}-${spanId}-${flags}`);
    }
  });

  it('is parsed even if a later version adds fields', () => {
    expect(parseTraceParent(`01-${traceId}-${spanId}-01-more`)).toEqual({ traceId, spanId, traceFlags: 1 });
  });

  it('is ignored if it is invalid', () => {
    for (const value of [
      '',
      'x',
      `ff-${traceId}-${spanId}-01`,
      `00-${'0'.repeat(32)}-${spanId}-01`,
      `00-${traceId}-${'0'.repeat(16)}-01`,
      `00-${traceId.toUpperCase()}-${spanId}-01`,
      `00-${traceId}-${spanId}`,
    ])
      expect(parseTraceParent(value)).toBeUndefined();
  });

  it('keeps its trace id when it gets another span id', () => {
    expect(withSpanId(`00-${traceId}-${spanId}-01`, '00f067aa0ba902b7')).toBe(
      `00-${traceId}-00f067aa0ba902b7-01`,
    );
  });
});
