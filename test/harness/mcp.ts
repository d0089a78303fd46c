import { execFile } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { serve } from '@hono/node-server';
import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createApi } from '../../src/api/app.js';
import type { ServiceDeps } from '../../src/services/shared/context.js';
import { optionsSchemas } from './description.js';
import { waitMsMax } from './patience.js';

/**
 * The way in which a client agrees on a protocol revision: `legacy` begins with initialize, `auto` asks the server what
 * it supports.
 */
export type ClientMode = 'legacy' | 'auto';

/** The calls of an agent, with any client. */
export interface McpAgent {
  /** Makes a call that must succeed, and returns its result. The client has compared it with the schema of the tool. */
  use: <T = Record<string, unknown>>(tool: string, args?: Record<string, unknown>) => Promise<T>;
  /** Makes a call that must fail, and returns its error envelope. */
  refused: (tool: string, args?: Record<string, unknown>) => Promise<Record<string, unknown>>;
  /** Returns the instructions of the server for the model. Undefined if the client does not show them. */
  instructions: () => string | undefined;
  close: () => Promise<void>;
}

export interface McpClient extends McpAgent {
  client: Client;
}

// Each message uses a new connection, because the server ends connections that were idle between two tests.
const requestInitOf = (key: string): { headers: Record<string, string> } => ({
  headers: { authorization: `Bearer ${key}`, connection: 'close' },
});

/** Connects the SDK's own client, which reads the list of tools. */
export async function connectMcp(url: string, key: string, mode: ClientMode = 'auto'): Promise<McpClient> {
  const client = new Client({ name: 'a-test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const requestInit = requestInitOf(key);
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
  // The client checks all later results against the listed schemas.
  await client.listTools();
  return {
    client,
    ...callsOf((name, args) => client.callTool({ name, arguments: args }, { timeout: waitMsMax })),
    instructions: () => client.getInstructions(),
    close: () => client.close(),
  };
}

/** Connects the client of the first SDK version, which most agents still use. */
export async function connectFirstSdk(url: string, key: string): Promise<McpAgent> {
  const client = new FirstClient({ name: 'a-test', version: '1.0.0' });
  const transport = new FirstTransport(new URL('/mcp', url), { requestInit: requestInitOf(key) });
  await client.connect(transport);
  await client.listTools();
  return {
    ...callsOf(async (name, args) => {
      const call = { name, arguments: args };
      return (await client.callTool(call, undefined, { timeout: waitMsMax })) as ToolResult;
    }),
    instructions: () => client.getInstructions(),
    close: () => client.close(),
  };
}

const inspector = path.join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/inspector-cli/build',
);

/** Runs the MCP inspector on the command line, with one process for each call. */
export function inspectMcp(url: string, key: string): McpAgent {
  const call = async (name: string, args: Record<string, unknown>): Promise<ToolResult> => {
    const given = Object.entries(args).flatMap(([field, value]) => [
      '--tool-arg',
      `${field}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ]);
    const headers = Object.entries(requestInitOf(key).headers).flatMap(([field, value]) => [
      '--header',
      `${field}: ${value}`,
    ]);
    const options = ['--transport', 'http', ...headers];
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['index.js', `${url}/mcp`, ...options, '--method', 'tools/call', '--tool-name', name, ...given],
      // The inspector searches for its own description relative to the current folder.
      { cwd: inspector },
    );
    return JSON.parse(stdout) as ToolResult;
  };
  return { ...callsOf(call), instructions: () => undefined, close: () => Promise.resolve() };
}

type ToolResult = Pick<CallToolResult, 'isError' | 'content' | 'structuredContent'>;

const callsOf = (
  call: (name: string, args: Record<string, unknown>) => Promise<ToolResult>,
): Pick<McpAgent, 'use' | 'refused'> => ({
  use: async <T>(tool: string, args: Record<string, unknown> = {}) => {
    const result = await call(tool, args);
    const text = textOf(result);
    if (result.isError === true) throw new Error(`${tool} failed: ${text}`);
    if (JSON.stringify(result.structuredContent) !== text) throw new Error(`${tool} says two things.`);
    return result.structuredContent as T;
  },
  refused: async (tool, args = {}) => {
    const result = await call(tool, args);
    if (result.isError !== true) throw new Error(`${tool} succeeded: ${textOf(result)}`);
    return JSON.parse(textOf(result)) as Record<string, unknown>;
  },
});

function textOf({ content }: ToolResult): string {
  const [first] = content;
  if (first?.type !== 'text') throw new Error('The result has no text.');
  return first.text;
}

/** Serves the API on a free port, for a stack that has none. */
export async function serveApi(deps: ServiceDeps): Promise<{ url: string; close: () => Promise<void> }> {
  const api = createApi({ deps, optionsSchemas, validateResponses: true });
  const server = serve({ fetch: api.app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise<void>((resolve) => void server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      api.startDraining();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
