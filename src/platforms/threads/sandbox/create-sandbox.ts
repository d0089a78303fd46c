import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { answerPublishing, type SandboxEnv } from '../../../sandbox/publishing.js';
import { readMarks } from '../../../sandbox/marks.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import type { SandboxStore, StoredPublication } from '../../../sandbox/store.js';
import { statusOf } from '../../kit/meta/sandbox/containers.js';
import { createCarousel, createMediaContainer, type ThreadsMediaParts } from './media.js';
import { paramFault, shownOf } from './params.js';
import { isQuotaSpent, quotaAnswer, spendQuota } from './quota.js';
import { isDead } from '../../../sandbox/grants.js';
import { lacksScope } from '../../kit/meta/sandbox/login.js';
import { addAvatars } from '../../../sandbox/avatars.js';
import { commentsUnder } from '../../../sandbox/visitors.js';
import { readAccessToken, type SandboxToken } from '../../../sandbox/tokens.js';
import {
  couldNotFetch,
  dialect,
  expiredToken,
  graphError,
  invalid,
  mediaNotFound,
  noPermission,
  noSuchObject,
} from './errors.js';
import { threadsAccounts } from './accounts.js';
import { addThreadsLogin, debugAnswer, exchangeToken, meAnswer, refreshToken } from './oauth.js';

const textCharsMax = 500;

type Params = Record<string, string>;
type Handler = (c: Context<SandboxEnv>, token: SandboxToken, params: Params) => Response | Promise<Response>;

type Register = (method: 'GET' | 'POST', path: string, operation: string, handler: Handler) => void;

/** Threads API v1.0. Any user exists; the id in the token is the user's id. */
export function createThreadsSandbox(simulated: SimulatorParts): Hono<SandboxEnv> {
  const { store, uploads, baseUrl, publicUrl, mediaOrigins } = simulated;
  const parts: ThreadsMediaParts = { store, uploads, mediaOrigins, dialect, invalid, couldNotFetch };
  const app = new Hono<SandboxEnv>();
  addThreadsLogin(app, simulated);
  addAvatars(app, threadsAccounts, '#7a2fb5');
  /** Counts the call, reads its parameters from the query or the form, and requires a valid token. */
  const on: Register = (method, path, operation, handler) => {
    app.on(method, path, async (c) => {
      store.countCall('THREADS', operation);
      const params =
        method === 'GET'
          ? c.req.query()
          : Object.fromEntries(new URLSearchParams(await c.req.text()).entries());
      const token = readAccessToken(params['access_token']);
      if (token === null) return graphError(400, { code: 190, message: 'Invalid OAuth access token.' });
      // A refresh gives more detailed errors.
      if (operation !== 'refreshAccessToken' && isDead(store, 'THREADS', token)) return expiredToken();
      const user = c.req.param('user');
      if (user !== undefined && user !== 'me' && user !== token.accountId) return noSuchObject();
      return handler(c, token, params);
    });
  };
  on('GET', '/access_token', 'exchangeToken', (_c, token, params) => exchangeToken(store, token, params));
  on('GET', '/refresh_access_token', 'refreshAccessToken', (_c, token, params) =>
    refreshToken(store, token, params),
  );
  on('GET', '/v1.0/debug_token', 'debugToken', (_c, _token, params) => debugAnswer(store, params));
  on('GET', '/v1.0/me', 'me', (_c, token, { fields }) => meAnswer(store, { baseUrl, token, fields }));
  on('POST', '/v1.0/:user/threads', 'createContainer', (c, token, params) =>
    createContainer(c, parts, token, params),
  );
  on('POST', '/v1.0/:user/threads_publish', 'publish', (c, token, params) =>
    publish(c, store, token, params),
  );
  on('GET', '/v1.0/:user/threads_publishing_limit', 'publishingLimit', (_c, token, params) =>
    quotaAnswer(store, token.accountId, params['fields']),
  );
  addReadRoutes(on, store, publicUrl);
  return app;
}

