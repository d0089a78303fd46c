import { z } from 'zod';
import type { Clock } from '../../clock.js';
import type { EgressRequest, SafeFetch } from '../../egress/safe-fetch.js';
import { callPlatform, readCredentials, type CallResult } from '../kit/call.js';
import type { PlatformSession } from '../kit/session.js';

export interface YouTubeContext {
  safeFetch: SafeFetch;
  clock: Clock;
  /** Where people grant access, and where tokens are exchanged; both without a trailing slash. */
  accountsUrl: string;
  oauthUrl: string;
  /** Of our own registered app. */
  clientId: string | null;
  clientSecret: string | null;
  /** Whose list of categories is offered: two letters. */
  regionCode: string;
  /** How many videos YouTube takes from our app in a day. */
  videosPerDayMax: number;
}

export const youTubeCredentialsSchema = z.object({
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1),
  /** Of a refresh token with a fixed end. */
  refreshEndsAt: z.iso.datetime().optional().catch(undefined),
});

/** Ids of videos, channels, playlists and comments. */
export const idSchema = z.string().regex(/^[\w.-]{1,200}$/);

/** Without what stands before it in an address; a session's address is taken whole. */
export type YouTubeCall = Pick<
  EgressRequest,
  'method' | 'headers' | 'timeoutMs' | 'signal' | 'sendBefore'
> & {
  path: string;
  query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  json?: object;
  body?: NonNullable<EgressRequest['body']>;
  /** Words beside the credentials that no message may repeat. */
  secrets?: readonly string[];
};

/** One request to the API in the account's name. */
export async function callYouTube(
  { safeFetch }: Pick<YouTubeContext, 'safeFetch'>,
  session: Pick<PlatformSession, 'baseUrl' | 'credentials'>,
  { path, query, json, secrets = [], headers = {}, ...request }: YouTubeCall,
): Promise<CallResult> {
  const read = readCredentials(youTubeCredentialsSchema, session.credentials);
  if ('failure' in read) return read;
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
  return callPlatform(
    safeFetch,
    {
      ...request,
      url: `${session.baseUrl}${path}${search}`,
      headers: {
        ...headers,
        ...(json && { 'content-type': 'application/json; charset=UTF-8' }),
        authorization: `Bearer ${read.credentials.accessToken}`,
      },
      ...(json && { body: JSON.stringify(json) }),
    },
    [...read.secrets, ...secrets],
  );
}
