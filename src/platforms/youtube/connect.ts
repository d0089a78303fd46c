import { z } from 'zod';
import type { ConnectErrorCode } from '../../domain/connect-sessions.js';
import { successOf } from '../kit/call.js';
import type {
  CheckAnswer,
  ConnectAnswer,
  ConnectPlace,
  ConnectScope,
  GrantLife,
  RedirectConnect,
  RevokeAnswer,
} from '../kit/connect.js';
import { revokeGrant, type OAuthTokens } from '../kit/oauth/client.js';
import { clientFor, oauthConnect } from '../kit/oauth/connect.js';
import type { OAuthDialect } from '../kit/oauth/dialect.js';
import { onFailure, type PlatformFailure } from '../kit/failure.js';
import { accessWith } from '../kit/session.js';
import {
  callYouTube,
  idSchema,
  type YouTubeAccess,
  type YouTubeContext,
  type YouTubeSession,
} from './api.js';
import { reasonOf, youTubeFailure } from './failures.js';

const prefix = 'https://www.googleapis.com/auth/';
const upload = `${prefix}youtube.upload`;
const readOnly = `${prefix}youtube.readonly`;
/** The permission to manage the channel. */
export const manage = `${prefix}youtube.force-ssl`;

/** Google's page has a checkbox for each scope, and people may leave some unchecked. */
export const youTubeScopes: readonly ConnectScope[] = [
  { name: upload, purpose: 'publish videos, and set their thumbnails', required: true },
  {
    name: readOnly,
    purpose: 'identify the channel, and check whether a video is public when the response was lost',
    required: true,
  },
  {
    name: manage,
    purpose:
      'read and write comments, add subtitles, add videos to playlists, and edit and delete what is public',
    required: false,
  },
];

/** Google ends a grant after six months without use. */
const unusedGrantLifeMs = 180 * 24 * 60 * 60_000;

const words = {
  noRefreshToken:
    'Google sent no refresh token, so the connection would end within an hour. Remove this app at myaccount.google.com/connections, then connect again.',
  noChannel: 'This Google account has no YouTube channel. Create one, or choose another account.',
  cannotRead:
    'The permission to view the YouTube account was not granted. Connect again and select it on Google’s page.',
};

export function youTubeDialect(
  { accountsUrl, oauthUrl }: YouTubeContext,
  { sandboxUrl }: Pick<ConnectPlace, 'sandboxUrl'>,
): OAuthDialect {
  return {
    authorizeUrl: `${sandboxUrl ?? accountsUrl}/o/oauth2/v2/auth`,
    tokenUrl: `${sandboxUrl ?? oauthUrl}/token`,
    revokeUrl: `${sandboxUrl ?? oauthUrl}/revoke`,
    clientAuth: 'body',
    scopeSeparator: ' ',
    authorizeParams: {
      access_type: 'offline',
      // Without `consent` a second connection gets no refresh token. Without `select_account`, people cannot
      // choose the account.
      prompt: 'select_account consent',
    },
  };
}

export function youTubeConnect(context: YouTubeContext): RedirectConnect {
  return oauthConnect(context, {
    app: {
      idVariable: 'YOUTUBE_CLIENT_ID',
      id: context.clientId,
      secretVariable: 'YOUTUBE_CLIENT_SECRET',
      secret: context.clientSecret,
    },
    scopes: youTubeScopes,
    pkce: true,
    dialectOf: (place) => youTubeDialect(context, place),
    readCandidates: (place, tokens) => onFailure(readCandidates(context, place, tokens), deniedOr),
  });
}

/** The granted scopes. The permission to manage the channel includes the others, even if they were not granted. */
export function youTubeScopesOf({ scopes }: OAuthTokens): string[] | null {
  return scopes?.includes(manage) === true ? [...new Set([...scopes, upload, readOnly])] : scopes;
}

/**
 * Makes the credentials and their life from tokens. Google states the end of a refresh token only if it is
 * fixed: after seven days while the app is in testing, or if a person granted access for a limited time. We
 * store it, because later responses need not repeat it.
 */
