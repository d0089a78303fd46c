import { z } from 'zod';
import type { Clock } from '../../clock.js';
import type { SafeFetch } from '../../egress/safe-fetch.js';
import { readCredentials, type CallResult } from '../kit/call.js';
import { graph, type GraphCall } from '../kit/meta/graph-api.js';
import type { PlatformSession } from '../kit/session.js';

export const instagramCredentialsSchema = z.object({ accessToken: z.string().min(1) });

export interface InstagramContext {
  safeFetch: SafeFetch;
  clock: Clock;
  /** As in a path: v26.0. */
  graphVersion: string;
  /** The website where people grant access. */
  siteUrl: string;
  /** The URL where authorization codes are exchanged. */
  tokenUrl: string;
  /** The client of the registered app. */
  clientId: string | null;
  clientSecret: string | null;
  /** The verify token that Meta sends when the webhook URL is registered. */
  webhookVerifyToken: string | null;
}

/** A call below the API's version. The path has no leading slash. */
type InstagramCall = Omit<GraphCall, 'baseUrl' | 'accessToken'>;

/** One request. The API with Instagram Login and the API with Facebook Login differ only in the host. */
export async function callInstagram(
  { safeFetch, graphVersion }: InstagramContext,
  session: PlatformSession,
  call: InstagramCall,
): Promise<CallResult> {
  const read = readCredentials(instagramCredentialsSchema, session.credentials);
  if ('failure' in read) return read;
  const { accessToken } = read.credentials;
  const { baseUrl } = session;
  return graph(safeFetch, { ...call, baseUrl, path: `/${graphVersion}/${call.path}`, accessToken });
}

/** The account's part of a path. */
export function accountPath({ externalAccountId }: PlatformSession): string {
  return encodeURIComponent(externalAccountId);
}

export const idSchema = z.object({ id: z.string().min(1) });
