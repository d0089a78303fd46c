import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { EgressRequest } from '../../../egress/safe-fetch.js';

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];
const jsonSchema = z.custom<Exclude<JsonSchema, boolean>>((value) => typeof value === 'object');

const operationSchema = z.strictObject({
  query: jsonSchema,
  contentType: z.string().optional(),
  body: jsonSchema.optional(),
  security: z.enum(['basic', 'bearer']),
});

/** The part of Pinterest's own description that covers the operations used here. */
export const description = z
  .strictObject({
    source: z.string(),
    commit: z.string(),
    date: z.string(),
    version: z.string(),
    server: z.string(),
    operations: z.record(z.string(), operationSchema),
    /** The names of the fields in responses. */
    answers: z.record(z.string(), z.array(z.string())),
  })
  .parse(JSON.parse(readFileSync(path.join(import.meta.dirname, 'pinterest-api.json'), 'utf8')));

/** The described operation of a call; undefined if there is none. */
export function operationNameOf(method: string, pathname: string): string | undefined {
  return Object.keys(description.operations).find((name) => {
    const [knownMethod, template = ''] = name.split(' ');
    // Ids in paths are numbers.
    const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '\\d+')}$`);
    return knownMethod === method && pattern.test(pathname);
  });
}

/** Returns everything in a request that the description does not know, or forbids. */
export function faultsOf(request: EgressRequest, baseUrl: string): string[] {
  const url = new URL(request.url);
  const pathname = url.pathname.slice(new URL(baseUrl).pathname.replace(/\/$/, '').length);
  const name = operationNameOf(request.method, pathname);
  const operation = description.operations[name ?? ''];
  if (name === undefined || operation === undefined) return [`unknown: ${request.method} ${pathname}`];
  const scheme = operation.security === 'basic' ? 'Basic ' : 'Bearer ';
  const { authorization = '', 'content-type': contentType } = request.headers ?? {};
  return [
    ...(authorization.startsWith(scheme) ? [] : [`${name}: authorization is not ${scheme.trim()}`]),
    ...(contentType?.split(';')[0] === operation.contentType
      ? []
      : [`${name}: content type ${contentType ?? 'none'}`]),
    ...faultsIn(operation.query, queryOf(url), `${name} query`),
    ...(operation.body === undefined
      ? request.body === undefined
        ? []
        : [`${name}: has a body`]
      : faultsIn(operation.body, bodyOf(request), `${name} body`)),
  ];
}

function faultsIn(schema: Exclude<JsonSchema, boolean>, value: unknown, where: string): string[] {
  const { error } = z.fromJSONSchema(schema).safeParse(value);
  return (error?.issues ?? []).map((issue) => `${where}: ${issue.path.join('.')} ${issue.message}`);
}

/** In a query, numbers must be parsed from text. */
function queryOf({ searchParams }: URL): Record<string, string | number> {
  return Object.fromEntries(
    [...searchParams].map(([name, text]) => [
      name,
      /^\d{1,9}$/.test(text) && name === 'page_size' ? Number(text) : text,
    ]),
  );
}

function bodyOf({ body, headers }: EgressRequest): unknown {
  const text = typeof body === 'string' ? body : '';
  return headers?.['content-type'] === 'application/json'
    ? JSON.parse(text)
    : Object.fromEntries(new URLSearchParams(text));
}
