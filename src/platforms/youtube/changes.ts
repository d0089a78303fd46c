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
import { normalizeText } from '../kit/text.js';
import { callYouTube, idSchema, type YouTubeSession } from './api.js';
import { youTubeFailure } from './failures.js';

const videosPath = '/youtube/v3/videos';
const commentsPath = '/youtube/v3/comments';

/** Deletes videos and comments, and edits titles and descriptions. */
export const youTubeChanges: PlatformChanges<YouTubeSession> = { remove, edit, find };

/** Deletes a video with its comments, or a comment with its replies. */
async function remove(
  session: YouTubeSession,
  { externalPostId: id, replyTo }: PublicPost,
  sendBefore?: SendBefore,
): Promise<RemoveAnswer> {
  const path = replyTo === null ? videosPath : commentsPath;
  const answer = await callYouTube(session, { method: 'DELETE', path, query: { id }, sendBefore });
  if (isSuccess(answer)) return { kind: 'removed' };
  return answer.status === 404 ? { kind: 'gone' } : youTubeFailure(answer, session.clock);
}

/** The fields of a snippet that an update sets. Those that it leaves out are deleted, so the current ones are read first. */
const snippetSchema = z.object({
  title: z.string(),
  description: z.string().default(''),
  tags: z.array(z.string()).optional(),
  categoryId: z.string(),
  defaultLanguage: z.string().optional(),
  defaultAudioLanguage: z.string().optional(),
});
const videosSchema = z.object({ items: z.array(z.object({ snippet: snippetSchema })).default([]) });

async function readSnippet(session: YouTubeSession, id: string) {
  const query = { part: 'snippet', id };
  const read = await readIfThere(session, { method: 'GET', path: videosPath, query }, videosSchema);
  return read?.items[0]?.snippet ?? null;
}

/**
 * Makes a call. Null if YouTube does not find the named object: some methods then return an empty list, and others 404.
 */
async function readIfThere<T>(
  session: YouTubeSession,
  call: ApiCall,
  schema: z.ZodType<T>,
): Promise<T | null> {
  const answer = await callYouTube(session, call);
  if (answer.status === 404) return null;
  return successOf(answer, schema, (refusal) => youTubeFailure(refusal, session.clock));
}

async function edit(
  session: YouTubeSession,
  post: PublicPost,
  { text, title }: EditedText,
  sendBefore?: SendBefore,
): Promise<EditAnswer> {
  const { externalPostId: id, externalUrl, reference } = post;
  const current = await readSnippet(session, id);
  if (current === null) return { kind: 'gone' };
  const snippet = { ...current, description: text, ...(title !== undefined && { title }) };
  const query = { part: 'snippet' };
  const call = { method: 'PUT', path: videosPath, query, json: { id, snippet }, sendBefore } as const;
  if ((await readIfThere(session, call, z.object({ id: idSchema }))) === null) return { kind: 'gone' };
  return { kind: 'edited', published: { externalPostId: id, externalUrl, reference } };
}

const commentsSchema = z.object({
  items: z
    .array(
      z.object({
        snippet: z.object({ textOriginal: z.string().optional(), textDisplay: z.string().optional() }),
      }),
    )
    .default([]),
});

async function find(session: YouTubeSession, post: PublicPost, edited?: EditedText): Promise<LookAnswer> {
  const { externalPostId: id, externalUrl, reference } = post;
  const there = (isShown: (candidate: EditedText) => boolean): LookAnswer => ({
    kind: 'there',
    published: { externalPostId: id, externalUrl, reference },
    shows: shownTextOf(post, edited, (candidate) => (isShown(candidate) ? 'ours' : 'other')),
  });
  if (post.replyTo === null) {
    const snippet = await readSnippet(session, id);
    if (snippet === null) return { kind: 'gone' };
    return there(
      ({ text, title = snippet.title }) => isSame(text, snippet.description) && isSame(title, snippet.title),
    );
  }
  const query = { part: 'snippet', textFormat: 'plainText', id };
  const call = { method: 'GET', path: commentsPath, query } as const;
  const comment = (await readIfThere(session, call, commentsSchema))?.items[0];
  if (comment === undefined) return { kind: 'gone' };
  const { textOriginal, textDisplay = '' } = comment.snippet;
  return there(({ text }) => isSame(text, textOriginal ?? textDisplay));
}

const isSame = (one: string, other: string): boolean => normalizeText(one) === normalizeText(other);