function addReadRoutes(on: Register, store: SandboxStore, publicUrl: string): void {
  on('GET', '/v1.0/:user/threads', 'listThreads', (_c, token, params) => {
    const own = store.list({ platform: 'THREADS', accountId: token.accountId });
    return listAnswer(
      store,
      own.filter(({ parentId }) => parentId === null),
      params,
      { publicUrl, token },
    );
  });
  on('GET', '/v1.0/:user/replies', 'listReplies', (_c, token, params) => {
    const own = store.list({ platform: 'THREADS', accountId: token.accountId });
    return listAnswer(
      store,
      own.filter(({ parentId }) => parentId !== null),
      params,
      { publicUrl, token },
    );
  });
  on('GET', '/v1.0/:id/conversation', 'conversation', (c, token, params) => {
    const id = c.req.param('id') ?? '';
    const post = store.find('THREADS', id);
    if (post?.accountId !== token.accountId) return noSuchObject();
    if (lacksScope(store, 'THREADS', token, 'threads_read_replies')) return noPermission();
    const replies = commentsUnder(store, 'THREADS', id);
    const inOrder = params['reverse'] === 'false' ? replies.reverse() : replies;
    return listAnswer(store, inOrder, params, { publicUrl, token });
  });
  on('GET', '/v1.0/:id', 'getObject', (c, token, params) =>
    objectAnswer(store, c.req.param('id') ?? '', params, { publicUrl, token }),
  );
}

function createContainer(
  c: Context<SandboxEnv>,
  parts: ThreadsMediaParts,
  token: SandboxToken,
  params: Params,
): Response | Promise<Response> {
  const { store } = parts;
  const { media_type: mediaType, text = '', reply_to_id: replyTo = null } = params;
  if ([...text].length > textCharsMax)
    return invalid(`Param text must be at most ${textCharsMax} characters long.`);
  const fault = paramFault(params);
  if (fault !== null) return invalid(fault);
  if (replyTo !== null && store.find('THREADS', replyTo) === undefined) return noSuchObject();
  const scope = replyTo === null ? 'threads_content_publish' : 'threads_manage_replies';
  if (lacksScope(store, 'THREADS', token, scope)) return noPermission();
  const input = { token, params, text, replyTo };
  if (mediaType === 'IMAGE' || mediaType === 'VIDEO') return createMediaContainer(c, parts, input);
  if (mediaType === 'CAROUSEL') return createCarousel(parts, input);
  if (mediaType !== 'TEXT') return invalid('Param media_type must be TEXT, IMAGE, VIDEO or CAROUSEL.');
  if (text === '') return invalid('Param text is required.');
  const id = store.newNumericId();
  store.addContainer({
    id,
    accountId: token.accountId,
    text,
    replyTo,
    media: [],
    shown: shownOf(params),
    isCarouselItem: false,
    readyAt: store.now().toISOString(),
    failure: null,
  });
  return Response.json({ id });
}

