import { readdirSync } from 'node:fs';
import compileMessage from 'icu-minify/compile';
import { expect, it } from 'vitest';

interface Messages {
  readonly [key: string]: string | Messages;
}

const english = new URL('en/', import.meta.url);
const german = new URL('de/', import.meta.url);
const areas = readdirSync(english);

const load = async (folder: URL, area: string): Promise<Map<string, string>> => {
  const { default: messages } = (await import(new URL(area, folder).href)) as { default: Messages };
  return new Map(flat(messages));
};

const flat = (messages: Messages, path = ''): [string, string][] =>
  Object.entries(messages).flatMap(([key, message]) =>
    typeof message === 'string' ? [[path + key, message]] : flat(message, `${path}${key}.`),
  );

/**
 * Returns the names of the values and tags in a compiled message: a text, or a list of nodes such as `['name']`,
 * `['count', 2, { one: …, other: … }]` and `['link', 'words']`.
 */
function namesIn(nodes: unknown): string[] {
  if (!isList(nodes)) return [];
  return nodes.flatMap((node) => {
    if (!isList(node)) return [];
    const [name, kind, options] = node;
    const inner = typeof kind === 'number' && kind > 0 ? Object.values(options ?? {}) : [node.slice(1)];
    return [JSON.stringify(name), ...inner.flatMap(namesIn)];
  });
}

const isList = (compiled: unknown): compiled is readonly unknown[] => Array.isArray(compiled);

it('there are messages, each area in both languages', () => {
  expect(areas.length).toBeGreaterThan(0);
  expect(readdirSync(german)).toEqual(areas);
});

it.each(areas)('the messages in %s have the same keys, values and tags in both languages', async (area) => {
  const [source, translation] = await Promise.all([load(english, area), load(german, area)]);
  const names = (messages: Map<string, string>): Record<string, string[]> =>
    Object.fromEntries(
      [...messages].map(([key, text]) => [key, [...new Set(namesIn(compileMessage(text)))].sort()]),
    );
  expect(source.size).toBeGreaterThan(0);
  expect(names(translation)).toEqual(names(source));
});
