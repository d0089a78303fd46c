import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import type { Logger } from '../log.js';
import { createBlueskySandbox } from '../platforms/bluesky/sandbox/create-sandbox.js';
import { readFeed, type FeedPost } from './feed.js';
import { feedFragment, feedPage, postPage } from './page.js';
import { feedCss, feedJs } from './page-assets.js';
import type { MediaFiles } from './media-files.js';
import { addMediaRoute } from './media-route.js';
import type { SandboxEnv } from './publishing.js';
import { sandboxPlatforms, SandboxStore } from './store.js';
import { createThreadsSandbox } from '../platforms/threads/sandbox/create-sandbox.js';
import type { Uploads } from './uploads.js';
import { createXSandbox } from '../platforms/x/sandbox/create-sandbox.js';

const requestBytesMax = 1024 * 1024;
const uploadPath = /\/(append|com\.atproto\.repo\.uploadBlob|app\.bsky\.video\.uploadVideo)$/;
const publicationsListed = 1_000;
const postsShown = 100;

export interface SandboxOptions {
  /** The address under which the sandbox is reached, without a trailing slash. */
  publicUrl: string;
  /** Where publications are kept over a restart; null keeps them in memory. */
  dataDir: string | null;
  files: MediaFiles;
  /** Origins beside this machine's own that media may be fetched from, by platforms that take addresses. */
  mediaOrigins?: readonly string[];
  /** As of a slow line. Default: as fast as they come. */
  uploadBytesPerSecondMax?: number;
  clock: { now: () => Date };
  log?: Logger;
}

/**
 * The simulated platforms, under /bluesky, /x and /threads, and what they published: for people at /, for programs
 * at /publications. They stand for foreign servers, so they share no code with the connectors that talk to them.
 */
export function createSandbox(options: SandboxOptions): Hono<SandboxEnv> {
  const store = new SandboxStore(options.dataDir, () => options.clock.now());
  const { publicUrl, files } = options;
  const uploads: Uploads = { store, files, bytesPerSecondMax: options.uploadBytesPerSecondMax ?? null };
  const app = new Hono<SandboxEnv>();
  const limit = bodyLimit({ maxSize: requestBytesMax });
  // Media have limits of their own, and are not to be held in memory.
  app.use((c, next) => (uploadPath.test(c.req.path) ? next() : limit(c, next)));
  app.onError((error, c) => {
    options.log?.error({ err: error }, 'the sandbox failed');
    return c.json({ message: 'The sandbox failed.' }, 500);
  });
  app.route('/bluesky', createBlueskySandbox(store, uploads, `${publicUrl}/bluesky`));
  app.route('/x', createXSandbox(store, uploads));
  app.route(
    '/threads',
    createThreadsSandbox(store, uploads, { publicUrl, mediaOrigins: options.mediaOrigins ?? [] }),
  );
  addProgramRoutes(app, uploads, publicUrl);
  addMediaRoute(app, uploads);
  addPages(app, store, publicUrl);
  return app;
}

const filterSchema = z.object({
  platform: z.enum(sandboxPlatforms).optional(),
  accountId: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(10_000).default(publicationsListed),
});

function addProgramRoutes(app: Hono<SandboxEnv>, { store, files }: Uploads, publicUrl: string): void {
  app.get('/publications', (c) => {
    const filter = filterSchema.safeParse(c.req.query());
    if (!filter.success) return c.json({ message: z.prettifyError(filter.error) }, 400);
    return c.json({ data: readFeed(store, publicUrl, filter.data) });
  });
  app.delete('/publications', (c) => {
    store.clear();
    files.clear();
    return c.body(null, 204);
  });
  app.get('/uploads', (c) => c.json({ data: store.uploads() }));
  app.get('/calls', (c) => c.json({ data: store.calls() }));
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
}

function addPages(app: Hono<SandboxEnv>, store: SandboxStore, publicUrl: string): void {
  // Texts are other people's: nothing but our own two files may run or be loaded.
  const headers = {
    'content-security-policy':
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
  const posts = (): FeedPost[] => readFeed(store, publicUrl, { limit: postsShown });
  const showPost = async (c: Context<SandboxEnv>, platform: string, id: string): Promise<Response> => {
    const post = readFeed(store, publicUrl, { platform, limit: publicationsListed }).find(
      ({ externalPostId, comments }) =>
        externalPostId === id || comments.some(({ externalCommentId }) => externalCommentId === id),
    );
    return post === undefined ? c.notFound() : c.html(await postPage(post), 200, headers);
  };
  app.get('/', async (c) => c.html(await feedPage(posts()), 200, headers));
  app.get('/feed', async (c) => c.html(await feedFragment(posts()), 200, headers));
  app.get('/assets/feed.css', (c) => c.body(feedCss, 200, { ...headers, 'content-type': 'text/css' }));
  app.get('/assets/feed.js', (c) => c.body(feedJs, 200, { ...headers, 'content-type': 'text/javascript' }));
  app.get('/posts/:platform/:id', (c) =>
    showPost(c, c.req.param('platform').toUpperCase(), c.req.param('id')),
  );
  // Under each platform as its own site has them, so that a link differs from a real one in the host only.
  app.get('/x/:handle/status/:id', (c) => showPost(c, 'X', c.req.param('id')));
  app.get('/bluesky/profile/:did/post/:rkey', (c) => {
    return showPost(c, 'BLUESKY', `at://${c.req.param('did')}/app.bsky.feed.post/${c.req.param('rkey')}`);
  });
}
