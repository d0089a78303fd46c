import { describe, expect, it } from 'vitest';
import { isOwnOrigin, originForLinks } from './own-origin.js';

describe('PUBLIC_URL, if it is set,', () => {
  const names = (host: string) => ({ publicOrigin: 'https://punctual.example.com', host });

  it('is the only accepted origin, whatever host a request names', () => {
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

  it('is the base of links, whatever host a request names', () => {
    expect(originForLinks(names('evil.example'))).toBe('https://punctual.example.com');
  });

  it('is accepted under both names of a local machine, but only with its scheme and port', () => {
    const local = { publicOrigin: 'http://127.0.0.1:3000', host: undefined };
    expect(isOwnOrigin('http://localhost:3000', local)).toBe(true);
    for (const origin of ['https://localhost:3000', 'http://localhost:3001', 'http://127.0.0.2:3000']) {
      expect([origin, isOwnOrigin(origin, local)]).toEqual([origin, false]);
    }
  });
});

describe('a request without a configured PUBLIC_URL, in development,', () => {
  const names = (host: string | undefined) => ({ publicOrigin: undefined, host });

  it('may come from the origin that it names on a local machine', () => {
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST:3000']) {
      expect([host, isOwnOrigin(`http://${host.toLowerCase()}`, names(host))]).toEqual([host, true]);
      expect([host, isOwnOrigin(`https://${host.toLowerCase()}`, names(host))]).toEqual([host, false]);
    }
  });

  it('may not come from any other host that it names', () => {
    for (const host of ['evil.example', '192.168.1.5:3000', 'localhost.evil.example', undefined]) {
      expect([host, isOwnOrigin(`http://${host ?? ''}`, names(host))]).toEqual([host, false]);
    }
    expect(originForLinks(names('evil.example:3000'))).toBe('http://localhost:3000');
    expect(originForLinks(names('localhost:3000'))).toBe('http://localhost:3000');
    expect(originForLinks(names(undefined))).toBe('http://localhost');
  });
});
