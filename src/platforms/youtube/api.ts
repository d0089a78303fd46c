import { z } from 'zod';
import type { Clock } from '../../clock.js';
import type { EgressRequest, SafeFetch } from '../../egress/safe-fetch.js';
import { callPlatform, readCredentials, type CallResult } from '../kit/call.js';
import type { PlatformSession } from '../kit/session.js';

export interface YouTubeContext {
  safeFetch: SafeFetch;
  clock: Clock;
  /** The website where people grant access, and the host where tokens are exchanged. No trailing slashes. */
  accountsUrl: string;
  oauthUrl: string;
  /** The client of our registered app. */
  clientId: string | null;
  clientSecret: string | null;
  /** The country whose list of categories is offered: two letters. */
  regionCode: string;
  /** How many videos YouTube accepts from our app in a day. */
  videosPerDayMax: number;
}

export const youTubeCredentialsSchema = z.object({
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1),
  /** The end of a refresh token, if it is fixed. */
  refreshEndsAt: z.iso.datetime().optional().catch(undefined),
});

/** Ids of videos, channels, playlists and comments. */
export const idSchema = z.string().regex(/^[\w.-]{1,200}$/);

/** The path below the API's URL, or the whole URL of an upload session. */
export type YouTubeCall = Pick<
  EgressRequest,
  'method' | 'headers' | 'timeoutMs' | 'signal' | 'sendBefore'
> & {
  path: string;
  query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  json?: object;
  body?: NonNullable<EgressRequest['body']>;
  /** Secrets besides the credentials that messages must not repeat. */
  secrets?: readonly string[];
};

/** One API request on behalf of the account. */
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