/** Publishing a container twice creates two posts. The real behavior is not documented, so assume the worst. */
function publish(
  c: Context<SandboxEnv>,
  store: SandboxStore,
  token: SandboxToken,
  params: Params,
): Response | Promise<Response> {
  const container = store.container(params['creation_id'] ?? '');
  if (container?.accountId !== token.accountId) {
    return mediaNotFound(params['creation_id'] ?? '');
  }
  if (statusOf(container, store.now()) === 'EXPIRED') {
    return graphError(400, {
      code: -2,
      subcode: 2_207_020,
      message: 'The media you are trying to access has expired.',
    });
  }
  if (statusOf(container, store.now()) !== 'FINISHED' && !container.published) {
    return graphError(400, {
      code: 9007,
      subcode: 2_207_027,
      message: 'The media is not ready to be published.',
    });
  }
  const marks = readMarks(container.text);
  if (marks.has('not-found-yet') && isFirstCall(store, container.id)) return mediaNotFound(container.id);
  if (isQuotaSpent(store, token.accountId)) {
    return graphError(403, {
      code: 9,
      subcode: 2_207_042,
      message: 'You reached the maximum number of posts.',
    });
  }
  const parent = container.replyTo === null ? undefined : store.find('THREADS', container.replyTo);
  return answerPublishing(c, store, {
    platform: 'THREADS',
    token,
    text: container.text,
    parent,
    dialect,
    accept: () => {
      const id = store.newNumericId();
      store.publish({
        platform: 'THREADS',
        accountId: token.accountId,
        externalPostId: id,
        text: container.text,
        parentId: container.replyTo,
        rootId: parent === undefined ? null : (parent.rootId ?? parent.externalPostId),
        extra: { containerId: container.id },
        media: container.media,
        shown: container.shown ?? {},
      });
      if (marks.has('quota-spent')) spendQuota(store, token.accountId);
      return Response.json({ id });
    },
  });
}

function isFirstCall(store: SandboxStore, containerId: string): boolean {
  const key = `not-found-yet THREADS ${containerId}`;
  const isFirst = store.note(key) === undefined;
  if (isFirst) store.setNote(key, 1);
  return isFirst;
}

/** One path for both kinds of objects, as in the Graph API. */
function objectAnswer(store: SandboxStore, id: string, params: Params, viewer: Viewer): Response {
  const container = store.container(id);
  if (container !== undefined) {
    const status = statusOf(container, store.now());
    return Response.json({ id, status, ...(status === 'ERROR' ? { error_message: container.failure } : {}) });
  }
  const media = store.find('THREADS', id);
  return media === undefined
    ? noSuchObject()
    : Response.json(mediaFields(store, media, viewer, params['fields']));
}

const listSchema = z.object({
  since: z.coerce.number().default(0),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  after: z.coerce.number().int().min(0).default(0),
});

function listAnswer(store: SandboxStore, all: StoredPublication[], params: Params, viewer: Viewer): Response {
  const query = listSchema.safeParse(params).data;
  if (query === undefined) return invalid('Invalid list parameter.');
  const recent = all.filter(({ publishedAt }) => Date.parse(publishedAt) >= query.since * 1000);
  const page = recent.slice(query.after, query.after + query.limit);
  const end = query.after + page.length;
  const paging = end < recent.length ? { paging: { cursors: { after: String(end) } } } : {};
  return Response.json({
    data: page.map((media) => mediaFields(store, media, viewer, params['fields'])),
    ...paging,
  });
}

/** The account that reads, and where the sandbox shows the posts. */
interface Viewer {
  publicUrl: string;
  token: SandboxToken;
}

function mediaFields(
  store: SandboxStore,
  media: StoredPublication,
  { publicUrl, token }: Viewer,
  fields = 'id',
): object {
  const all: Record<string, unknown> = {
    id: media.externalPostId,
    text: media.text,
    timestamp: media.publishedAt.replace(/\.\d+Z$/, '+0000'),
    permalink: `${publicUrl}/posts/threads/${media.externalPostId}`,
    shortcode: media.externalPostId,
    username: media.visitor?.handle ?? media.accountId,
    is_reply_owned_by_me: media.parentId === null ? undefined : media.accountId === token.accountId,
    media_type: mediaTypeOf(store, media),
    replied_to: media.parentId === null ? undefined : { id: media.parentId },
    root_post: media.rootId === null ? undefined : { id: media.rootId },
  };
  return Object.fromEntries(['id', ...fields.split(',')].map((name) => [name, all[name]]));
}

function mediaTypeOf(store: SandboxStore, { media }: StoredPublication): string {
  const [first, ...others] = media;
  if (first === undefined) return 'TEXT_POST';
  if (others.length > 0) return 'CAROUSEL_ALBUM';
  return store.media(first.mediaId)?.kind === 'VIDEO' ? 'VIDEO' : 'IMAGE';
}
