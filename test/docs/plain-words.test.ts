import { describe, expect, it } from 'vitest';
import { files, read } from './repository.js';
import {
  commentsOf,
  midSentence,
  proseOf,
  riddle,
  stilted,
  textsOf,
  titlesOf,
  withoutComments,
} from './stilted.js';

const pages = files.filter((file) => file.endsWith('.md'));
/**
 * The files with messages, log lines, help texts and descriptions. The texts of the simulators are the platforms' own.
 */
const sources = files.filter(
  (file) => /^src\/.*(?<!\.test)\.ts$/.test(file) && !/\/(test|sandbox)\//.test(file),
);
const tests = files.filter((file) => /\.test\.tsx?$|-suite\.ts$/.test(file));
/** The German messages are left out. */
const screens = files.filter(
  (file) =>
    /^packages\/dashboard\/src\/.*(?<!\.test)\.tsx?$/.test(file) &&
    !/\/messages\/(?:server\/)?de\//.test(file),
);
const commented = [
  ...sources,
  ...screens,
  ...files.filter((file) =>
    /^(scripts\/.*\.mjs|(test|packages\/(client|n8n)\/src)\/.*(?<!api-types|plain-words\.test)\.ts)$/.test(
      file,
    ),
  ),
];

/**
 * Returns the texts that a reader of these files sees, with single spaces. They are read once, because each pattern
 * searches all of them.
 */
const textsIn = (names: readonly string[], seenIn: (source: string) => string): [string, string][] =>
  names.map((file) => [file, seenIn(read(file)).replaceAll(/\s+/g, ' ')]);
const prose = textsIn(pages, proseOf);
const texts = textsIn(sources, textsOf);
const comments = textsIn(commented, (source) => commentsOf(source).join('\n'));
const screenTexts = textsIn(screens, withoutComments);

const found = (all: [string, string][], words: RegExp): string[] =>
  all.flatMap(([file, text]) => {
    const match = words.exec(text);
    return match === null ? [] : [`${file}: ${match[0]}`];
  });

describe.each(stilted)('the pattern %s', (words) => {
  it('does not occur in the pages', () => {
    expect(pages).toContain('README.md');
    expect(pages).toContain('docs/webhooks.md');
    expect(found(prose, words)).toEqual([]);
  });

  it('does not occur in the texts of the service', () => {
    expect(sources).toContain('src/cli/users.ts');
    expect(found(texts, words)).toEqual([]);
  });

  it('does not occur in the comments', () => {
    expect(commented.length).toBeGreaterThan(500);
    expect(found(comments, words)).toEqual([]);
  });

  it('does not occur in the dashboard', () => {
    expect(screens.length).toBeGreaterThan(50);
    expect(found(screenTexts, words)).toEqual([]);
  });
});

it('no comment is a riddle', () => {
  const single = commented.flatMap((file) =>
    commentsOf(read(file)).map((text) => [file, text.replaceAll(/\s+/g, ' ').trim()]),
  );
  expect(single.length).toBeGreaterThan(5_000);
  expect(single.filter(([, text = '']) => riddle.test(text))).toEqual([]);
});

it('no title of a test begins in the middle of a sentence', () => {
  const titles = tests.flatMap((file) => titlesOf(read(file)).map((title) => [file, title]));
  expect(titles.length).toBeGreaterThan(3_000);
  expect(titles.filter(([, title = '']) => midSentence.test(title))).toEqual([]);
});

it('the check finds the titles of single tests, of tables and of groups', () => {
  const [of, that] = ['of one image', 'that has %i'];
  const source = `describe('a post', () => { it('${of}', () => {}); it.each([1])(\n  '${that}',\n () => {}); });`;
  expect(titlesOf(source)).toEqual(['a post', of, that]);
  expect(titlesOf(source).map((title) => midSentence.test(title))).toEqual([false, true, true]);
});

it('the check extracts prose without code, texts and comments', () => {
  expect(commentsOf("/** One. */\nconst a = 'anew'; // Two\n  // Three,\n  // and four.").join('|')).toMatch(
    /One\..*Two.*Three,\s+and four\./s,
  );
  expect(commentsOf("const a = 'anew'; const b = 'https://x.example/anew';")).toEqual([]);
  expect(proseOf('Plain `anew`.\n```sh\nanew\n```\nText')).not.toContain('anew');
  expect(
    textsOf("/** Not this one */ import a from './anew.js'; log.warn('It begins anew.'); // nor this"),
  ).toBe("'It begins anew.'");
  expect(withoutComments("/** anew */\nconst text = 'https://x anew'; // anew")).toBe(
    "\nconst text = 'https://x anew';",
  );
});
