import { expect, it } from 'vitest';
import { configurationMarkdown } from '../../src/generators/config-docs.js';
import { envSchema } from '../../src/config/env.js';
import { variableGroups } from '../../src/config/variables.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import { environmentOf } from '../../src/platforms/kit/definition.js';
import { files, read } from './repository.js';

const described = variableGroups().flatMap(({ variables }) => variables);
const names = described.map(({ name }) => name);

/** The shell, the system or a CI service sets these variables for other purposes. */
const notOurs = new Set(['PATH', 'HOME', 'XDG_CONFIG_HOME', 'CI']);

/**
 * Returns the names that a source file reads: `env.NAME`, `env['NAME']`, and those that the launcher reads with its own
 * helpers.
 */
function readBy(source: string): string[] {
  const reads = /\benv(?:\.|\[')([A-Z][A-Z0-9_]+)\b|\b(?:text|port)\('([A-Z][A-Z0-9_]+)'/g;
  return [...source.matchAll(reads)].map(([, member, argument]) => member ?? argument ?? '');
}

it('docs/configuration.md is generated from the code', () => {
  expect(read('docs/configuration.md'), 'run npm run openapi').toBe(configurationMarkdown());
});

it('every variable that the code reads is described once', () => {
  const sources = files.filter(
    (file) => /^(src|scripts|packages)\/.*\.(ts|mjs)$/.test(file) && !file.endsWith('.test.ts'),
  );
  const readNames = sources.flatMap((file) => readBy(read(file)));
  expect(readNames).toEqual(expect.arrayContaining(['TEMPORAL_CLI', 'DATABASE_PORT', 'METRICS_PORT']));
  const all = new Set([
    ...Object.keys(envSchema.shape),
    ...Object.keys(environmentOf(platformDefinitions)),
    ...readNames,
  ]);
  expect([...all].filter((name) => !names.includes(name) && !notOurs.has(name))).toEqual([]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it('every variable that is described is read by the code', () => {
  const code = files
    .filter((file) => /^(src|scripts|packages|test)\/.*\.(ts|mjs)$/.test(file))
    .filter((file) => file !== 'src/config/variables.ts')
    .map(read)
    .join('\n');
  /** Temporal's own library reads these variables. */
  const elsewhere = new Set(['TEMPORAL_API_KEY', 'TEMPORAL_TLS']);
  expect(names.filter((name) => !code.includes(name) && !elsewhere.has(name))).toEqual([]);
});

it('every description of a variable is a sentence', () => {
  expect(described.filter(({ what }) => !/[.)]$/.test(what))).toEqual([]);
});

it('the documented defaults are those of the schema', () => {
  const byName = new Map(described.map(({ name, byDefault }) => [name, byDefault]));
  expect(byName.get('RATE_LIMIT_BURST')).toBe('`60`');
  expect(byName.get('NODE_ENV')).toContain('`production`');
  expect(byName.get('X_API_URL')).toBe('`https://api.x.com`');
  expect(byName.get('X_CLIENT_ID')).toBeNull();
});
