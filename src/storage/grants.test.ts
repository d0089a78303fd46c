import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readGrant, signGrant } from './grants.js';

const grant = {
  op: 'download',
  key: 'media/ws_1/med_1/original.jpg',
  mime: 'image/jpeg',
  filename: 'a.jpg',
} as const;
const clock = { now: () => new Date('2026-11-27T12:00:00Z') };
const later = new Date('2026-11-27T12:01:00Z');
const [older, newer] = [randomBytes(32), randomBytes(32)];

describe('a signed permission', () => {
  it('is accepted across a rotation of keys, as long as its key is listed', () => {
    const text = signGrant([older], grant, later);
    expect(readGrant([older, newer], clock, text)).toEqual(grant);
    expect(readGrant([newer, older], clock, text)).toEqual(grant);
    expect(readGrant([older, newer], clock, signGrant([newer, older], grant, later))).toEqual(grant);
    expect(readGrant([newer], clock, text)).toBe('invalid');
  });

  it('is refused if it was changed or has expired', () => {
    const [body = '', mac = ''] = signGrant([newer], grant, later).split('.');
    expect(readGrant([newer], clock, `${body}x.${mac}`)).toBe('invalid');
    expect(readGrant([newer], clock, body)).toBe('invalid');
    expect(readGrant([newer], clock, signGrant([newer], grant, clock.now()))).toBe('expired');
  });
});
