import { describe, expect, it } from 'vitest';
import {
  eachWithout,
  isExpected,
  readIfMatch,
  tagOfAnswer,
  tagOfBytes,
  tagOfView,
  versionTag,
  without,
} from './resource-tag.js';

const resource = {
  toBody: (view: { name: string }) => ({ ...view, url: `https://files.example/${Math.random()}` }),
  own: (body: Readonly<Record<string, unknown>>) => without(body, ['url']),
};

describe('the ETag of a resource', () => {
  it('is the hash of the response if the response contains only the resource', () => {
    const text = '{"name":"a"}';
    expect(tagOfAnswer(resource, text)).toBe(tagOfBytes(text));
    expect(tagOfView(resource, { name: 'a' })).toBe(tagOfBytes(text));
  });

  it('has a second part for embedded data, while its first part identifies the version', () => {
    const [one, two] = ['1', '2'].map((n) => tagOfAnswer(resource, `{"name":"a","url":"${n}"}`));
    expect(one).toMatch(/^"[\w-]{27}\.[\w-]{27}"$/);
    expect(one).not.toBe(two);
    for (const tag of [one, two]) expect(versionTag(tag ?? '')).toBe(tagOfView(resource, { name: 'a' }));
    expect(tagOfView(resource, { name: 'b' })).not.toBe(tagOfView(resource, { name: 'a' }));
  });

  it('ignores the fields that are left out, and other values stay unchanged', () => {
    const body = { name: 'a' };
    expect(without(body, ['url'])).toBe(body);
    expect(eachWithout([{ a: 1, b: 2 }, null, 3], ['b'])).toEqual([{ a: 1 }, null, 3]);
    expect(eachWithout(undefined, ['b'])).toBeUndefined();
  });
});

describe('If-Match', () => {
  it.each([
    ['*', '*'],
    ['"a"', ['"a"']],
    [' "a" , W/"b","c,d" ', ['"a"', 'W/"b"', '"c,d"']],
    [', "a",, ""', ['"a"', '""']],
  ])('parses %s', (header, wanted) => {
    expect(readIfMatch(header)).toEqual(wanted);
  });

  it.each(['', 'a', '"a', 'a"', '"a" "b"', 'w/"a"', '*, "a"', '"a\tb"'])('does not parse %j', (header) => {
    expect(readIfMatch(header)).toBeUndefined();
  });

  it('matches only strong tags, by the version of the resource', () => {
    expect(isExpected('*', '"a"')).toBe(true);
    expect(isExpected(['"b"', '"a"'], '"a"')).toBe(true);
    expect(isExpected(['"a.z"'], '"a"')).toBe(true);
    expect(isExpected(['W/"a"', '"b"'], '"a"')).toBe(false);
    expect(isExpected([], '"a"')).toBe(false);
  });
});
