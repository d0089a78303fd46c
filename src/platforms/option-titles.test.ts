import { describe, expect, it } from 'vitest';
import { platformDefinitions } from './index.js';
import { optionsSchemaOf } from './kit/options.js';

interface Schema {
  title?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

/** Returns every option with its path, including the parts of options. */
function optionsIn(schema: Schema, path = ''): [path: string, title: string | undefined][] {
  const parts = [schema.items, ...(schema.anyOf ?? [])].filter((part) => part !== undefined);
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, option]): [string, string | undefined][] => [
      [`${path}${name}`, option.title],
      ...optionsIn(option, `${path}${name}.`),
    ]),
    ...parts.flatMap((part) => optionsIn(part, path)),
  ];
}

/** Words from the platforms' own fields that people who write posts do not understand. */
const crypticWords =
  /\b(uris?|urns?|ids?|ms|secs?|langs?|aigc|is|kind|media|offset|thumb|toggle|gate|preset)\b/i;

describe.each(platformDefinitions)('the options of $name', ({ options }) => {
  const titled = optionsIn(optionsSchemaOf(options));

  it.each(titled)('give %s a readable title: %s', (_path, title) => {
    expect(title).toMatch(/^[A-Z]/);
    expect(title).not.toMatch(/[a-z][A-Z]|_/);
    expect(title).not.toMatch(crypticWords);
  });

  it('have distinct titles', () => {
    const names = titled.map(([path, title]) => `${path.split('.').slice(0, -1).join('.')} ${title ?? ''}`);
    expect(new Set(names).size).toBe(names.length);
  });
});
