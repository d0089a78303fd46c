import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The API description as it is committed, read without the generator of the clients. */
interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: unknown[];
}
interface Operation {
  operationId?: string;
  security?: Record<string, unknown>[];
}
const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const description = JSON.parse(read('openapi.json')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};
const operationIds = Object.values(description.paths)
  .flatMap((methods) => Object.values(methods))
  .filter(({ security }) => security?.some((way) => 'bearer' in way))
  .map(({ operationId }) => operationId ?? '');

const python = read('packages/python/src/punctual_client/models.py');
const go = read('packages/go/models.go');
const plain = (name: string): string => name.replaceAll('_', '').toLowerCase();

type Fields = Record<string, 'required' | 'optional'>;

/** Returns the fields of each class, or of each dictionary whose field names are not allowed in Python classes. */
function pythonClasses(): Map<string, Fields> {
  const classes = python.matchAll(/^class (\w+)\(TypedDict\):\n((?: .*\n|\n(?= ))*)/gm);
  const dictionaries = python.matchAll(/^(\w+) = TypedDict\(\n {4}"\w+",\n {4}\{\n((?: {8}.*\n)*)/gm);
  return new Map(
    [...classes, ...dictionaries].map(([, name = '', body = '']) => [
      name,
      Object.fromEntries(
        [...body.matchAll(/^ +"?(\w+)"?: "?(NotRequired\[)?(?!")/gm)].map(([, field = '', optional]) => [
          field,
          optional === undefined ? 'required' : 'optional',
        ]),
      ),
    ]),
  );
}

function goStructs(): Map<string, Fields> {
  return new Map(
    [...go.matchAll(/^type (\w+) struct ?\{\n?((?:\t.*\n)*)/gm)].map(([, name = '', body = '']) => [
      plain(name),
      Object.fromEntries(
        [...body.matchAll(/`json:"([^",]+)(,\w+)?"`/g)].map(([, field = '', optional]) => [
          field,
          optional === undefined ? 'required' : 'optional',
        ]),
      ),
    ]),
  );
}

const objects = Object.entries(description.components.schemas).filter(
  ([, { properties }]) => properties !== undefined && Object.keys(properties).length > 0,
);
const fieldsOf = ({ properties = {}, required = [] }: Schema): Fields =>
  Object.fromEntries(
    Object.keys(properties).map((name) => [name, required.includes(name) ? 'required' : 'optional']),
  );
const classOf = (schema: string): string => (schema.endsWith('Error') ? `${schema}Body` : schema);

describe.each([
  ['Python', pythonClasses(), (name: string) => name],
  ['Go', goStructs(), plain],
])('the models of the client for %s', (_, models, nameOf) => {
  const present = objects.filter(([name]) => models.has(nameOf(classOf(name))));

  it('the models are those of the resources, errors and events that a key can receive', () => {
    const names = present.map(([name]) => name);
    expect(names).toEqual(
      expect.arrayContaining(['Post', 'Target', 'Media', 'Comment', 'SocialAccount', 'CreatePostFlat']),
    );
    expect(names).toEqual(expect.arrayContaining(['InvalidStateError', 'PostFailedEvent', 'BlueskyOptions']));
    expect(names.length).toBeGreaterThan(120);
  });

  it.each(present)('the models have the fields of %s', (name, schema) => {
    expect(models.get(nameOf(classOf(name)))).toEqual(fieldsOf(schema));
  });
});

it('there is a method for each operation that a key may call, in Python and Go', () => {
  const methods = {
    python: [
      ...read('packages/python/src/punctual_client/_operations.py').matchAll(/^ {4}def ([a-z]\w+)\(/gm),
    ],
    async: [
      ...read('packages/python/src/punctual_client/_async_operations.py').matchAll(
        /^ {4}(?:async )?def ([a-z]\w+)\(/gm,
      ),
    ],
    go: [...read('packages/go/operations.go').matchAll(/^func \(c \*Client\) (\w+)\(/gm)],
  };
  for (const found of Object.values(methods)) {
    expect(found.map(([, name = '']) => plain(name)).sort()).toEqual(operationIds.map(plain).sort());
  }
});

it('each list of values in Go has the values of the API description', () => {
  const status = description.components.schemas['Post']?.properties?.['status']?.enum;
  const constants = [...go.matchAll(/^\tPostStatus\w+ +PostStatus = "(\w+)"$/gm)].map(([, value]) => value);
  expect(constants).toEqual(status);
});

it('the package for Python has the version of the release', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(read('packages/python/pyproject.toml')).toContain(`\nversion = "${version}"\n`);
});
