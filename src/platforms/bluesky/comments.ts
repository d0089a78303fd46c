import { z } from 'zod';
import { isSuccess, readAnswer } from '../kit/call.js';
import type { CommentedPost, CommentsAnswer, PlatformComment, PlatformComments } from '../kit/comments.js';
import type { PlatformSession } from '../kit/session.js';
import { addressOf } from './commit.js';
import type { BlueskyContext } from './context.js';
import { replyRefSchema } from './record.js';
import { xrpc, xrpcErrorName, xrpcFailure } from './xrpc.js';

/** The maximum in the lexicon. Servers may stop earlier; deeper replies are then read separately. */
const depthMax = 1_000;
/** A thread comes in one response, with about two kilobytes per reply. */
const threadBytesMax = 16 * 1024 * 1024;
const cursorCharsMax = 3_500;

/**
 * Replies of any depth, from `app.bsky.feed.getPostThread` on the account's own server. It asks the network on behalf
 * of the account, so the response says where the account may reply. It also adds what the network has not seen yet.
 */
export function blueskyComments(context: BlueskyContext): PlatformComments {
  return {
    // A server accepts 3,000 requests in five minutes from one IP address, including those of our other accounts and
    // uploads.
    callsPerHourMax: 120,
    // A response may have 16 MiB, and anybody can run a server.
    readsAtOnceMax: 8,
    newestFirst: false,
    list: (session, post, cursor) => readThread(context, session, post, cursor),
  };
}

const threadSchema = z.object({ thread: z.looseObject({}) });

async function readThread(
  context: BlueskyContext,
  session: PlatformSession,
  post: CommentedPost,
  cursor: string | null,
): Promise<CommentsAnswer> {
  const found = await context.accessOf(session);
  if ('failure' in found) return found.failure;
  const [uri = post.externalPostId, ...others] = cursor?.split(' ') ?? [];
  const result = await xrpc(context.safeFetch, {
    ...context.at(session),
    nsid: 'app.bsky.feed.getPostThread',
    method: 'GET',
    query: { uri, depth: String(depthMax), parentHeight: '0' },
    access: found.access,
    responseBytesMax: threadBytesMax,
  });
  if ('failure' in result) return result.failure;
  const { answer } = result;
  if (answer.status === 400 && xrpcErrorName(answer) === 'NotFound') {
    // If a reply is gone, everything below it is gone too.
    if (uri !== post.externalPostId) return { kind: 'page', comments: [], ...toCursor(others) };
    return whyNotFound(context, session, post);
  }
  const read = isSuccess(answer) ? readAnswer(answer, threadSchema) : null;
  if (read === null || !isThread(read.thread)) return xrpcFailure(answer, context.clock);
  const { comments, deeper, isPartial } = repliesIn(session, post, read.thread);
  const rest = toCursor([...others, ...deeper]);
  return { kind: 'page', comments, ...rest, ...(isPartial && { isPartial }) };
}

/** The post may be deleted, not visible yet, or hidden by moderators. Its own server knows. */
async function whyNotFound(
  context: BlueskyContext,
  session: PlatformSession,
  { externalPostId }: CommentedPost,
): Promise<CommentsAnswer> {
  const [repo = '', collection = '', rkey = ''] = externalPostId.replace(/^at:\/\//, '').split('/');
  const result = await xrpc(context.safeFetch, {
    ...context.at(session),
    nsid: 'com.atproto.repo.getRecord',
    method: 'GET',
    query: { repo, collection, rkey },
  });
  if ('failure' in result) return result.failure;
  const { answer } = result;
  if (answer.status === 400 && xrpcErrorName(answer) === 'RecordNotFound') return { kind: 'gone' };
  if (!isSuccess(answer)) return xrpcFailure(answer, context.clock);
  const message = 'The post is on the account’s server, but the network does not show it.';
  return { kind: 'rejected', code: 'PLATFORM_UNAVAILABLE', message };
}

/** What does not fit is not read, so known replies below it cannot be told from deleted ones. */
function toCursor(uris: readonly string[]): { cursor: string | null; isPartial?: true } {
  let cursor = '';
  for (const uri of uris) {
    if (cursor.length + uri.length >= cursorCharsMax) return { cursor: cursor || null, isPartial: true };
    cursor += cursor === '' ? uri : ` ${uri}`;
  }
  return { cursor: cursor || null };
}

const nodeSchema = z.object({
  post: z.object({ uri: z.string().startsWith('at://'), replyCount: z.number().optional().catch(undefined) }),
  /** Left out below the server's maximum depth. */
  replies: z.array(z.unknown()).optional(),
});

const isThread = (node: unknown): boolean => nodeSchema.safeParse(node).success;

/** What the network returns for a post that it does not show. */
const hiddenSchema = z.union([
  z.object({ notFound: z.literal(true) }),
  z.object({ blocked: z.literal(true) }),
]);

/** Posts that are blocked or gone are left out, with everything below them. */
function repliesIn(
  session: PlatformSession,
  post: CommentedPost,
  thread: unknown,
): { comments: PlatformComment[]; deeper: string[]; isPartial: boolean } {
  let isPartial = false;
  const comments: PlatformComment[] = [];
  const deeper: string[] = [];
  const waiting: { node: unknown; parent: string | null }[] = [{ node: thread, parent: null }];
  for (const { node, parent } of waiting) {
    const read = nodeSchema.safeParse(node).data;
    if (read === undefined) {
      isPartial ||= !hiddenSchema.safeParse(node).success;
      continue;
    }
    const { uri, replyCount = 0 } = read.post;
    const comment = parent === null ? null : toComment(session, post, node, parent);
    if (comment !== null) comments.push(comment);
    else if (parent !== null) isPartial = true;
    // Only replies are read again: a server that shows nothing below the post itself would do so again.
    if (read.replies === undefined && replyCount > 0 && parent !== null) deeper.push(uri);
    for (const reply of read.replies ?? []) waiting.push({ node: reply, parent: uri });
  }
  return { comments, deeper, isPartial };
}

const commentSchema = z.object({
  post: z.object({
    uri: z.string(),
    cid: z.string().min(1),
    author: z.object({
      did: z.string(),
      handle: z.string().nullish().catch(null),
      displayName: z.string().nullish().catch(null),
      avatar: z.string().nullish().catch(null),
    }),
    record: z.object({ text: z.string(), reply: replyRefSchema.optional().catch(undefined) }),
    /** When the network saw it. Nobody checks the time in the author's record. */
    indexedAt: z.string().refine((value) => !Number.isNaN(Date.parse(value))),
    viewer: z.object({ replyDisabled: z.boolean().optional() }).optional().catch(undefined),
  }),
});

function toComment(
  session: PlatformSession,
  { externalPostId }: CommentedPost,
  node: unknown,
  parent: string,
): PlatformComment | null {
  const read = commentSchema.safeParse(node).data?.post;
  if (read === undefined) return null;
  const { uri, cid, author, record, indexedAt, viewer } = read;
  const root = record.reply?.root;
  return {
    externalCommentId: uri,
    parentExternalId: parent === externalPostId ? null : parent,
    author: {
      externalId: author.did,
      handle: author.handle ?? null,
      name: author.displayName ?? null,
      avatarUrl: author.avatar ?? null,
    },
    mine: author.did === session.externalAccountId,
    canReply: viewer?.replyDisabled !== true,
    text: record.text,
    postedAt: new Date(indexedAt),
    externalUrl: addressOf(session, uri),
    reference: { uri, cid, ...(root && { root: { uri: root.uri, cid: root.cid } }) },
  };
}
