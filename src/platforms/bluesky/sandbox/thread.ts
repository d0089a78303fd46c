import type { Hono } from 'hono';
import { z } from 'zod';
import { countersOf } from '../../../sandbox/counters.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatedComments } from '../../../sandbox/simulator.js';
import type { StoredPublication } from '../../../sandbox/store.js';
import { handleOf as handleOfName } from '../../../sandbox/visitors.js';
import { shownAccount } from './accounts.js';
import { xrpcError } from './errors.js';
import { cidOf, didOf, tidOf } from './ids.js';
import type { BlueskyParts } from './media.js';

const querySchema = z.object({
  uri: z.string().startsWith('at://'),
  depth: z.coerce.number().int().min(0).max(1_000).default(6),
  parentHeight: z.coerce.number().int().min(0).max(1_000).default(80),
});

/** Adds app.bsky.feed.getPostThread. A server asks the network for a thread only on behalf of its own accounts. */
export function addThreads(app: Hono<SandboxEnv>, parts: BlueskyParts): void {
  app.get('/xrpc/app.bsky.feed.getPostThread', (c) => {
    const token = parts.access.readLiving(c);
    if (token instanceof Response) return token;
    const query = querySchema.safeParse(c.req.query()).data;
    if (query === undefined) return xrpcError(400, 'InvalidRequest', 'Error: uri must be a valid at-uri');
    const post = parts.store.find('BLUESKY', query.uri);
    if (post === undefined) return xrpcError(400, 'NotFound', `Post not found: ${query.uri}`);
    const replies = byParent(parts.store.list({ platform: 'BLUESKY' }));
    return c.json({ thread: threadView(parts, post, replies, query.depth) });
  });
}

const urisSchema = z.array(z.string().startsWith('at://')).min(1).max(25);

/** Adds app.bsky.feed.getPosts. Posts that do not exist are left out. */
export function addPosts(app: Hono<SandboxEnv>, parts: BlueskyParts): void {
  app.get('/xrpc/app.bsky.feed.getPosts', (c) => {
    const token = parts.access.readLiving(c);
    if (token instanceof Response) return token;
    const uris = urisSchema.safeParse(c.req.queries('uris')).data;
    if (uris === undefined)
      return xrpcError(400, 'InvalidRequest', 'Error: uris must be 1 to 25 valid at-uris');
    const found = uris.flatMap((uri) => parts.store.find('BLUESKY', uri) ?? []);
    const replies = byParent(parts.store.list({ platform: 'BLUESKY' }));
    const posts = found.map((post) => postView(parts, post, replies.get(post.externalPostId)?.length ?? 0));
    return c.json({ posts });
  });
}

type RepliesByParent = ReadonlyMap<string, readonly StoredPublication[]>;

function byParent(all: readonly StoredPublication[]): RepliesByParent {
  const replies = new Map<string, StoredPublication[]>();
  for (const post of all) {
    if (post.parentId === null) continue;
    const siblings = replies.get(post.parentId);
    if (siblings === undefined) replies.set(post.parentId, [post]);
    else siblings.push(post);
  }
  return replies;
}

function threadView(
  parts: BlueskyParts,
  post: StoredPublication,
  all: RepliesByParent,
  depth: number,
): object {
  const replies = all.get(post.externalPostId) ?? [];
  return {
    $type: 'app.bsky.feed.defs#threadViewPost',
    post: postView(parts, post, replies.length),
    ...(depth > 0 && { replies: replies.map((reply) => threadView(parts, reply, all, depth - 1)) }),
  };
}

function postView(parts: BlueskyParts, post: StoredPublication, replyCount: number): object {
  // Comments of visitors have no likes or shares.
  const { likes, shares } = post.parentId === null ? countersOf(parts.store, post) : { likes: 0, shares: 0 };
  return {
    uri: post.externalPostId,
    cid: post.extra['cid'],
    author: authorOf(parts, post),
    record: recordOf(post),
    replyCount,
    repostCount: shares,
    likeCount: likes,
    quoteCount: 0,
    indexedAt: post.publishedAt,
    viewer: { threadMuted: false, embeddingDisabled: false },
    labels: [],
  };
}

/** The record with its current text, which may have been edited on the page of the sandbox. */
export function recordOf({ extra, text }: StoredPublication): object {
  return { ...(typeof extra['record'] === 'object' ? extra['record'] : {}), text };
}

function authorOf({ store, baseUrl }: BlueskyParts, { accountId: did, visitor }: StoredPublication): object {
  const { handle, name } = visitor ?? { handle: undefined, name: undefined };
  const known = shownAccount(store, did);
  return {
    did,
    handle: handle ?? known.handle,
    displayName: name ?? known.displayName,
    avatar: `${baseUrl}/img/avatar/${did}`,
  };
}

export const blueskyVisitors: SimulatedComments = {
  newComment: ({ store, post, parent, accountId }) => {
    const ref = ({ externalPostId: uri, extra }: StoredPublication) => ({ uri, cid: extra['cid'] });
    const record = {
      $type: 'app.bsky.feed.post',
      createdAt: store.now().toISOString(),
      reply: { root: ref(post), parent: ref(parent) },
    };
    const externalPostId = `at://${accountId}/app.bsky.feed.post/${tidOf(BigInt(store.newNumericId()))}`;
    return { externalPostId, extra: { cid: cidOf({ ...record, externalPostId }), record } };
  },
  visitor: (name) => {
    const handle = `${handleOfName(name).replaceAll(/^\.+|\.+$/g, '') || 'visitor'}.bsky.test`;
    return { accountId: didOf(handle), handle };
  },
};
