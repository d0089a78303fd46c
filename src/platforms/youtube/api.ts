import { z } from 'zod';
import { callApi, type ApiCall } from '../kit/api-call.js';
import { successOf, type PlatformAnswer } from '../kit/call.js';
import type { OpenSession, PlatformAccess } from '../kit/session.js';
import type { AppParts } from '../kit/parts.js';
import { youTubeFailure } from './failures.js';

export interface YouTubeContext extends AppParts {
  /** The URL of the page where people grant access, and of the host where tokens are exchanged. No trailing slashes. */
  accountsUrl: string;
  oauthUrl: string;
  /** The country, as two letters, whose list of categories is offered. */
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
type YouTubeCredentials = z.infer<typeof youTubeCredentialsSchema>;
export type YouTubeSession = OpenSession<YouTubeCredentials>;
export type YouTubeAccess = PlatformAccess<YouTubeCredentials>;

/** Ids of videos, channels, playlists and comments. */
export const idSchema = z.string().regex(/^[\w.-]{1,200}$/);

/** Makes one API request on behalf of the account. */
export async function callYouTube(
  access: YouTubeAccess,
  { headers, ...call }: ApiCall,
): Promise<PlatformAnswer> {
  const type = call.json && { 'content-type': 'application/json; charset=UTF-8' };
  return callApi(access, { ...call, headers: { ...type, ...headers } });
}

/** Makes a call. Throws the failure unless the response is a success that the schema accepts. */
export async function readYouTube<T>(access: YouTubeAccess, call: ApiCall, schema: z.ZodType<T>): Promise<T> {
  const answer = await callYouTube(access, call);
  return successOf(answer, schema, (refusal) => youTubeFailure(refusal, access.clock));
}
