import type { z } from 'zod';
import type { PlatformAnswer } from '../kit/call.js';
import { graph, readGraph, type GraphCall } from '../kit/meta/graph-api.js';
import type { MetaSession } from '../kit/meta/session.js';
import type { AppParts } from '../kit/parts.js';

export interface ThreadsContext extends AppParts {
  /** The website where people grant access. */
  siteUrl: string;
  /** The verify token that Meta sends when the webhook URL is registered. */
  webhookVerifyToken: string | null;
}

/** A call below the API's version. The path has no leading slash. */
type ThreadsCall = Omit<GraphCall, 'baseUrl' | 'accessToken'>;

export function graphCall({ baseUrl, credentials }: MetaSession, call: ThreadsCall): GraphCall {
  return { ...call, baseUrl, path: `/v1.0/${call.path}`, accessToken: credentials.accessToken };
}

export async function callThreads(session: MetaSession, call: ThreadsCall): Promise<PlatformAnswer> {
  return graph(session.safeFetch, graphCall(session, call));
}

/** Makes a call. Throws the failure unless the response is a success that the schema accepts. */
export async function readThreads<T>(
  session: MetaSession,
  call: ThreadsCall,
  schema: z.ZodType<T>,
): Promise<T> {
  return readGraph(session, graphCall(session, call), schema);
}
