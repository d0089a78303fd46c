import { Hono } from 'hono';
import { addAvatars } from '../../../sandbox/avatars.js';
import { isDead } from '../../../sandbox/grants.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import { readAccessToken, readBearer } from '../../../sandbox/tokens.js';
import { accountWithoutChannel, youTubeAccounts } from './accounts.js';
import type { YouTubeCall } from './call.js';
import { listComments, listThreads, insertComment, insertThread } from './comments.js';
import { badRequest, insufficientScopes, signupRequired, unauthorized } from './errors.js';
import {
  insertPlaylistItem,
  listCategories,
  listChannels,
  listPlaylistItems,
  listPlaylists,
} from './lists.js';
import { addGoogleOAuth, isGranted } from './oauth.js';
import { putToSession, startSession } from './sessions.js';
import { setThumbnail } from './thumbnails.js';
import { listVideos } from './videos.js';

interface Route {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  operation: string;
  /** One of these scopes is enough. */
  scopes: readonly string[];
  /** The required and the optional query parameters. */
  required: readonly string[];
  optional?: readonly string[];
  handler: (call: YouTubeCall) => Response | Promise<Response>;
}

const reading = ['youtube.readonly', 'youtube', 'youtube.force-ssl'];
const uploading = ['youtube.upload', 'youtube', 'youtube.force-ssl'];
const managing = ['youtube', 'youtube.force-ssl'];
const commenting = ['youtube.force-ssl'];
const paging = ['maxResults', 'pageToken'];
const v3 = '/youtube/v3';

const routes: readonly Route[] = [
  {
    method: 'POST',
    path: `/upload${v3}/videos`,
    operation: 'videosInsert',
    scopes: uploading,
    required: ['part', 'uploadType'],
    optional: ['notifySubscribers'],
    handler: startSession,
  },
  {
    method: 'PUT',
    path: `/upload${v3}/videos`,
    operation: 'videosUpload',
    scopes: uploading,
    required: ['part', 'uploadType', 'upload_id'],
    handler: putToSession,
  },
  {
    method: 'POST',
    path: `/upload${v3}/thumbnails/set`,
    operation: 'thumbnailsSet',
    scopes: uploading,
    required: ['videoId'],
    optional: ['uploadType'],
    handler: setThumbnail,
  },
  {
    method: 'GET',
    path: `${v3}/videos`,
    operation: 'videosList',
    scopes: reading,
    required: ['part', 'id'],
    handler: listVideos,
  },
  {
    method: 'GET',
    path: `${v3}/channels`,
    operation: 'channelsList',
    scopes: reading,
    required: ['part', 'mine'],
    handler: listChannels,
  },
  {
    method: 'GET',
    path: `${v3}/playlists`,
    operation: 'playlistsList',
    scopes: reading,
    required: ['part', 'mine'],
    optional: paging,
    handler: listPlaylists,
  },
  {
    method: 'GET',
    path: `${v3}/playlistItems`,
    operation: 'playlistItemsList',
    scopes: reading,
    required: ['part', 'playlistId'],
    optional: ['videoId', ...paging],
    handler: listPlaylistItems,
  },
  {
    method: 'POST',
    path: `${v3}/playlistItems`,
    operation: 'playlistItemsInsert',
    scopes: managing,
    required: ['part'],
    handler: insertPlaylistItem,
  },
  {
    method: 'GET',
    path: `${v3}/videoCategories`,
    operation: 'videoCategoriesList',
    scopes: reading,
    required: ['part', 'regionCode'],
    handler: listCategories,
  },
  {
    method: 'GET',
    path: `${v3}/commentThreads`,
    operation: 'commentThreadsList',
    scopes: commenting,
    required: ['part', 'videoId'],
    optional: ['order', 'textFormat', ...paging],
    handler: listThreads,
  },
  {
    method: 'POST',
    path: `${v3}/commentThreads`,
    operation: 'commentThreadsInsert',
    scopes: commenting,
    required: ['part'],
    handler: insertThread,
  },
  {
    method: 'GET',
    path: `${v3}/comments`,
    operation: 'commentsList',
    scopes: commenting,
    required: ['part', 'parentId'],
    optional: ['textFormat', ...paging],
    handler: listComments,
  },
  {
    method: 'POST',
    path: `${v3}/comments`,
    operation: 'commentsInsert',
    scopes: commenting,
    required: ['part'],
    handler: insertComment,
  },
];

/** YouTube Data API v3 with Google's OAuth. Any channel exists; the id in the token is the channel's. */
export function createYouTubeSandbox(parts: SimulatorParts): Hono<SandboxEnv> {
  const { store } = parts;
  const app = new Hono<SandboxEnv>();
  for (const route of routes) {
    app.on(route.method, route.path, (c) => {
      store.countCall('YOUTUBE', route.operation);
      const token = readAccessToken(readBearer(c.req.header('authorization')));
      if (token === null || isDead(store, 'YOUTUBE', token)) return unauthorized();
      if (!isGranted(store, token, route.scopes)) return insufficientScopes();
      const isChannel = token.accountId !== accountWithoutChannel.externalAccountId;
      if (!isChannel && route.handler !== listChannels) return signupRequired();
      const query = c.req.query();
      return queryFault(route, query) ?? route.handler({ c, parts, token, query });
    });
  }
  addGoogleOAuth(app, parts);
  addAvatars(app, youTubeAccounts, '#c4302b');
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
