import { describe, expect, it } from 'vitest';
import { parseUrl } from './parse-url.js';

const label = '日'.repeat(50);
const longHost = Array.from({ length: 6 }, () => label).join('.');

describe('a URL', () => {
  it.each(['https://a.example/b?c#d', 'HTTP://A.example', ' https://日本.example/', 'https://[::1]:8080/'])(
    'is parsed as by the class URL: %j',
    (text) => {
      expect(parseUrl(text)?.href).toBe(new URL(text).href);
    },
  );

  it('is parsed in the same way when it is parsed often', () => {
    const misread = Array.from(
      { length: 100_000 },
      () => parseUrl('https://bücher.example/')?.hostname,
    ).filter((hostname) => hostname !== 'xn--bcher-kva.example');
    expect(misread).toEqual([]);
  });

  it.each(['', 'a.example', 'https://', 'https://a b/', '//a.example'])('is refused: %j', (text) => {
    expect(parseUrl(text)).toBeNull();
  });

  it('may have a long path after its host', () => {
    expect(parseUrl(`https://a.example/${'日'.repeat(5_000)}`)).not.toBeNull();
  });

  it.each([
    `https://${longHost}`,
    `https:////${longHost}/a`,
    `https:\\\\${longHost}`,
    `https:/\t/\n/${longHost}`,
    `\u0000 ht\ttps:${longHost}?a`,
  ])('is refused before parsing if its host is too long: %j', (text) => {
    expect(parseUrl(text)).toBeNull();
  });
});
