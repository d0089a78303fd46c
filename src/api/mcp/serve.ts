import { z, OpenAPIHono } from '@hono/zod-openapi';
import {
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolResult,
  type Tool as ListedTool,
} from '@modelcontextprotocol/server';
import type { Context, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { readVersion } from '../../project-root.js';
import type { ServiceDeps } from '../../services/shared/context.js';
import { apiBasePath } from '../document/document.js';
import { answerError, envelopeOf, explainedInPart } from '../errors/envelope.js';
import { invalidRequest } from '../errors/validation.js';
import { guardCrossOrigin } from '../http/cross-origin-guard.js';
import { jsonBody } from '../middleware/json-body.js';
import { createOperationsApp } from '../operations-app.js';
import type { ApiEnv } from '../types.js';
import { callOperation, type OperationAnswer } from './call-operation.js';
import { describeTools } from './describe.js';
import { instructions } from './instructions.js';
import { isOperationTool, isUsable, operationsOf, type Tool } from './tool.js';
import { tools } from './tools.js';

const path = '/mcp';
/** How long clients may keep the list of tools, which changes with a new release or another key. */
const listKeptMs = 60 * 60 * 1000;

export interface McpOptions {
  deps: ServiceDeps;
  publicOrigin: string | undefined;
  /** The authentication of the API. This endpoint accepts the same credentials. */
  authentication: MiddlewareHandler<ApiEnv>;
  comparesResponses: boolean;
}

/**
 * Serves the tools at /mcp, as Streamable HTTP without sessions: each request stands alone, so that any process can
 * answer it. The caller is found and counted as for any request to the API.
 */
export function registerMcp(app: OpenAPIHono<ApiEnv>, options: McpOptions): void {
  const { deps, authentication } = options;
  const toolbox = createToolbox(options);
  const version = readVersion();
  app.post(
    path,
    ownOriginOnly(options),
    authentication,
    jsonBody({ required: true, schema: z.unknown() }),
    async (c) => {
      const parsedBody: unknown = await c.req.json();
      // A batch would be counted as one request.
      if (Array.isArray(parsedBody)) throw invalidRequest([batch]);
      const onerror = (error: Error): void =>
        deps.log.debug({ err: error, requestId: c.var.requestId }, 'an MCP request was refused');
      const handler = createMcpHandler(() => serverFor(c, toolbox, version), { onerror });
      const response = await handler.fetch(c.req.raw, { parsedBody });
      // This response is made by Hono, so that it has the headers of the rate limit.
      return c.newResponse(response.body, response);
    },
  );
}

const batch = {
  path: '',
  code: 'invalid_type',
  message: 'Send one message in each request, not a list of them.',
};

/** Refuses pages of other sites, also those that have pointed their own name at this server (DNS rebinding). */
const ownOriginOnly = ({ publicOrigin }: McpOptions) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    guardCrossOrigin(c, { publicOrigin, cookieSent: false });
    await next();
  });

interface Toolbox {
  list: (c: Context<ApiEnv>) => ListedTool[];
  call: (c: Context<ApiEnv>, tool: Tool, sent: unknown) => Promise<CallToolResult>;
}

function serverFor(c: Context<ApiEnv>, toolbox: Toolbox, version: string): Server {
  const kept = { ttlMs: listKeptMs, cacheScope: 'private' as const };
  const server = new Server(
    { name: 'punctual', title: 'Punctual', version },
    {
      capabilities: { tools: {} },
      instructions,
      cacheHints: { 'tools/list': kept, 'server/discover': kept },
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: toolbox.list(c) }));
  server.setRequestHandler('tools/call', ({ params: { name, arguments: sent = {} } }) => {
    const tool = tools.find((each) => each.name === name);
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
    return toolbox.call(c, tool, sent);
  });
  return server;
}

function createToolbox({ deps, comparesResponses }: McpOptions): Toolbox {
  const served = new Set(tools.filter(isOperationTool).flatMap(operationsOf));
  const operations = createOperationsApp([...served], { authentication: knownCaller, comparesResponses });
  const app = new OpenAPIHono<ApiEnv>();
  app.onError((error, c) => answerError(deps.log, error, c));
  app.route(apiBasePath, operations);
  let listed: ListedTool[] | undefined;
  return {
    list: ({ var: { ctx } }) => {
      // Made at the first request, because it takes as long as describing the API.
      listed ??= describeTools(operations, tools);
      return listed.filter((_listed, index) => isUsable(tools[index] as Tool, ctx));
    },
    call: async (c, tool, sent) => {
      const { isError, body } = await answerOf(app, tool, sent, c).catch(
        (error: unknown): OperationAnswer => {
          return { isError: true, body: envelopeOf(explainedInPart(deps.log, error, c), c.var) };
        },
      );
      const code = isError && 'code' in body ? body.code : undefined;
      deps.log.info({ requestId: c.var.requestId, tool: tool.name, isError, code }, 'tool call');
      const content = [{ type: 'text' as const, text: JSON.stringify(body) }];
      // Older clients check structured content against the schema of a success, even if the content is an error.
      return isError ? { isError, content } : { content, structuredContent: { ...body } };
    },
  };
}

async function answerOf(
  app: OpenAPIHono<ApiEnv>,
  tool: Tool,
  sent: unknown,
  { var: caller }: Context<ApiEnv>,
): Promise<OperationAnswer> {
  if (isOperationTool(tool)) return callOperation(app, tool, sent, caller);
  return { isError: false, body: await tool.run(caller.ctx, sent) };
}

/** Takes the caller from the request to /mcp, which has been authenticated and counted. */
const knownCaller = createMiddleware<ApiEnv>(async (c, next) => {
  const { caller } = c.env as { caller: ApiEnv['Variables'] };
  c.set('requestId', caller.requestId);
  c.set('ownOrigin', caller.ownOrigin);
  c.set('ctx', caller.ctx);
  if (caller.rate !== undefined) c.set('rate', caller.rate);
  await next();
});
