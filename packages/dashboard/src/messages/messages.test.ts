import { readdirSync } from 'node:fs';
import compileMessage from 'icu-minify/compile';
import { expect, it } from 'vitest';

interface Messages {
  readonly [key: string]: string | Messages;
}

type Compiled = ReturnType<typeof compileMessage>;
type Nodes = Exclude<Compiled, string>;

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

/** Returns the names of the values and tags in a compiled message, whose nodes the compiler describes. */
function namesIn(compiled: Compiled | 0): string[] {
  if (typeof compiled === 'string' || compiled === 0) return [];
  return compiled.flatMap((node) => (Array.isArray(node) ? namesInNode(node as Nodes) : []));
}

function namesInNode([name, kind, ...rest]: Nodes): string[] {
  if (typeof kind === 'number' && kind !== 0) {
    const options = typeof rest[0] === 'object' ? Object.values<Compiled>(Object(rest[0])) : [];
    return [String(name), ...options.flatMap(namesIn)];
  }
  return [String(name), ...namesIn(kind === undefined ? '' : ([kind, ...rest] as Nodes))];
}

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
