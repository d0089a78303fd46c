import { z } from 'zod';
import type { SendBefore } from '../../egress/safe-fetch.js';
import type { ApiCall } from '../kit/api-call.js';
import { isSuccess, successOf } from '../kit/call.js';
import {
  shownTextOf,
  type EditAnswer,
  type EditedText,
  type LookAnswer,
  type PlatformChanges,
  type PublicPost,
  type RemoveAnswer,
} from '../kit/changes.js';
import { unclear } from '../kit/look-up.js';
import { normalizeText } from '../kit/text.js';
import { callLinkedIn, encodeUrn, linkedInFailure, type LinkedInSession } from './api.js';
import { createTextMatcher } from './little-text.js';
import { commentaryOf } from './options.js';
import { seenPostSchema } from './seen.js';
import { commentParts } from './urns.js';

/** Deletes posts and comments, and edits the text of posts. */
export const linkedInChanges: PlatformChanges<LinkedInSession> = { remove, edit, find };

/** Deletes a post with its comments, or a comment. LinkedIn documents that a repeat is a success for posts, and we take it for comments. */
async function remove(
  session: LinkedInSession,
  post: PublicPost,
  sendBefore?: SendBefore,
): Promise<RemoveAnswer> {
  const actor = `?actor=${encodeUrn(session.externalAccountId)}`;
  const answer = await callLinkedIn(session, {
    method: 'DELETE',
    path: `${pathOf(post)}${post.replyTo === null ? '' : actor}`,
    headers: { 'x-restli-method': 'DELETE' },
    sendBefore,
  });
  if (isSuccess(answer)) return { kind: 'removed' };
  return answer.status === 404 ? { kind: 'gone' } : linkedInFailure(session, answer);
}

function pathOf({ externalPostId }: PublicPost): string {
  const comment = commentParts(externalPostId);
  return comment === null
    ? `/rest/posts/${encodeUrn(externalPostId)}`
    : `/rest/socialActions/${encodeUrn(comment.thread)}/comments/${comment.id}`;
}

async function edit(
  session: LinkedInSession,
  post: PublicPost,
  { text }: EditedText,
  sendBefore?: SendBefore,
): Promise<EditAnswer> {
  const answer = await callLinkedIn(session, {
    method: 'POST',
    path: pathOf(post),
    headers: { 'x-restli-method': 'PARTIAL_UPDATE' },
    json: { patch: { $set: { commentary: commentaryOf({ ...post, text }) } } },
    sendBefore,
  });
  if (answer.status === 404) return { kind: 'gone' };
  const { externalPostId, externalUrl, reference } = post;
  return isSuccess(answer)
    ? { kind: 'edited', published: { externalPostId, externalUrl, reference } }
    : linkedInFailure(session, answer);
}

const commentSchema = z.object({ message: z.object({ text: z.string() }) });

async function find(session: LinkedInSession, post: PublicPost, edited?: EditedText): Promise<LookAnswer> {
  if (session.settings.author === 'person') return unclear('LinkedIn lets apps read no posts of members.');
  const call: ApiCall = { method: 'GET', path: pathOf(post) };
  const answer = await callLinkedIn(session, call);
  if (answer.status === 404) return { kind: 'gone' };
  const read = <T>(schema: z.ZodType<T>): T =>
    successOf(answer, schema, (refusal) => linkedInFailure(session, refusal));
  const { externalPostId, externalUrl, reference } = post;
  const isShown =
    post.replyTo === null
      ? isCommentary(post, read(seenPostSchema).commentary)
      : isSame(read(commentSchema).message.text);
  return {
    kind: 'there',
    published: { externalPostId, externalUrl, reference },
    shows: shownTextOf(post, edited, ({ text }) => (isShown(text) ? 'ours' : 'other')),
  };
}

const isCommentary = (post: PublicPost, shown: string) => (text: string) =>
  createTextMatcher(commentaryOf({ ...post, text }))(shown);
const isSame = (shown: string) => (text: string) => normalizeText(text) === normalizeText(shown);
