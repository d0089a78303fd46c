import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signInThrottles } from '../../src/db/schema/index.js';
import { call, type Answer } from '../harness/api.js';
import { sampleOf } from '../harness/counts.js';
import { openApiDocument } from '../harness/description.js';
import type { Caller } from '../harness/use-test-api.js';
import { preparations, useExamplesApi, type ExampleWorld } from './example-world.js';

interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  example?: unknown;
  schema?: { example?: unknown; default?: unknown; enum?: unknown[] };
}
interface Schema {
  $ref?: string;
  oneOf?: Schema[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}
interface Media {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { $ref: string }>;
}
interface Described {
  operationId: string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: { 'application/json': Media } };
  responses: Record<string, unknown>;
}
interface Document {
  paths: Record<string, Record<string, Described>>;
  components: {
    parameters: Record<string, Parameter>;
    examples: Record<string, { value: unknown }>;
    schemas: Record<string, Schema>;
  };
}

/** Every operation, with each example of its body if it has a body. */
const cases = Object.entries((openApiDocument() as Document).paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId, requestBody }]) => {
    const names = Object.keys(requestBody?.content['application/json'].examples ?? { '': undefined });
    return names.map((name) => ({ id: operationId, method, path, name }));
  }),
);

const { api, build } = useExamplesApi();
let served: Document;
/** The world that all examples share that only read. */
let unchanged: ExampleWorld;
beforeAll(async () => {
  unchanged = await build();
  served = (await (await fetch(`${api.url}/openapi.json`)).json()) as Document;
});

beforeEach(async () => {
  // All attempts come from one client address, so its counter is reset.
  await api.deps.db.delete(signInThrottles);
});

/** Creates a world with everything that the operation needs. */
async function prepare({ id, method }: (typeof cases)[number]): Promise<ExampleWorld> {
  const preparation = preparations[id];
  if (method === 'get' && preparation === undefined) return unchanged;
  const made = await build();
  await preparation?.(api, made);
  return made;
}

/** The requests of a user who copies every example of an operation, with their own ids. */
async function paste(
  { method, path, name }: (typeof cases)[number],
  { world, session, real }: ExampleWorld,
  isFilled = false,
): Promise<Answer> {
  const described = served.paths[path]?.[method];
  if (described === undefined) throw new Error(`${method} ${path} is not described.`);
  const withReal = (value: unknown): unknown =>
    JSON.parse(
      Object.entries(real).reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(value)),
    );
  const text = (value: unknown): string => String(withReal(value));
  const parameters = (described.parameters ?? []).map((parameter) =>
    parameter.$ref === undefined ? parameter : parameterOf(parameter.$ref),
  );
  const given = (place: Parameter['in'], isNeeded = false): [string, string][] =>
    parameters
      .filter((parameter) => parameter.in === place && (parameter.required === true || !isNeeded))
      .flatMap((parameter) => {
        const example = parameter.example ?? parameter.schema?.example;
        if (parameter.required === true) expect(example, `${parameter.name} has no example`).toBeDefined();
        return example === undefined ? [] : [[parameter.name, text(example)]];
      });
  const named = Object.fromEntries(given('path'));
  const empty = parameters.flatMap((parameter): [string, string][] =>
    method === 'get' && parameter.in === 'query' && parameter.required !== true ? [[parameter.name, '']] : [],
  );
  const query = new URLSearchParams(
    isFilled ? [...given('query', true), ...empty] : given('query'),
  ).toString();
  const example = exampleOf(described, name) ?? null;
  const schema = described.requestBody?.content['application/json'].schema ?? {};
  const body = withReal(isFilled ? withNulls(schema, example) : example);
  const filled = (template: string): string =>
    template.replaceAll(/\{(\w+)\}/g, (_, each: string) => named[each] ?? '');
  const caller = callerOf(described, { session, key: world.tenant.key }, world.clientToken);
  const headers = Object.fromEntries(given('header'));
  if ('If-Match' in headers) headers['If-Match'] = await etagOf(filled(resourcePath(path)), caller);
  return call(api, method.toUpperCase(), `${filled(path)}?${query}`, {
    ...caller,
    headers,
    ...(body !== null && { body }),
  });
}

/** Returns the value with null in every optional field that it leaves out. */
function withNulls(schema: Schema, value: unknown): unknown {
  if (schema.$ref !== undefined) {
    return withNulls(served.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, value);
  }
  const { items, properties = {}, required = [] } = schema;
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => withNulls(items, item));
  if (typeof value !== 'object' || value === null) return value;
  const forms = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].map((form) => withNulls(form, value));
  if (forms.length > 0) return Object.assign({}, ...forms, value);
  const entries = Object.entries(value as Record<string, unknown>).map(([name, inner]) => [
    name,
    withNulls(properties[name] ?? {}, inner),
  ]);
  const left = Object.keys(properties).filter((name) => !required.includes(name));
  return { ...Object.fromEntries(left.map((name) => [name, null])), ...Object.fromEntries(entries) };
}

/** Returns the path of the resource that an operation changes: the longest beginning of its path that can be read. */
function resourcePath(path: string): string {
  const parts = path.split('/');
  const readable = parts
    .map((_, dropped) => parts.slice(0, parts.length - dropped).join('/'))
    .find((prefix) => served.paths[prefix]?.['get'] !== undefined);
  if (readable === undefined) throw new Error(`Nothing of ${path} can be read.`);
  return readable;
}

/** The version for If-Match. */
async function etagOf(path: string, caller: Caller): Promise<string> {
  const read = await call(api, 'GET', path, caller);
  const etag = read.headers.get('etag');
  if (etag === null) throw new Error(`GET ${path} has no ETag: ${read.text}`);
  return etag;
}

function parameterOf(reference: string): Parameter {
  const found = served.components.parameters[reference.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`${reference} does not exist.`);
  return found;
}

function exampleOf({ requestBody }: Described, name: string): unknown {
  const media = requestBody?.content['application/json'];
  const reference = media?.examples?.[name]?.$ref.split('/').at(-1);
  return reference === undefined ? media?.example : served.components.examples[reference]?.value;
}

function callerOf({ security }: Described, { session, key }: Required<Caller>, clientToken: string): Caller {
  if (security.length === 0) return {};
  if (security.some((scheme) => 'clientLink' in scheme)) return { key: clientToken };
  return security.some((scheme) => 'bearer' in scheme) ? { key } : { session };
}

describe('the examples in the served description', () => {
  it.each(cases)('can be sent unchanged: $id $name', async (each) => {
    const answer = await paste(each, await prepare(each));
    expect(answer.status, answer.text).toBeLessThan(300);
    expect(Object.keys(served.paths[each.path]?.[each.method]?.responses ?? {})).toContain(
      String(answer.status),
    );
  });

  // The first four can be sent only once. In the list of posts, an empty metadata value is searched for, not omitted.
  const others = ['signUp', 'signIn', 'changePassword', 'createWorkspace', 'listPosts'];
  const withOptions = sampleOf(cases.filter(({ id }) => !others.includes(id)));
  it.each(withOptions)('can be sent with each option null or omitted: $id $name', async (each) => {
    const answer = await paste(each, await prepare(each), true);
    expect(answer.status, answer.text).toBeLessThan(300);
  });

  it('refer only to existing operations', () => {
    const ids = cases.map(({ id }) => id);
    expect(Object.keys(preparations).filter((id) => !ids.includes(id))).toEqual([]);
  });
});
