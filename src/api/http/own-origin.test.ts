import { describe, expect, it } from 'vitest';
import { isOwnOrigin, originForLinks } from './own-origin.js';

describe('the own origin with PUBLIC_URL', () => {
  const names = (host: string) => ({ publicOrigin: 'https://punctual.example.com', host });

  it('is the only one, whatever host a request names', () => {
    expect(isOwnOrigin('https://punctual.example.com', names('10.0.0.7:3000'))).toBe(true);
    for (const origin of [
      'http://punctual.example.com',
      'https://punctual.example.com:8443',
      'https://punctual.example.com.evil.example',
      'https://10.0.0.7:3000',
      'https://localhost',
      'null',
      '',
    ]) {
      expect([origin, isOwnOrigin(origin, names('10.0.0.7:3000'))]).toEqual([origin, false]);
    }
  });

  it('is the base of links', () => {
    expect(originForLinks(names('evil.example'))).toBe('https://punctual.example.com');
  });

  it('has two names on a local machine, with one scheme and port', () => {
    const local = { publicOrigin: 'http://127.0.0.1:3000', host: undefined };
    expect(isOwnOrigin('http://localhost:3000', local)).toBe(true);
    for (const origin of ['https://localhost:3000', 'http://localhost:3001', 'http://127.0.0.2:3000']) {
      expect([origin, isOwnOrigin(origin, local)]).toEqual([origin, false]);
    }
  });
});

describe('the own origin without PUBLIC_URL, in development', () => {
  const names = (host: string | undefined) => ({ publicOrigin: undefined, host });

  it('is the requested one on a local machine', () => {
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST:3000']) {
      expect([host, isOwnOrigin(`http://${host.toLowerCase()}`, names(host))]).toEqual([host, true]);
      expect([host, isOwnOrigin(`https://${host.toLowerCase()}`, names(host))]).toEqual([host, false]);
    }
  });

  it('is never a host that only the request names', () => {
    for (const host of ['evil.example', '192.168.1.5:3000', 'localhost.evil.example', undefined]) {
      expect([host, isOwnOrigin(`http://${host ?? ''}`, names(host))]).toEqual([host, false]);
    }
    expect(originForLinks(names('evil.example:3000'))).toBe('http://localhost:3000');
    expect(originForLinks(names('localhost:3000'))).toBe('http://localhost:3000');
    expect(originForLinks(names(undefined))).toBe('http://localhost');
  });
});
