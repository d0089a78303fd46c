import type { Hono } from 'hono';
import { z } from 'zod';
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
    post: {
      uri: post.externalPostId,
      cid: post.extra['cid'],
      author: authorOf(parts, post),
      record: recordOf(post),
      replyCount: replies.length,
      repostCount: 0,
      likeCount: 0,
      quoteCount: 0,
      indexedAt: post.publishedAt,
      viewer: { threadMuted: false, embeddingDisabled: false },
      labels: [],
    },
    ...(depth > 0 && { replies: replies.map((reply) => threadView(parts, reply, all, depth - 1)) }),
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
