import { z, type OpenAPIHono } from '@hono/zod-openapi';
import { apiBasePath } from '../document/document.js';
import { parseWith } from '../errors/validation.js';
import type { ApiEnv } from '../types.js';
import type { OperationTool } from './tool.js';

/** The host of requests that never leave the process. */
const origin = 'http://mcp.invalid';

export interface OperationAnswer {
  isError: boolean;
  /** The body of the response: the result, or the error envelope. */
  body: object;
}

/** Gives a call to the operation behind a tool, as the request that a program would have sent to the API. */
export async function callOperation(
  app: OpenAPIHono<ApiEnv>,
  tool: OperationTool,
  sent: unknown,
  caller: ApiEnv['Variables'],
): Promise<OperationAnswer> {
  const args = parseWith(tool.own, sent);
  const id = textOf(args[tool.idArgument ?? '']);
  await tool.refuse?.(caller.ctx, id);
  const response = await app.fetch(requestOf(tool, args, id), { caller });
  const body = (await response.json()) as object;
  const isReplayed = response.headers.get('Idempotent-Replayed') === 'true';
  return { isError: !response.ok, body: { ...body, ...(isReplayed && { replayed: true }) } };
}

function requestOf(
  { operation: { route }, own, idArgument }: OperationTool,
  args: Record<string, unknown>,
  id: string,
): Request {
  const isRead = route.method === 'get';
  const queried = queryNamesOf(route);
  const url = new URL(`${origin}${apiBasePath}${route.path.replace('{id}', id)}`);
  const headers = new Headers({ 'Content-Type': 'application/json' });
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    if (name === idArgument) continue;
    if (name === 'idempotencyKey' && name in own.shape) headers.set('Idempotency-Key', textOf(value));
    else if (isRead || queried.includes(name)) addTo(url.searchParams, name, value);
    else body[name] = value;
  }
  if (isRead) return new Request(url);
  return new Request(url, { method: route.method.toUpperCase(), headers, body: JSON.stringify(body) });
}

function queryNamesOf({ request }: OperationTool['operation']['route']): string[] {
  return request?.query instanceof z.ZodObject ? Object.keys(request.query.shape) : [];
}

/** Adds an argument as in a URL. Null counts as absent, and a list becomes a repeated parameter. */
function addTo(parameters: URLSearchParams, name: string, value: unknown): void {
  if (value === null) return;
  for (const each of Array.isArray(value) ? (value as unknown[]) : [value])
    parameters.append(name, textOf(each));
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : JSON.stringify(value);
}
