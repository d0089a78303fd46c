import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Exchange } from './exchanges.js';
import { coerced, faultsIn, jsonSchema, type JsonSchema } from './json-schema.js';

const operationSchema = z.strictObject({
  /** Whether the app's own id and secret are sent instead of a token. */
  basic: z.boolean().default(false),
  query: jsonSchema,
  /** The body by media type. Absent if the operation takes none. */
  body: z.record(z.string(), jsonSchema).optional(),
  /** The responses by status, or `default`. */
  answers: z.record(z.string(), jsonSchema),
  /** Permissions of which one is enough, if they are described. */
  scopes: z.array(z.string()).optional(),
  /** The page of a table that was written by hand. */
  page: z.url().optional(),
});
type Operation = z.infer<typeof operationSchema>;

const descriptionSchema = z.strictObject({
  platforms: z.array(z.string()).min(1),
  source: z.string().min(1),
  version: z.string().min(1),
  /** The day of the version. */
  date: z.iso.date(),
  readOn: z.iso.date(),
  /** Whether a list in a query is a repeated parameter, instead of one with commas. */
  repeats: z.boolean().default(false),
  operations: z.record(z.string(), operationSchema),
  $defs: z.record(z.string(), jsonSchema).default({}),
});

/** A platform's own description of the operations that Punctual uses. */
export interface Description extends z.infer<typeof descriptionSchema> {
  name: string;
}

const folder = path.join(import.meta.dirname, 'descriptions');

export const descriptions: readonly Description[] = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({
    ...descriptionSchema.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8'))),
    name: path.basename(file, '.json'),
  }));

/** Returns the name of the operation that a request calls. */
export function operationOf(description: Description, { method, path: at }: Exchange): string | undefined {
  const names = Object.keys(description.operations).filter((name) => patternOf(name).test(`${method} ${at}`));
  // The name with the fewest variables fits best: `/users/me` is not an id in `/users/{id}`.
  return names.sort((one, other) => variablesIn(one) - variablesIn(other))[0];
}

const variablesIn = (name: string): number => name.split('{').length;
const patternOf = (name: string): RegExp =>
  new RegExp(
    `^${name
      .replaceAll('.', String.raw`\.`)
      .replaceAll('{version}', 'v[0-9.]+')
      .replaceAll(/\{\w+\}/g, '[^/]+')}$`,
  );

/** Returns everything in a request and its response that the description does not have, or does not allow. */
export async function faultsOf(description: Description, exchange: Exchange): Promise<string[]> {
  const name = operationOf(description, exchange);
  const operation = description.operations[name ?? ''];
  if (name === undefined || operation === undefined) {
    return [`${exchange.method} ${exchange.path}: is not described`];
  }
  const faults = [
    ...faultsOfAuthorization(operation, exchange),
    ...faultsOfQuery(description, operation, exchange),
    ...(await faultsOfBody(description, operation, exchange)),
    ...faultsOfAnswer(description, operation, exchange),
  ];
  return faults.map((fault) => `${name}: ${fault}`);
}

function faultsOfAuthorization({ basic }: Operation, { headers }: Exchange): string[] {
  const { authorization } = headers;
  if (authorization === undefined) return [];
  return authorization.startsWith('Basic ') === basic ? [] : ['authorization is of another kind'];
}

function faultsOfQuery(
  description: Description,
  { query: schema }: Operation,
  { query }: Exchange,
): string[] {
  const isList = (name: string): boolean => {
    const property = schema.properties?.[name];
    return description.repeats && typeof property === 'object' && property.type === 'array';
  };
  const texts = Object.fromEntries(
    [...query].map(([name, text]) => [name, isList(name) ? query.getAll(name).join(',') : text]),
  );
  const isRepeated = (name: string): boolean => query.getAll(name).length > 1 && !isList(name);
  return [
    ...([...query.keys()].some(isRepeated) ? ['query repeats a parameter'] : []),
    ...faultsIn(description, schema, coerced(description, schema, texts), 'query'),
  ];
}

async function faultsOfBody(
  description: Description,
  { body: bodies }: Operation,
  { headers, body }: Exchange,
): Promise<string[]> {
  const type = headers['content-type']?.split(';')[0] ?? '';
  if (bodies === undefined) return body.length > 0 ? ['has a body'] : [];
  const schema = bodies[type] ?? bodies['*/*'];
  if (schema === undefined) return [`body is of the type "${type}"`];
  return faultsIn(description, schema, await valueOf(description, schema, { type, headers, body }), 'body');
}

async function valueOf(
  description: Description,
  schema: JsonSchema,
  { type, headers, body }: Pick<Exchange, 'headers' | 'body'> & { type: string },
): Promise<unknown> {
  if (type === 'application/json') return body.length === 0 ? {} : JSON.parse(Buffer.from(body).toString());
  if (type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data') {
    const form = await new Response(Buffer.from(body), { headers }).formData();
    const fields = [...form].map(([name, value]) => [name, typeof value === 'string' ? value : ''] as const);
    return coerced(description, schema, Object.fromEntries(fields));
  }
  return '';
}

function faultsOfAnswer(description: Description, { answers }: Operation, { answer }: Exchange): string[] {
  if (answer === null) return [];
  const { status, body } = answer;
  const schema = answers[status] ?? (status >= 400 ? answers['default'] : undefined);
  if (schema === undefined) return [`answer has the status ${status}`];
  return faultsIn(description, schema, parsed(body), `answer ${status}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
