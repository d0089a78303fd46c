import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor } from './pagination.js';

const key = randomBytes(32);
const position = fc.record({ value: fc.option(fc.string(), { nil: null }), id: fc.string() });

describe('cursors', () => {
  it('are decoded to the same value', () => {
    fc.assert(
      fc.property(position, fc.string(), ({ value, id }, scope) => {
        fc.pre((value ?? '').length + id.length < 200);
        expect(decodeCursor(key, encodeCursor(key, { value, id, scope }), scope)).toEqual({ value, id });
      }),
    );
  });

  it('are refused in another scope or with another key', () => {
    fc.assert(
      fc.property(position, fc.string(), fc.string(), (at, scope, other) => {
        fc.pre(scope !== other);
        const cursor = encodeCursor(key, { ...at, scope });
        expect(() => decodeCursor(key, cursor, other)).toThrow('The cursor does not belong');
        expect(() => decodeCursor(randomBytes(32), cursor, scope)).toThrow('The cursor does not belong');
      }),
    );
  });

  it('are refused if they are any other text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2_000 }), (text) => {
        expect(() => decodeCursor(key, text, 'scope')).toThrow('The cursor does not belong');
      }),
    );
  });
});
