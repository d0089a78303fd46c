import type { z } from 'zod';
import type { MetaCredentials } from '../kit/meta/session.js';
import type { OpenSession } from '../kit/session.js';
import type { PlatformAnswer } from '../kit/call.js';
import { graph, readGraph, type GraphCall } from '../kit/meta/graph-api.js';
import type { AppParts } from '../kit/parts.js';

export interface InstagramContext extends AppParts {
  /** The version in paths, such as v26.0. */
  graphVersion: string;
  /** The website where people grant access. */
  siteUrl: string;
  /** The URL where authorization codes are exchanged. */
  tokenUrl: string;
  /** The verify token that Meta sends when the webhook URL is registered. */
  webhookVerifyToken: string | null;
}

export type InstagramSession = OpenSession<MetaCredentials, Pick<InstagramContext, 'graphVersion'>>;

/** A call below the API's version. The path has no leading slash. */
export type InstagramCall = Omit<GraphCall, 'baseUrl' | 'accessToken'>;

/**
 * A call with the account's host and token. The APIs with Instagram Login and with Facebook Login differ only
 * in the host.
 */
export function graphCall(
  { baseUrl, credentials, settings }: InstagramSession,
  call: InstagramCall,
): GraphCall {
  const { accessToken } = credentials;
  return { ...call, baseUrl, path: `/${settings.graphVersion}/${call.path}`, accessToken };
}

export async function callInstagram(session: InstagramSession, call: InstagramCall): Promise<PlatformAnswer> {
  return graph(session.safeFetch, graphCall(session, call));
}

/** Makes a call. Throws the failure unless the response is a success that the schema accepts. */
export async function readInstagram<T>(
  session: InstagramSession,
  call: InstagramCall,
  schema: z.ZodType<T>,
): Promise<T> {
  return readGraph(session, graphCall(session, call), schema);
}
