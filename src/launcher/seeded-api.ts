import type { z } from 'zod';
import { LauncherFault } from './fault.js';
import { sendRequest } from './http.js';

/** The API of the stack, as the owner of the sandbox workspace uses it. */
export interface SeededApi {
  apiUrl: string;
  apiKey: string;
  workspaceId: string;
}

/** Makes one call and returns the checked response. Throws a fault for any other response. */
export async function ask<T>(
  { apiUrl, apiKey }: SeededApi,
  method: 'GET' | 'POST',
  to: string,
  schema: z.ZodType<T>,
  body?: object,
): Promise<T> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const answer = await sendRequest(`${apiUrl}${to}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const parsed = answer.status < 300 ? schema.safeParse(JSON.parse(answer.text)) : undefined;
  if (parsed?.success) return parsed.data;
  throw new LauncherFault(`${method} ${to} failed with HTTP ${answer.status}: ${answer.text.slice(0, 300)}`);
}
