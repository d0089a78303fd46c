import { z } from 'zod';
import type { Clock } from '../../clock.js';
import type { SafeFetch } from '../../egress/safe-fetch.js';
import { readCredentials, type CallResult } from '../kit/call.js';
import { graph, type GraphCall } from '../kit/graph-api.js';
import type { PlatformSession } from '../kit/session.js';

export const instagramCredentialsSchema = z.object({ accessToken: z.string().min(1) });

export interface InstagramContext {
  safeFetch: SafeFetch;
  clock: Clock;
  /** As it stands in a path: v26.0. */
  graphVersion: string;
  /** The page on which people grant access is there. */
  siteUrl: string;
  /** Where their codes are exchanged. */
  tokenUrl: string;
  /** Of the registered app. */
  clientId: string | null;
  clientSecret: string | null;
  /** What Meta repeats when the address for pushes is registered. */
  webhookVerifyToken: string | null;
}

/** A call below the API's version. The path has no slash in front. */
type InstagramCall = Omit<GraphCall, 'baseUrl' | 'accessToken'>;

/** One request. Both flavours of the API, with Instagram Login and with Facebook Login, differ in the host alone. */
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

/** The account, in a path. */
export function accountPath({ externalAccountId }: PlatformSession): string {
  return encodeURIComponent(externalAccountId);
}

export const idSchema = z.object({ id: z.string().min(1) });
