import { describe, expect, it } from 'vitest';
import { parseUrl } from './parse-url.js';

const label = '日'.repeat(50);
const longHost = Array.from({ length: 6 }, () => label).join('.');

describe('an address', () => {
  it.each(['https://a.example/b?c#d', 'HTTP://A.example', ' https://日本.example/', 'https://[::1]:8080/'])(
    'is read as URL reads it: %j',
    (text) => {
      expect(parseUrl(text)?.href).toBe(new URL(text).href);
    },
  );

  it('is read in the same way however often one is', () => {
    const misread = Array.from(
      { length: 100_000 },
      () => parseUrl('https://bücher.example/')?.hostname,
    ).filter((hostname) => hostname !== 'xn--bcher-kva.example');
    expect(misread).toEqual([]);
  });

  it.each(['', 'a.example', 'https://', 'https://a b/', '//a.example'])('is none: %j', (text) => {
    expect(parseUrl(text)).toBeNull();
  });

  it('may have a long path behind its host', () => {
    expect(parseUrl(`https://a.example/${'日'.repeat(5_000)}`)).not.toBeNull();
  });

  it.each([
    `https://${longHost}`,
    `https:////${longHost}/a`,
    `https:\\\\${longHost}`,
    `https:/\t/\n/${longHost}`,
    `\u0000 ht\ttps:${longHost}?a`,
  ])('with a host that is too long is not even parsed: %j', (text) => {
    expect(parseUrl(text)).toBeNull();
  });
});
