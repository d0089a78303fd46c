import { isSuccess, isTooLarge, type PlatformAnswer } from '../kit/call.js';
import { failureIn } from '../kit/failure.js';
import type { CommentedPost, CommentsAnswer, PlatformComment, PlatformComments } from '../kit/comments.js';
import { addressOf } from './commit.js';
import type { BlueskyContext, BlueskySession } from './context.js';
import { recordAddress, type StrongRef } from './refs.js';
import { askServer, xrpcErrorName, xrpcFailure, type AnswerMax, type XrpcAccess } from './xrpc.js';

/** The maximum in the lexicon. A server may stop earlier, and then deeper replies are read separately. */
const depthMax = 1_000;
/**
 * A thread comes in one response, with about two kilobytes and sixty values per reply. A server may be hostile, so a
 * response is limited.
 */
const threadMax: AnswerMax = { responseBytesMax: 1024 * 1024, responseValuesMax: 60_000 };
/** The number of nodes of one response that are read, valid or not. */
const nodesMax = 3_000;
/** The number of nodes that are read before the process gives other work a turn. */
const nodesPerTurn = 100;
const cursorCharsMax = 3_500;

/**
 * Lists replies of any depth with `app.bsky.feed.getPostThread` on the account's own server. It asks the
 * network on behalf of the account, so the response says where the account may reply, and adds posts that the
 * network has not seen yet.
 */
export function blueskyComments(context: BlueskyContext): PlatformComments<BlueskySession> {
  return {
    // A server accepts 3,000 requests in five minutes from one IP address, including those of our other accounts and
    // uploads.
    callsPerHourMax: 120,
    // A response can be as large as one mebibyte and the server may be hostile, so only a few are read at once.
    readsAtOnceMax: 8,
    newestFirst: false,
    list: (session, post, cursor) => readThread(context, session, post, cursor),
  };
}

async function readThread(
  context: BlueskyContext,
  session: BlueskySession,
  post: CommentedPost,
  cursor: string | null,
): Promise<CommentsAnswer> {
  const access = await context.accessOf(session);
  const [uri = post.externalPostId, ...others] = cursor?.split(' ') ?? [];
  let answer: PlatformAnswer;
  try {
    answer = await askThread(session, uri, access);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    // If the response below a reply is too large, only that branch is skipped.
    if (uri !== post.externalPostId)
      return { kind: 'page', comments: [], ...toCursor(others), isPartial: true };
    return { kind: 'rejected', code: 'PLATFORM_UNAVAILABLE', message: failureIn(error).message };
  }
  if (answer.status === 400 && xrpcErrorName(answer) === 'NotFound') {
    // If a reply is gone, everything below it is gone too.
    if (uri !== post.externalPostId) return { kind: 'page', comments: [], ...toCursor(others) };
    return whyNotFound(session, post);
  }
  const thread = isSuccess(answer) ? fieldsOf(answer.body)['thread'] : undefined;
  if (readNode(thread) === null) return xrpcFailure(answer, session.clock);
  const { comments, deeper, isPartial } = await repliesIn(session, post, thread);
  const rest = toCursor([...others, ...deeper]);
  return { kind: 'page', comments, ...rest, ...(isPartial && { isPartial }) };
}

/** Reads a thread. If it is too large for one response, it is read one level at a time. */
async function askThread(session: BlueskySession, uri: string, access: XrpcAccess): Promise<PlatformAnswer> {
  const ask = (depth: number): Promise<PlatformAnswer> =>
    askServer(session, {
      nsid: 'app.bsky.feed.getPostThread',
      method: 'GET',
      query: { uri, depth: String(depth), parentHeight: '0' },
      access,
      answerMax: threadMax,
    });
  try {
    return await ask(depthMax);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    return ask(1);
  }
}

/**
 * Asks the post's own server why the network did not find the post: it may be deleted, not visible yet, or hidden by
 * moderators.
 */
async function whyNotFound(
  session: BlueskySession,
  { externalPostId }: CommentedPost,
): Promise<CommentsAnswer> {
  const answer = await askServer(session, {
    nsid: 'com.atproto.repo.getRecord',
    method: 'GET',
    query: { ...recordAddress(externalPostId) },
  });
  if (answer.status === 400 && xrpcErrorName(answer) === 'RecordNotFound') return { kind: 'gone' };
  if (!isSuccess(answer)) return xrpcFailure(answer, session.clock);
  const message = 'The post is on the account’s server, but the network does not show it.';
  return { kind: 'rejected', code: 'PLATFORM_UNAVAILABLE', message };
}