export function youTubeGrant(
  { clock }: YouTubeContext,
  { accessToken, accessExpiresAt, refreshExpiresAt }: OAuthTokens,
  refreshToken: string,
  knownEnd: Date | null,
) {
  const end = refreshExpiresAt ?? knownEnd;
  return {
    credentials: {
      accessToken,
      refreshToken,
      ...(end !== null && { refreshEndsAt: end.toISOString() }),
    },
    life: {
      tokenExpiresAt: accessExpiresAt,
      // A refresh does not extend a fixed end.
      refreshBy: end === null ? new Date(clock.now().getTime() + unusedGrantLifeMs) : null,
      refreshNotBefore: null,
      reconnectBy: end,
    } satisfies GrantLife,
  };
}

/** Reads the channel of a grant. One grant covers one channel, which the person picks on Google's page. */
async function readCandidates(
  context: YouTubeContext,
  { baseUrl }: ConnectPlace,
  tokens: OAuthTokens,
): Promise<ConnectAnswer> {
  const scopes = youTubeScopesOf(tokens);
  if (scopes?.includes(readOnly) === false) return denied('PERMISSION_MISSING', words.cannotRead);
  if (tokens.refreshToken === null) return denied('PLATFORM_REJECTED', words.noRefreshToken);
  const { credentials, life } = youTubeGrant(context, tokens, tokens.refreshToken, null);
  const channel = await readChannel(accessWith(context, baseUrl, credentials));
  if (channel === null) return denied('NOTHING_GRANTED', words.noChannel);
  const { id: externalAccountId, ...shown } = channel;
  return {
    kind: 'granted',
    candidates: [{ externalAccountId, ...shown, serviceUrl: null, credentials, life, scopes, reason: null }],
  };
}

function deniedOr(failure: PlatformFailure): ConnectAnswer {
  const isForbidden = failure.kind === 'rejected' && failure.code === 'PERMISSION_MISSING';
  return isForbidden ? denied('PERMISSION_MISSING', failure.message) : failure;
}

function denied(code: ConnectErrorCode, message: string): ConnectAnswer {
  return { kind: 'denied', code, message };
}

export async function checkYouTubeAccount(session: YouTubeSession): Promise<CheckAnswer> {
  const channel = await readChannel(session);
  if (channel === null) return { kind: 'rejected', code: 'PERMISSION_MISSING', message: words.noChannel };
  const { handle, displayName, avatarUrl } = channel;
  return { kind: 'alive', handle, displayName, avatarUrl };
}

/** Revokes the refresh token, and with it all of the app's access to the channel. */
export async function revokeYouTubeGrant(
  context: YouTubeContext,
  session: YouTubeSession,
): Promise<RevokeAnswer> {
  return revokeGrant(
    context,
    youTubeDialect(context, session),
    clientFor(session, { id: context.clientId, secret: context.clientSecret }),
    session.credentials.refreshToken,
  );
}

const thumbnailSchema = z.object({ url: z.url() }).optional().catch(undefined);
/** The response has no items for a Google account without a channel. */
const channelsSchema = z.object({
  items: z
    .array(
      z.object({
        id: idSchema,
        snippet: z.object({
          title: z.string(),
          customUrl: z.string().min(1).optional().catch(undefined),
          thumbnails: z
            .object({ default: thumbnailSchema, medium: thumbnailSchema })
            .optional()
            .catch(undefined),
        }),
      }),
    )
    .default([]),
});

interface Channel {
  id: string;
  handle: string;
  displayName: string;
  avatarUrl: string | null;
}

/** Reads the account's channel. Null if the Google account has none. */
async function readChannel(access: YouTubeAccess): Promise<Channel | null> {
  const query = { part: 'snippet', mine: 'true' };
  const answer = await callYouTube(access, { path: '/youtube/v3/channels', method: 'GET', query });
  if (reasonOf(answer) === 'youtubeSignupRequired') return null;
  const { items } = successOf(answer, channelsSchema, (refusal) => youTubeFailure(refusal, access.clock));
  const [channel] = items;
  if (channel === undefined) return null;
  const { title, customUrl = title, thumbnails } = channel.snippet;
  const avatarUrl = thumbnails?.medium?.url ?? thumbnails?.default?.url ?? null;
  return { id: channel.id, handle: customUrl, displayName: title, avatarUrl };
}
