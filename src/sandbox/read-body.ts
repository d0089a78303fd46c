import type { Context } from 'hono';
import { parseJson } from './parse-json.js';
import type { SandboxEnv } from './publishing.js';

const formType = 'application/x-www-form-urlencoded';

/** Whether a form of the page has sent the request, and not a program. */
export function isForm(c: Context<SandboxEnv>): boolean {
  return c.req.header('content-type')?.startsWith(formType) === true;
}

export async function readBody(c: Context<SandboxEnv>): Promise<unknown> {
  const body = await c.req.text();
  return isForm(c) ? Object.fromEntries(new URLSearchParams(body)) : parseJson(body);
}
