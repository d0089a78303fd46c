import { Hono, type Context } from 'hono';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import { listComments, listPosts, listStories, listVideos, readObject, type Reading } from './reads.js';
import { addAvatars } from '../../../sandbox/avatars.js';
import { lacksScope } from '../../kit/meta/sandbox/login.js';
import { invalid, noPermission, noSuchObject } from './errors.js';
import { facebookPages } from './accounts.js';
import { addFacebookLogin, listAccounts } from './oauth.js';
import {
  publishComment,
  publishFeedPost,
  publishPhotoStory,
  finishVideo,
  type Publishing,
} from './publish.js';
import { nameFault, platform, readRequest, type GraphRequest } from './requests.js';
import {
  addPhoto,
  receiveReel,
  startVideoUpload,
  startReel,
  transferVideo,
  videoOfSession,
} from './uploads.js';
import { videoById } from './videos.js';

type Handler = (c: Context<SandboxEnv>, request: GraphRequest) => Response | Promise<Response>;
type Register = (method: 'GET' | 'POST', path: string, operation: string, handler: Handler) => void;

const version = '/:version{v\\d{1,3}\\.\\d}';

/** The permissions that a person must have granted. */
const scopeOf: Readonly<Record<string, string>> = {
  comment: 'pages_manage_engagement',
  listComments: 'pages_read_user_content',
  subscribe: 'pages_manage_metadata',
};

/** The Graph API for Pages, and the upload host. Any Page exists; the id in the token is the Page's id. */
export function createFacebookSandbox(parts: SimulatorParts): Hono<SandboxEnv> {
  const { store, uploads, baseUrl } = parts;
  const app = new Hono<SandboxEnv>();
  const on: Register = (method, path, operation, handler) => {
    app.on(method, `${version}${path}`, async (c) => {
      store.countCall(platform, operation);
      const request = await readRequest(c, { uploads, store });
      if (request instanceof Response) return request;
      const scope = scopeOf[operation] ?? (c.req.method === 'GET' ? undefined : 'pages_manage_posts');
      if (scope !== undefined && lacksScope(store, platform, request.token, scope))
        return noPermission(scope);
      const page = c.req.param('page');
      return page !== undefined && page !== request.token.accountId
        ? noSuchObject(page)
        : handler(c, request);
    });
  };
  addFacebookLogin(app, parts, version);
  addAvatars(app, facebookPages, '#0866ff');
  on('GET', '/me/accounts', 'listAccounts', (_c, request) => listAccounts(store, baseUrl, request));
  const publishing: Publishing = { store, uploads };
  on('POST', '/:page/feed', 'feed', (c, request) => publishFeedPost(c, publishing, request));
  on('POST', '/:page/photos', 'photos', (c, request) => addPhoto(c, uploads, request));
  on('POST', '/:page/photo_stories', 'photoStories', (c, request) =>
    publishPhotoStory(c, publishing, request),
  );
  addVideoRoutes(on, parts);
  on('POST', '/:page/subscribed_apps', 'subscribe', (_c, request) => subscribe(request));
  on('POST', '/:id/comments', 'comment', (c, request) => publishComment(c, publishing, request));
  app.post(`/video-upload${version}/:id`, (c) => {
    store.countCall(platform, 'videoUpload');
    return receiveReel(c, uploads);
  });
  addReads(on, { store, baseUrl });
  return app;
}

function addVideoRoutes(on: Register, { store, uploads, baseUrl }: SimulatorParts): void {
  const publishing: Publishing = { store, uploads };
  on('POST', '/:page/videos', 'videos', (c, request) => {
    switch (request.params['upload_phase']) {
      case 'start':
        return startVideoUpload(uploads, request);
      case 'transfer':
        return transferVideo(c, uploads, request);
      case 'finish': {
        const names = ['upload_phase', 'upload_session_id', 'description', 'title'];
        const video = videoOfSession(uploads, request);
        return nameFault(request, names) ?? finishVideo(c, publishing, request, video);
      }
      default:
        return invalid('The parameter upload_phase must be start, transfer or finish.');
    }
  });
  for (const [edge, as] of [
    ['video_reels', 'reel'],
    ['video_stories', 'video-story'],
  ] as const) {
    on('POST', `/:page/${edge}`, edge, (c, request) => {
      const { upload_phase: phase, video_id: id = '', video_state: state } = request.params;
      if (phase?.toLowerCase() === 'start') {
        return startReel(uploads, request, as, (videoId) => `${baseUrl}/video-upload/v1.0/${videoId}`);
      }
      if (phase?.toLowerCase() !== 'finish')
        return invalid('The parameter upload_phase must be start or finish.');
      const words = as === 'reel' ? ['description', 'title', 'place'] : [];
      const fault = nameFault(request, ['upload_phase', 'video_id', 'video_state', ...words], ['video_id']);
      if (fault !== null) return fault;
      if (state !== 'PUBLISHED') return invalid('The sandbox knows only the video_state PUBLISHED.');
      const video = videoById(store, id);
      const isTheirs = video?.accountId === request.token.accountId && video.as === as;
      return finishVideo(c, publishing, request, isTheirs ? video : undefined);
    });
  }
}

/** POST /{page}/subscribed_apps. The sandbox pushes nothing. */
function subscribe(request: GraphRequest): Response {
  const fault = nameFault(request, ['subscribed_fields'], ['subscribed_fields']);
  if (fault !== null) return fault;
  const { subscribed_fields: fields = '' } = request.params;
  return fields === 'feed'
    ? Response.json({ success: true })
    : invalid('The sandbox knows only the field feed.');
}

function addReads(on: Register, reading: Reading): void {
  on('GET', '/:page/published_posts', 'listPosts', (_c, request) => listPosts(reading, request));
  on('GET', '/:page/videos', 'listVideos', (_c, request) => listVideos(reading, request, 'film'));
  on('GET', '/:page/video_reels', 'listReels', (_c, request) => listVideos(reading, request, 'reel'));
  on('GET', '/:page/stories', 'listStories', (_c, request) => listStories(reading, request));
  on('GET', '/:id/comments', 'listComments', (c, request) =>
    listComments(reading, request, c.req.param('id') ?? ''),
  );
  on('GET', '/:id', 'getObject', (c, request) => readObject(reading, request, c.req.param('id') ?? ''));
}
