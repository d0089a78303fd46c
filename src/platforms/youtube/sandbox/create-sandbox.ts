import { Hono, type Context } from 'hono';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import type { SandboxStore } from '../../../sandbox/store.js';
import {
  accessTokenOf,
  isRevoked,
  readAccessToken,
  readBearer,
  readRefreshToken,
  refreshed,
} from '../../../sandbox/tokens.js';
import type { YouTubeCall } from './call.js';
import { listComments, listThreads, insertComment, insertThread } from './comments.js';
import { badRequest, unauthorized } from './errors.js';
import {
  insertPlaylistItem,
  listCategories,
  listChannels,
  listPlaylistItems,
  listPlaylists,
} from './lists.js';
import { putToSession, startSession } from './sessions.js';
import { setThumbnail } from './thumbnails.js';
import { listVideos } from './videos.js';

const tokenLifeSeconds = 3_599;

interface Route {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  operation: string;
  /** Those that must be there, and those that may. */
  required: readonly string[];
  optional?: readonly string[];
  handler: (call: YouTubeCall) => Response | Promise<Response>;
}

const paging = ['maxResults', 'pageToken'];
const v3 = '/youtube/v3';

const routes: readonly Route[] = [
  {
    method: 'POST',
    path: `/upload${v3}/videos`,
    operation: 'videosInsert',
    required: ['part', 'uploadType'],
    optional: ['notifySubscribers'],
    handler: startSession,
  },
  {
    method: 'PUT',
    path: `/upload${v3}/videos`,
    operation: 'videosUpload',
    required: ['part', 'uploadType', 'upload_id'],
    handler: putToSession,
  },
  {
    method: 'POST',
    path: `/upload${v3}/thumbnails/set`,
    operation: 'thumbnailsSet',
    required: ['videoId'],
    optional: ['uploadType'],
    handler: setThumbnail,
  },
  {
    method: 'GET',
    path: `${v3}/videos`,
    operation: 'videosList',
    required: ['part', 'id'],
    handler: listVideos,
  },
  {
    method: 'GET',
    path: `${v3}/channels`,
    operation: 'channelsList',
    required: ['part', 'mine'],
    handler: listChannels,
  },
  {
    method: 'GET',
    path: `${v3}/playlists`,
    operation: 'playlistsList',
    required: ['part', 'mine'],
    optional: paging,
    handler: listPlaylists,
  },
  {
    method: 'GET',
    path: `${v3}/playlistItems`,
    operation: 'playlistItemsList',
    required: ['part', 'playlistId'],
    optional: ['videoId', ...paging],
    handler: listPlaylistItems,
  },
  {
    method: 'POST',
    path: `${v3}/playlistItems`,
    operation: 'playlistItemsInsert',
    required: ['part'],
    handler: insertPlaylistItem,
  },
  {
    method: 'GET',
    path: `${v3}/videoCategories`,
    operation: 'videoCategoriesList',
    required: ['part', 'regionCode'],
    handler: listCategories,
  },
  {
    method: 'GET',
    path: `${v3}/commentThreads`,
    operation: 'commentThreadsList',
    required: ['part', 'videoId'],
    optional: ['order', 'textFormat', ...paging],
    handler: listThreads,
  },
  {
    method: 'POST',
    path: `${v3}/commentThreads`,
    operation: 'commentThreadsInsert',
    required: ['part'],
    handler: insertThread,
  },
  {
    method: 'GET',
    path: `${v3}/comments`,
    operation: 'commentsList',
    required: ['part', 'parentId'],
    optional: ['textFormat', ...paging],
    handler: listComments,
  },
  {
    method: 'POST',
    path: `${v3}/comments`,
    operation: 'commentsInsert',
    required: ['part'],
    handler: insertComment,
  },
];

/** YouTube Data API v3 with Google's token endpoint. Any channel exists; the id in the token is the channel's. */
export function createYouTubeSandbox(parts: SimulatorParts): Hono<SandboxEnv> {
  const { store } = parts;
  const app = new Hono<SandboxEnv>();
  for (const route of routes) {
    app.on(route.method, route.path, (c) => {
      store.countCall('YOUTUBE', route.operation);
      const token = readAccessToken(readBearer(c.req.header('authorization')));
      if (token === null || isRevoked(store, 'YOUTUBE', token)) return unauthorized();
      const query = c.req.query();
      return queryFault(route, query) ?? route.handler({ c, parts, token, query });
    });
  }
  app.post('/token', (c) => refreshTokens(c, store));
  return app;
}

function queryFault({ required, optional = [] }: Route, query: Record<string, string>): Response | null {
  const known = new Set([...required, ...optional]);
  const unknown = Object.keys(query).find((name) => !known.has(name));
  if (unknown !== undefined) {
    return badRequest(
      `Cannot bind query parameter. Field '${unknown}' could not be found in request message.`,
    );
  }
  const missing = required.find((name) => (query[name] ?? '') === '');
  return missing === undefined ? null : badRequest(`Required parameter: ${missing}`);
}

async function refreshTokens(c: Context<SandboxEnv>, store: SandboxStore): Promise<Response> {
  store.countCall('YOUTUBE', 'oauthToken');
  const form = new URLSearchParams(await c.req.text());
  if (form.get('grant_type') !== 'refresh_token') {
    return Response.json({ error: 'unsupported_grant_type' }, { status: 400 });
  }
  const token = readRefreshToken(form.get('refresh_token') ?? undefined);
  if (token === null || isRevoked(store, 'YOUTUBE', token)) {
    const error = { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' };
    return Response.json(error, { status: 400 });
  }
  // The refresh token stays as it is, as a rule; so what is refreshed is counted here.
  const key = `refreshes YOUTUBE ${token.accountId}`;
  const latest = { ...token, refreshes: Math.max(token.refreshes, store.note(key) ?? 0) };
  const next = refreshed(latest);
  store.setNote(key, next.refreshes);
  return Response.json({
    access_token: accessTokenOf(next),
    expires_in: tokenLifeSeconds,
    scope: 'https://www.googleapis.com/auth/youtube.force-ssl',
    token_type: 'Bearer',
  });
}