/**
 * Joins URIs to a cursor. URIs beyond the limit are not read, so missing replies below them do not count as deleted.
 */
function toCursor(uris: readonly string[]): { cursor: string | null; isPartial?: true } {
  let cursor = '';
  for (const uri of uris) {
    if (cursor.length + uri.length >= cursorCharsMax) return { cursor: cursor || null, isPartial: true };
    cursor += cursor === '' ? uri : ` ${uri}`;
  }
  return { cursor: cursor || null };
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the fields of an object, and none for other values. A schema would take too long for thousands of foreign
 * nodes.
 */
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

interface ThreadNode {
  uri: string;
  replyCount: number;
  post: Fields;
  /** The replies. Undefined below the server's maximum depth. */
  replies: readonly unknown[] | undefined;
}

/** Reads a node of a thread. Returns null if it is not a visible post. */
function readNode(node: unknown): ThreadNode | null {
  const { post: shown, replies } = fieldsOf(node);
  const post = fieldsOf(shown);
  const { uri, replyCount } = post;
  if (typeof uri !== 'string' || !uri.startsWith('at://')) return null;
  if (replies !== undefined && !Array.isArray(replies)) return null;
  return { uri, replyCount: typeof replyCount === 'number' ? replyCount : 0, post, replies };
}

/** Whether a node is the network's placeholder for a post that it does not show. */
function isHidden(node: unknown): boolean {
  const { notFound, blocked } = fieldsOf(node);
  return notFound === true || blocked === true;
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Reads the replies in a thread. Posts that are blocked or deleted are left out, with everything below them. */
async function repliesIn(
  session: BlueskySession,
  post: CommentedPost,
  thread: unknown,
): Promise<{ comments: PlatformComment[]; deeper: string[]; isPartial: boolean }> {
  let isPartial = false;
  const comments: PlatformComment[] = [];
  const deeper: string[] = [];
  const waiting: { node: unknown; parent: string | null }[] = [{ node: thread, parent: null }];
  let done = 0;
  for (const { node, parent } of waiting) {
    done += 1;
    if (done % nodesPerTurn === 0) await nextTurn();
    const read = readNode(node);
    if (read === null) {
      isPartial ||= !isHidden(node);
      continue;
    }
    const { uri, replyCount, replies } = read;
    const comment = parent === null ? null : toComment(session, post, read, parent);
    if (comment !== null) comments.push(comment);
    else if (parent !== null) isPartial = true;
    // The server did not list the replies to this reply, so they are read separately. The post itself is not
    // read again: the server would show nothing again.
    if (replies === undefined && replyCount > 0 && parent !== null) deeper.push(uri);
    const taken = (replies ?? []).slice(0, nodesMax - waiting.length);
    isPartial ||= taken.length < (replies ?? []).length;
    for (const reply of taken) waiting.push({ node: reply, parent: uri });
  }
  return { comments, deeper, isPartial };
}

function toComment(
  session: BlueskySession,
  { externalPostId }: CommentedPost,
  { uri, post }: ThreadNode,
  parent: string,
): PlatformComment | null {
  const { cid, indexedAt } = post;
  const author = fieldsOf(post['author']);
  const record = fieldsOf(post['record']);
  const { did } = author;
  const { text } = record;
  if (typeof cid !== 'string' || cid === '' || typeof did !== 'string' || typeof text !== 'string')
    return null;
  // The time when the network saw the reply, because the time in the author's record is not verified.
  if (typeof indexedAt !== 'string' || Number.isNaN(Date.parse(indexedAt))) return null;
  const root = rootOf(record['reply']);
  return {
    externalCommentId: uri,
    parentExternalId: parent === externalPostId ? null : parent,
    author: {
      externalId: did,
      handle: textOf(author['handle']),
      name: textOf(author['displayName']),
      avatarUrl: textOf(author['avatar']),
    },
    mine: did === session.externalAccountId,
    canReply: fieldsOf(post['viewer'])['replyDisabled'] !== true,
    text,
    postedAt: new Date(indexedAt),
    externalUrl: addressOf(session, uri),
    reference: { uri, cid, ...(root && { root: { ...root } }) },
  };
}

function rootOf(reply: unknown): StrongRef | null {
  const { uri, cid } = fieldsOf(fieldsOf(reply)['root']);
  if (typeof uri !== 'string' || !uri.startsWith('at://')) return null;
  return typeof cid === 'string' && cid !== '' ? { uri, cid } : null;
}
