import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client';
import { createApi } from '../../src/api/app.js';
import type { ServiceDeps } from '../../src/services/shared/context.js';
import { optionsSchemas } from './description.js';

/** How a client agrees on a revision: `legacy` begins with initialize, `auto` asks the server what it knows. */
export type ClientMode = 'legacy' | 'auto';

export interface McpClient {
  client: Client;
  /** The result of a call that must succeed. The client has compared it with the schema of the tool. */
  use: <T = Record<string, unknown>>(tool: string, args?: Record<string, unknown>) => Promise<T>;
  /** The error envelope of a call that must fail. */
  refused: (tool: string, args?: Record<string, unknown>) => Promise<Record<string, unknown>>;
  close: () => Promise<void>;
}

/** The SDK's own client, which has read the list of tools. */
export async function connectMcp(url: string, key: string, mode: ClientMode = 'auto'): Promise<McpClient> {
  const client = new Client({ name: 'a-test', version: '1.0.0' }, { versionNegotiation: { mode } });
  // A connection for each message, because the server ends connections that were idle between two tests.
  const requestInit = { headers: { authorization: `Bearer ${key}`, connection: 'close' } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
  // From then on, the client checks results.
  await client.listTools();
  const call = (name: string, args: Record<string, unknown> = {}): Promise<CallToolResult> =>
    client.callTool({ name, arguments: args });
  return {
    client,
    use: async <T>(tool: string, args?: Record<string, unknown>) => {
      const result = await call(tool, args);
      const text = textOf(result);
      if (result.isError === true) throw new Error(`${tool} failed: ${text}`);
      if (JSON.stringify(result.structuredContent) !== text) throw new Error(`${tool} says two things.`);
      return result.structuredContent as T;
    },
    refused: async (tool, args) => {
      const result = await call(tool, args);
      if (result.isError !== true) throw new Error(`${tool} succeeded: ${textOf(result)}`);
      return JSON.parse(textOf(result)) as Record<string, unknown>;
    },
    close: () => client.close(),
  };
}

function textOf({ content }: CallToolResult): string {
  const [first] = content;
  if (first?.type !== 'text') throw new Error('The result has no text.');
  return first.text;
}

/** The API on a free port, for a stack that has none. */
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
