import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import type { Logger } from '../log.js';
import { addAvatars } from './avatars.js';
import { addCommentRoutes } from './comment-routes.js';
import { readFeed, readRemoved, type FeedSource } from './feed.js';
import { revokeAll } from './tokens.js';
import { feedFragment, feedPage, postPage, type Shown } from './page.js';
import { feedCss, feedJs } from './page-assets.js';
import type { MediaFiles } from './media-files.js';
import { addMediaRoute } from './media-route.js';
import { ownRequestsOnly } from './own-requests.js';
import type { SandboxEnv } from './publishing.js';
import type { SimulatedPlatform } from './simulator.js';
import { SandboxStore } from './store.js';
import type { Uploads } from './uploads.js';
import { addViewRoute } from './view-route.js';

const requestBytesMax = 1024 * 1024;
const publicationsListed = 1_000;
const postsShown = 100;

export interface SandboxOptions {
  simulators: readonly SimulatedPlatform[];
  /** The URL of the sandbox, without a trailing slash. */
  publicUrl: string;
  /**
   * Allows requests from other machines, by names that the sandbox does not know. The sandbox has no authentication.
   */
  allowRemote?: boolean;
  /** The folder that keeps publications across restarts. If it is null, they are kept in memory. */
  dataDir: string | null;
  files: MediaFiles;
  /** Origins besides this machine's own from which platforms may fetch media. */
  mediaOrigins?: readonly string[];
  /** Simulates a slow connection. Default: no limit. */
  uploadBytesPerSecondMax?: number;
  /** How long a platform processes a video without a mark for it. Default: the platform's usual time. */
  videoWorkMs?: number;
  clock: { now: () => Date };
  log?: Logger;
}

/**
 * The simulated platforms, each under its own path, and their publications: at / for people, at /publications for
 * programs. They simulate other companies' servers, so they share no code with the connectors that call them.
 */
export function createSandbox(options: SandboxOptions): Hono<SandboxEnv> {
  const store = new SandboxStore(options.dataDir, () => options.clock.now(), options.videoWorkMs);
  const { simulators, publicUrl, files, mediaOrigins = [], allowRemote = false } = options;
  const uploads: Uploads = { store, files, bytesPerSecondMax: options.uploadBytesPerSecondMax ?? null };
  const feed: FeedSource = { store, platforms: new Map(simulators.map((one) => [one.name, one])), publicUrl };
  const app = new Hono<SandboxEnv>();
  app.use(ownRequestsOnly({ publicUrl, allowRemote }));
  const limit = bodyLimit({ maxSize: requestBytesMax });
  // Requests with media have their own limits, and must not be held in memory.
  const carriesMedia = (path: string): boolean =>
    simulators.some((one) => path.startsWith(`/${one.path}/`) && one.uploadPath?.test(path) === true);
  app.use((c, next) => (carriesMedia(c.req.path) ? next() : limit(c, next)));
  app.onError((error, c) => {
    options.log?.error({ err: error }, 'the sandbox failed');
    return c.json({ message: 'The sandbox failed.' }, 500);
  });
  for (const { name, path, create, accounts, badgeColor } of simulators) {
    const baseUrl = `${publicUrl}/${path}`;
    const server = create({ platform: name, store, uploads, baseUrl, publicUrl, mediaOrigins });
    addAvatars(server, accounts, badgeColor);
    app.route(`/${path}`, server);
  }
  addProgramRoutes(app, uploads, feed);
  addCommentRoutes(app, feed);
  addViewRoute(app, feed);
  addMediaRoute(app, uploads);
  addPages(app, feed);
  return app;
}

function addProgramRoutes(app: Hono<SandboxEnv>, { store, files }: Uploads, feed: FeedSource): void {
  const filterSchema = z.object({
    platform: z.enum([...feed.platforms.keys()]).optional(),
    accountId: z.string().optional(),
    limit: z.coerce.number().int().min(1).max(10_000).default(publicationsListed),
  });
  app.get('/publications', (c) => {
    const filter = filterSchema.safeParse(c.req.query());
    if (!filter.success) return c.json({ message: z.prettifyError(filter.error) }, 400);
    return c.json({ data: readFeed(feed, filter.data), removed: readRemoved(feed, filter.data) });
  });
  app.delete('/publications', (c) => {
    store.clear();
    files.clear();
    return c.body(null, 204);
  });
  const grantSchema = z.object({
    platform: z.enum([...feed.platforms.keys()]),
    accountId: z.string().max(200),
  });
  app.post('/grants/revoke', async (c) => {
    const grant = grantSchema.safeParse(Object.fromEntries(new URLSearchParams(await c.req.text())));
    if (!grant.success) return c.json({ message: z.prettifyError(grant.error) }, 400);
    revokeAll({ store, platform: grant.data.platform }, grant.data.accountId);
    return c.redirect('/', 303);
  });
  app.get('/uploads', (c) => c.json({ data: store.uploads() }));
  app.get('/calls', (c) => c.json({ data: store.calls() }));
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
}

function addPages(app: Hono<SandboxEnv>, feed: FeedSource): void {
  // The texts are untrusted, so the page may load only our own two files.
  const headers = {
    'content-security-policy':
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
  const { platforms } = feed;
  const css = feedCss(platforms.values());
  const shown = (): Shown => ({
    posts: readFeed(feed, { limit: postsShown }),
    removed: readRemoved(feed, { limit: postsShown }),
  });
  const showPost = async (c: Context<SandboxEnv>, platform: string, id: string): Promise<Response> => {
    const post = readFeed(feed, { platform, limit: publicationsListed }).find(
      ({ externalPostId, comments }) =>
        externalPostId === id || comments.some(({ externalCommentId }) => externalCommentId === id),
    );
    return post === undefined ? c.notFound() : c.html(await postPage(post, platforms), 200, headers);
  };
  app.get('/', async (c) => c.html(await feedPage(shown(), platforms), 200, headers));
  app.get('/feed', async (c) => c.html(await feedFragment(shown(), platforms), 200, headers));
  app.get('/assets/feed.css', (c) => c.body(css, 200, { ...headers, 'content-type': 'text/css' }));
  app.get('/assets/feed.js', (c) => c.body(feedJs, 200, { ...headers, 'content-type': 'text/javascript' }));
  for (const { name, path, postPages = [] } of platforms.values()) {
    app.get(`/posts/${path}/:id`, (c) => showPost(c, name, c.req.param('id')));
    for (const { path: below, idOf } of postPages) {
      app.get(`/${path}${below}`, (c) => {
        const param = (part: string): string => c.req.param(part) ?? c.req.query(part) ?? '';
        return showPost(c, name, idOf?.(param) ?? param('id'));
      });
    }
  }
}
