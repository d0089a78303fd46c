import { camelCase } from './names.js';
import { Catalog, nameOfRef, reachedFrom, resolved, type Field, type Schema, type Shape } from './shapes.js';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}
interface JsonContent {
  content?: { 'application/json'?: { schema: Schema } };
}
interface DescribedOperation {
  operationId: string;
  summary: string;
  security: readonly Readonly<Record<string, unknown>>[];
  parameters?: readonly (Parameter | { $ref: string })[];
  requestBody?: JsonContent & { required?: boolean };
  responses: Readonly<Record<string, JsonContent>>;
}
interface Description {
  paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  components: {
    schemas: Readonly<Record<string, Schema>>;
    parameters: Readonly<Record<string, Parameter>>;
  };
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  /** The ids in the path, named after what they identify: `postId` for `/posts/{id}`. */
  ids: readonly string[];
  query: readonly Field[];
  body: { shape: Shape; isRequired: boolean } | null;
  /** `page`: a list, whose clients iterate over the items of all pages. */
  result: { kind: 'none' } | { kind: 'object' | 'page'; shape: Shape };
  takesIdempotencyKey: boolean;
  takesIfMatch: boolean;
}
export interface ErrorClass {
  name: string;
  code: string;
}
export interface Api {
  catalog: Catalog;
  operations: readonly Operation[];
  errors: readonly ErrorClass[];
  /** The names of the definitions that requests contain. */
  inRequests: ReadonlySet<string>;
  /** The names of the definitions that responses, errors and events contain. */
  inResponses: ReadonlySet<string>;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Reads the operations that an API key may call, and the definitions that they lead to. */
export function readApi(text: string): Api {
  const description = JSON.parse(text) as Description;
  const catalog = new Catalog(description.components.schemas);
  const described = Object.entries(description.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod)
      .filter(([method, { security }]) => methods.includes(method) && security.some((way) => 'bearer' in way))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  // Bodies and results come first, so that a list of values is named after the resource that has it, not after a
  // filter.
  const calls = described.map((each) => callOf(each, description, catalog));
  const operations = calls.map((call, index) => ({
    ...call,
    ...parametersOf(described[index]?.operation.parameters ?? [], call.path, description, catalog),
  }));
  const events = catalog.shapeOf({ $ref: '#/components/schemas/WebhookEvent' }, 'WebhookEvent');
  const errors = errorsOf(
    described.map(({ operation }) => operation),
    description,
  );
  const bodies = errors.map(({ name }) => catalog.shapeOf({ $ref: `#/components/schemas/${name}` }, name));
  return {
    catalog,
    operations,
    errors,
    inRequests: reachedFrom(
      catalog,
      operations.flatMap(({ body }) => (body === null ? [] : [body.shape])),
    ),
    inResponses: reachedFrom(catalog, [
      ...operations.flatMap(({ result }) => (result.kind === 'none' ? [] : [result.shape])),
      ...bodies,
      events,
    ]),
  };
}

type Parameters = Pick<Operation, 'query' | 'takesIdempotencyKey' | 'takesIfMatch'>;

function callOf(
  { method, path, operation }: { method: string; path: string; operation: DescribedOperation },
  { components: { schemas } }: Description,
  catalog: Catalog,
): Omit<Operation, keyof Parameters> {
  const { operationId: id, summary, requestBody } = operation;
  const body = bodyOf(requestBody, `${capitalized(id)}Body`, schemas, catalog);
  return { id, method, path, summary, ids: idsOf(path), body, result: resultOf(operation, schemas, catalog) };
}

function parametersOf(
  parameters: readonly (Parameter | { $ref: string })[],
  path: string,
  { components }: Description,
  catalog: Catalog,
): Parameters {
  const all = parameters.flatMap((parameter) =>
    '$ref' in parameter ? (components.parameters[nameOfRef(parameter.$ref)] ?? []) : [parameter],
  );
  const headers = new Set(all.filter((each) => each.in === 'header').map(({ name }) => name));
  const query = all
    .filter((each) => each.in === 'query' && each.name !== 'cursor')
    .map(({ name, schema, required = false }) => ({
      name,
      isRequired: required,
      shape: listOfValues(catalog.shapeOf(schema, parameterType(name, schema, path))),
    }));
  return {
    query,
    takesIdempotencyKey: headers.has('Idempotency-Key'),
    takesIfMatch: headers.has('If-Match'),
  };
}

/** `status=A,B` may also be sent as a list, and the clients take a list. */
function listOfValues(shape: Shape): Shape {
  const list = shape.kind === 'union' ? shape.of.find(({ kind }) => kind === 'list') : undefined;
  return list ?? shape;
}

function bodyOf(
  requestBody: DescribedOperation['requestBody'],
  suggested: string,
  schemas: Readonly<Record<string, Schema>>,
  catalog: Catalog,
): Operation['body'] {
  const schema = requestBody?.content?.['application/json']?.schema;
  if (schema === undefined) return null;
  const { properties, additionalProperties } = resolved(schema, schemas);
  // Some calls accept an empty object, so the body need not be sent.
  if (properties !== undefined && Object.keys(properties).length === 0 && additionalProperties === false)
    return null;
  const shape = catalog.shapeOf(schema, suggested);
  if (shape.kind === 'union')
    catalog.definitions.set(suggested, { name: suggested, about: '', kind: 'alias', of: shape });
  return {
    shape: shape.kind === 'union' ? { kind: 'named', name: suggested } : shape,
    isRequired: requestBody?.required ?? false,
  };
}

function resultOf(
  { operationId, responses }: DescribedOperation,
  schemas: Readonly<Record<string, Schema>>,
  catalog: Catalog,
): Operation['result'] {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const schema = success?.content?.['application/json']?.schema;
  if (schema === undefined) return { kind: 'none' };
  const { properties = {} } = resolved(schema, schemas);
  const items = properties['data']?.items;
  return 'nextCursor' in properties && items !== undefined
    ? { kind: 'page', shape: catalog.shapeOf(items, `${capitalized(operationId)}Item`) }
    : { kind: 'object', shape: catalog.shapeOf(schema, `${capitalized(operationId)}Result`) };
}

/** The errors that these operations list. Each has a code of its own. */
function errorsOf(operations: readonly DescribedOperation[], { components }: Description): ErrorClass[] {
  const text = JSON.stringify(operations.map(({ responses }) => responses));
  const named = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+Error)"/g)].map(([, name]) => name));
  return Object.entries(components.schemas).flatMap(([name, { properties }]) => {
    const code = properties?.['code']?.enum?.[0];
    return named.has(name) && typeof code === 'string' ? [{ name, code }] : [];
  });
}

/** The name of a list of values that only a parameter has. A sort order is named after the fields that it sorts by. */
function parameterType(name: string, schema: Schema, path: string): string {
  if (name === 'sort') {
    const fields = (schema.enum ?? []).filter((value) => typeof value === 'string' && !value.startsWith('-'));
    return `SortBy${fields.map((value) => capitalized(String(value))).join('Or')}`;
  }
  const [resource = ''] = path
    .split('/')
    .filter((part) => !part.startsWith('{'))
    .slice(-1);
  return capitalized(camelCase(singular(resource))) + capitalized(name);
}

const singular = (resource: string): string => resource.replace(/s$/, '');

/** `{id}` is named after the part of the path before it: `/social-accounts/{id}` has a socialAccountId. */
function idsOf(path: string): string[] {
  return [...path.matchAll(/([\w-]+)\/\{(\w+)\}/g)].map(([, before = '', name = '']) => {
    if (name === 'tid') return 'targetId';
    if (name !== 'id') return name;
    return `${camelCase(singular(before))}Id`;
  });
}
