import { z, type OpenAPIHono } from '@hono/zod-openapi';
import { apiBasePath } from '../document/document.js';
import { invalidRequest, parseWith } from '../errors/validation.js';
import type { ApiEnv } from '../types.js';
import { fromPlain } from './plain.js';
import type { OperationTool } from './tool.js';

/** The host of requests that never leave the process. */
const origin = 'http://mcp.invalid';

export interface OperationAnswer {
  isError: boolean;
  /** The body of the response: the result, or the error envelope. */
  body: object;
}

/** Passes a call to the operation behind a tool, as the request that a program would have sent to the API. */
export async function callOperation(
  app: OpenAPIHono<ApiEnv>,
  tool: OperationTool,
  sent: unknown,
  caller: ApiEnv['Variables'],
): Promise<OperationAnswer> {
  const args = fromPlain(parseWith(tool.own, sent));
  refuseLeftOut(tool, args);
  const id = textOf(args[tool.idArgument ?? '']);
  await tool.refuse?.(caller.ctx, id, args);
  const ask = async (request: Request): Promise<OperationAnswer> =>
    answerOf(await app.fetch(request, { caller }));
  const first = await ask(requestOf(tool, args, id));
  const { then } = tool;
  if (then === undefined || first.isError || args[then.argument] !== true) return first;
  return ask(requestOf({ operation: then.operation, own: tool.own }, then.bodyOf(first.body), id));
}

async function answerOf(response: Response): Promise<OperationAnswer> {
  if (response.status === 204) return { isError: false, body: { done: true } };
  const body = (await response.json()) as object;
  const isReplayed = response.headers.get('Idempotent-Replayed') === 'true';
  return { isError: !response.ok, body: { ...body, ...(isReplayed && { replayed: true }) } };
}

function refuseLeftOut({ leavesOut = {} }: OperationTool, args: Record<string, unknown>): void {
  const details = Object.entries(leavesOut)
    .filter(([name]) => (args[name] ?? null) !== null)
    .map(([path, instead]) => ({ path, code: 'unknown_field', message: `Unknown field. ${instead}` }));
  if (details.length > 0) throw invalidRequest(details);
}

function requestOf(
  {
    operation: { route },
    own,
    idArgument,
    then,
  }: Pick<OperationTool, 'operation' | 'own' | 'idArgument' | 'then'>,
  args: Record<string, unknown>,
  id: string,
): Request {
  const isRead = route.method === 'get';
  const queried = queryNamesOf(route);
  const url = new URL(`${origin}${apiBasePath}${route.path.replace('{id}', id)}`);
  const headers = new Headers({ 'Content-Type': 'application/json' });
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    // Null counts as absent, even if the API would then empty a field of a stored post.
    if (value === null || name === idArgument || name === then?.argument) continue;
    if (name === 'idempotencyKey' && name in own.shape) headers.set('Idempotency-Key', textOf(value));
    else if (isRead || queried.includes(name)) addTo(url.searchParams, name, value);
    else body[name] = value;
  }
  const method = route.method.toUpperCase();
  if (isRead || route.request?.body === undefined) return new Request(url, { method });
  return new Request(url, { method, headers, body: JSON.stringify(body) });
}

function queryNamesOf({ request }: OperationTool['operation']['route']): string[] {
  return request?.query instanceof z.ZodObject ? Object.keys(request.query.shape) : [];
}

/** Adds an argument as in a URL. A list becomes a repeated parameter. */
function addTo(parameters: URLSearchParams, name: string, value: unknown): void {
  for (const each of Array.isArray(value) ? (value as unknown[]) : [value])
    parameters.append(name, textOf(each));
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : JSON.stringify(value);
}
