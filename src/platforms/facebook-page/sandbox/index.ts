import { Hono } from 'hono';
import type { Register } from '../../../sandbox/call.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts, Simulator } from '../../../sandbox/simulator.js';
import { accessTokenAlone } from '../../../sandbox/tokens.js';
import { noSuchObject } from '../../kit/meta/sandbox/errors.js';
import { lacksScope } from '../../kit/meta/sandbox/login.js';
import { facebookPages } from './accounts.js';
import { invalid, noPermission } from './errors.js';
import { changeObject, removeObject } from './moderation.js';
import { addFacebookLogin } from './oauth.js';
import { listAccounts, listBusinesses, listPortfolio } from './pages.js';
import { finishVideo, publishComment, publishFeedPost, publishPhotoStory, newComment } from './publish.js';
import { listComments, listPosts, listStories, listVideos, readObject } from './reads.js';
import { nameFault, platform, readCall, type GraphCall } from './requests.js';
import {
  addPhoto,
  receiveReel,
  startReel,
  startVideoUpload,
  transferVideo,
  videoOfSession,
} from './uploads.js';
import { videoById } from './videos.js';

const version = '/:version{v\\d{1,3}\\.\\d}';

/** The permission that each call requires. */
const scopeOf: Readonly<Record<string, string>> = {
  comment: 'pages_manage_engagement',
  listComments: 'pages_read_user_content',
  subscribe: 'pages_manage_metadata',
  listBusinesses: 'business_management',
  owned_pages: 'business_management',
  client_pages: 'business_management',
};

/** Simulates the Graph API for Pages and the upload host. Any Page exists; the id in the token is the Page's id. */
function create(parts: SimulatorParts): Hono<SandboxEnv> {
  const { store } = parts;
  const app = new Hono<SandboxEnv>();
  const on: Register<GraphCall> = (method, path, operation, handler) => {
    app.on(method, `${version}${path}`, async (c) => {
      store.countCall(platform, operation);
      const call = await readCall(c, parts);
      if (call instanceof Response) return call;
      const scope = scopeOf[operation] ?? (c.req.method === 'GET' ? undefined : 'pages_manage_posts');
      if (scope !== undefined && lacksScope(call, scope)) return noPermission(scope);
      const page = c.req.param('page');
      return page !== undefined && page !== call.token.accountId ? noSuchObject(page) : handler(call);
    });
  };
  addFacebookLogin(app, parts, version);
  on('GET', '/me/accounts', 'listAccounts', listAccounts);
  on('GET', '/me/businesses', 'listBusinesses', listBusinesses);
  for (const edge of ['owned_pages', 'client_pages'] as const) {
    on('GET', `/:business/${edge}`, edge, (call) => listPortfolio(call, edge));
  }
  on('POST', '/:page/feed', 'feed', publishFeedPost);
  on('POST', '/:page/photos', 'photos', addPhoto);
  on('POST', '/:page/photo_stories', 'photoStories', publishPhotoStory);
  addVideoRoutes(on);
  on('POST', '/:page/subscribed_apps', 'subscribe', subscribe);
  on('POST', '/:id/comments', 'comment', publishComment);
  app.post(`/video-upload${version}/:id`, (c) => receiveReel(c, parts));
  on('GET', '/:page/published_posts', 'listPosts', listPosts);
  on('GET', '/:page/videos', 'listVideos', (call) => listVideos(call, 'film'));
  on('GET', '/:page/video_reels', 'listReels', (call) => listVideos(call, 'reel'));
  on('GET', '/:page/stories', 'listStories', listStories);
  on('GET', '/:id/comments', 'listComments', listComments);
  on('GET', '/:id', 'getObject', readObject);
  on('POST', '/:id', 'changeObject', changeObject);
  on('DELETE', '/:id', 'deleteObject', removeObject);
  return app;
}

function addVideoRoutes(on: Register<GraphCall>): void {
  on('POST', '/:page/videos', 'videos', (call) => {
    switch (call.params['upload_phase']) {
      case 'start':
        return startVideoUpload(call);
      case 'transfer':
        return transferVideo(call);
      case 'finish': {
        const names = ['upload_phase', 'upload_session_id', 'description', 'title'];
        return nameFault(call, names) ?? finishVideo(call, videoOfSession(call));
      }
      default:
        return invalid('The parameter upload_phase must be start, transfer or finish.');
    }
  });
  for (const [edge, as] of [
    ['video_reels', 'reel'],
    ['video_stories', 'video-story'],
  ] as const) {
    on('POST', `/:page/${edge}`, edge, (call) => {
      const { upload_phase: phase, video_id: id = '', video_state: state } = call.params;
      if (phase?.toLowerCase() === 'start') return startReel(call, as);
      if (phase?.toLowerCase() !== 'finish')
        return invalid('The parameter upload_phase must be start or finish.');
      const words = as === 'reel' ? ['description', 'title', 'place'] : [];
      const fault = nameFault(call, ['upload_phase', 'video_id', 'video_state', ...words], ['video_id']);
      if (fault !== null) return fault;
      if (state !== 'PUBLISHED') return invalid('The sandbox knows only the video_state PUBLISHED.');
      const video = videoById(call.store, id);
      const isTheirs = video?.accountId === call.token.accountId && video.as === as;
      return finishVideo(call, isTheirs ? video : undefined);
    });
  }
}

/** POST /{page}/subscribed_apps. The sandbox sends no webhooks for it. */
function subscribe(call: GraphCall): Response {
  const fault = nameFault(call, ['subscribed_fields'], ['subscribed_fields']);
  if (fault !== null) return fault;
  return call.params['subscribed_fields'] === 'feed'
    ? Response.json({ success: true })
    : invalid('The sandbox knows only the field feed.');
}

export const simulator: Simulator = {
  create,
  uploadPath: /^\/facebook-page\/(v\d+\.\d\/[^/]+\/(photos|videos)|video-upload\/.*)$/,
  marks: {
    'graph-error':
      'The post is rejected with that documented error, as in [sandbox:graph-error=368]. In an image or video: its upload is.',
    'chunk-refused':
      'In a video: the first attempt to send its chunk is rejected with 1363037, which names the same bytes again.',
    'late-processing':
      'A video is accepted, and becomes public after that many milliseconds, as in [sandbox:late-processing=5000].',
    'late-refusal': 'A video is accepted, and rejected afterwards.',
    'other-app': 'An edit is rejected, as if another app had made the post.',
    'listed-late': 'The post or comment is missing from lists for two seconds.',
    'reels-spent': 'The reel is accepted. After that, the Page can publish no reels for two seconds.',
  },
  badgeColor: '#0866ff',
  counters: ['likes', 'shares'],
  postPages: [
    { path: '/:page/posts/:id' },
    { path: '/:page/videos/:id' },
    { path: '/reel/:id' },
    { path: '/stories/:page/:id' },
    { path: '/:id' },
  ],
  comments: { newComment },
  accounts: facebookPages,
  credentialsOf: accessTokenAlone,
};
