import { describe, expect, it } from 'vitest';
import { files, read } from './repository.js';
import { proseOf, stilted, withoutComments } from './stilted.js';

const pages = files.filter((file) => /^([A-Z]+|docs\/[^/]+)\.md$/.test(file));
const screens = files.filter((file) => /^packages\/dashboard\/src\/.*(?<!\.test)\.tsx?$/.test(file));

const found = (texts: [string, string][], words: RegExp): string[] =>
  texts.flatMap(([file, text]) => {
    const match = words.exec(text.replaceAll(/\s+/g, ' '));
    return match === null ? [] : [`${file}: ${match[0]}`];
  });

describe.each(stilted)('without %s', (words) => {
  it('the pages', () => {
    expect(pages).toContain('README.md');
    expect(pages).toContain('docs/webhooks.md');
    expect(
      found(
        pages.map((file) => [file, proseOf(read(file))]),
        words,
      ),
    ).toEqual([]);
  });

  it('the dashboard', () => {
    expect(screens.length).toBeGreaterThan(50);
    expect(
      found(
        screens.map((file) => [file, withoutComments(read(file))]),
        words,
      ),
    ).toEqual([]);
  });
});

it('reads prose and no code, texts and no comments', () => {
  expect(proseOf('Plain `anew`.\n```sh\nanew\n```\nText')).not.toContain('anew');
  expect(withoutComments("/** anew */\nconst text = 'https://x anew'; // anew")).toBe(
    "\nconst text = 'https://x anew';",
  );
});
