import { Hono } from 'hono';
import { bearerOf } from '../../../sandbox/call.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts, Simulator } from '../../../sandbox/simulator.js';
import { tokenPair } from '../../../sandbox/tokens.js';
import { accountWithoutChannel, youTubeAccounts } from './accounts.js';
import { insertCaption, listCaptions } from './captions.js';
import { deleteVideo, updateVideo } from './change-video.js';
import {
  deleteComment,
  insertComment,
  insertThread,
  listComments,
  listThreads,
  youTubeComments,
} from './comments.js';
import { badRequest, dialect, insufficientScopes, signupRequired, unauthorized } from './errors.js';
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
import { listVideos, type YouTubeCall } from './videos.js';

type Handler = (call: YouTubeCall) => Response | Promise<Response>;

/** The requirements of a call: one of these scopes, and query parameters, some of which may be missing. */
interface Needs {
  scopes: readonly string[];
  required: readonly string[];
  optional?: readonly string[];
}

const reading = ['youtube.readonly', 'youtube', 'youtube.force-ssl'];
const uploading = ['youtube.upload', 'youtube', 'youtube.force-ssl'];
const managing = ['youtube', 'youtube.force-ssl'];
const commenting = ['youtube.force-ssl'];
const paging = ['maxResults', 'pageToken'];
const ordered = ['order', 'textFormat', ...paging];
const v3 = '/youtube/v3';

/** Simulates the YouTube Data API v3 with Google's OAuth. Any channel exists; the id in the token is the channel's. */
function create(parts: SimulatorParts): Hono<SandboxEnv> {
  const { store, platform } = parts;
  const app = new Hono<SandboxEnv>();
  const on = (method: string, path: string, operation: string, needs: Needs, handler: Handler): void => {
    app.on(method, path, (c) => {
      store.countCall(platform, operation);
      const token = bearerOf(c, parts);
      if (token === null) return unauthorized();
      if (!isGranted(parts, token, needs.scopes)) return insufficientScopes();
      const isChannel = token.accountId !== accountWithoutChannel.externalAccountId;
      if (!isChannel && handler !== listChannels) return signupRequired();
      const query = c.req.query();
      return queryFault(needs, query) ?? handler({ ...parts, c, token, dialect, query });
    });
  };
  const read = (required: string[], optional: string[] = []): Needs => ({
    scopes: reading,
    required,
    optional,
  });
  const comment = (required: string[], optional: string[] = []): Needs => ({
    scopes: commenting,
    required,
    optional,
  });
  const started = { scopes: uploading, required: ['part', 'uploadType'], optional: ['notifySubscribers'] };
  const sent = { scopes: uploading, required: ['part', 'uploadType', 'upload_id'] };
  const thumbnail = { scopes: uploading, required: ['videoId'], optional: ['uploadType'] };
  on('POST', `/upload${v3}/videos`, 'videosInsert', started, startSession);
  on('PUT', `/upload${v3}/videos`, 'videosUpload', sent, putToSession);
  on('POST', `/upload${v3}/thumbnails/set`, 'thumbnailsSet', thumbnail, setThumbnail);
  const captions = { ...comment(['part']), optional: ['uploadType'] };
  on('POST', `/upload${v3}/captions`, 'captionsInsert', captions, insertCaption);
  on('GET', `${v3}/captions`, 'captionsList', comment(['part', 'videoId']), listCaptions);
  on('GET', `${v3}/videos`, 'videosList', read(['part', 'id']), listVideos);
  on('DELETE', `${v3}/videos`, 'videosDelete', { scopes: managing, required: ['id'] }, deleteVideo);
  on('PUT', `${v3}/videos`, 'videosUpdate', { scopes: managing, required: ['part'] }, updateVideo);
  on('GET', `${v3}/channels`, 'channelsList', read(['part', 'mine']), listChannels);
  on('GET', `${v3}/playlists`, 'playlistsList', read(['part', 'mine'], paging), listPlaylists);
  const items = read(['part', 'playlistId'], ['videoId', ...paging]);
  on('GET', `${v3}/playlistItems`, 'playlistItemsList', items, listPlaylistItems);
  const inserted = { scopes: managing, required: ['part'] };
  on('POST', `${v3}/playlistItems`, 'playlistItemsInsert', inserted, insertPlaylistItem);
  on('GET', `${v3}/videoCategories`, 'videoCategoriesList', read(['part', 'regionCode']), listCategories);
  on('GET', `${v3}/commentThreads`, 'commentThreadsList', comment(['part', 'videoId'], ordered), listThreads);
  on('POST', `${v3}/commentThreads`, 'commentThreadsInsert', comment(['part']), insertThread);
  const replies = comment(['part'], ['parentId', 'id', 'textFormat', ...paging]);
  on('GET', `${v3}/comments`, 'commentsList', replies, listComments);
  on('POST', `${v3}/comments`, 'commentsInsert', comment(['part']), insertComment);
  on('DELETE', `${v3}/comments`, 'commentsDelete', comment(['id']), deleteComment);
  addGoogleOAuth(app, parts);
  return app;
}

function queryFault({ required, optional = [] }: Needs, query: Record<string, string>): Response | null {
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

export const simulator: Simulator = {
  create,
  uploadPath: /\/upload\/youtube\/v3\//,
  marks: {
    'quota-spent': 'The video is accepted. After that, the app can upload nothing for two seconds.',
    'upload-limit': 'The channel can upload no more videos today. First time only.',
    'session-gone':
      'The upload session ends before its last byte, and nothing is published. First time only.',
    'forget-session': 'The video is published, but the connection breaks, and the upload session is gone.',
    'late-in-list': 'The video or comment appears in lists two seconds after it is published.',
    'locked-private': 'The video stays private, as if Google had not audited the app.',
    'subtitles-drop': 'The subtitles are added, but the connection breaks before the response.',
    'no-thumbnails': 'The channel cannot set its own thumbnails.',
  },
  badgeColor: '#c4302b',
  counters: ['views', 'likes'],
  exampleOptions: { title: 'A video from Punctual', madeForKids: false },
  postPages: [{ path: '/watch', idOf: (param) => param('v') }],
  comments: youTubeComments,
  accounts: youTubeAccounts,
  credentialsOf: tokenPair,
};
