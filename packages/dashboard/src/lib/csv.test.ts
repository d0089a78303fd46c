import { describe, expect, it } from 'vitest';
import { toCsv } from './csv.js';

describe('a table as CSV', () => {
  it('ends each row with CRLF, and quotes only what needs it', () => {
    const rows = [
      ['name', 'likes'],
      ['a, "b"\nc', 12],
    ];
    expect(toCsv(rows)).toBe('name,likes\r\n"a, ""b""\nc",12\r\n');
  });

  it('distinguishes null from 0', () => {
    expect(toCsv([[null, 0, '']])).toBe(',0,\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '  =1', '\t=1', '\r=1'])(
    'does not let any text run as a formula: %j',
    (text) => {
      expect(toCsv([[text]]).replaceAll('"', '')).toBe(`'${text}\r\n`);
    },
  );

  it('leaves negative numbers unchanged', () => {
    expect(toCsv([[-1]])).toBe('-1\r\n');
  });
});
