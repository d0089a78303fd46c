import { z } from 'zod';
import { isSuccess } from '../kit/call.js';
import { graphFailure } from '../kit/meta/graph-api.js';
import { onFailure, PlatformFailed, type Published } from '../kit/failure.js';
import type { FailedExtra, Publication } from '../kit/platform.js';
import type { MetaSession } from '../kit/meta/session.js';
import { callInstagram, readInstagram, type InstagramContext } from './api.js';
import { isComment } from './comment.js';
import { formOfPublication } from './form.js';
import { instagramOptionsSchema } from './options.js';

/** Only a short wait: the URL is just for display. */
const permalinkTimeoutMs = 5_000;

const permalinkSchema = z.object({ id: z.string(), permalink: z.url({ protocol: /^https?$/ }) });

/** Best effort: the post is already public. The URL cannot be built from the id. */
export async function readPermalink(
  context: InstagramContext,
  session: MetaSession,
  { externalPostId, reference }: Published,
): Promise<string | null> {
  if (isComment(reference)) return null;
  const call = {
    path: encodeURIComponent(externalPostId),
    method: 'GET',
    params: { fields: 'id,permalink' },
    timeoutMs: permalinkTimeoutMs,
  } as const;
  const { id, permalink } = await readInstagram(context, session, call, permalinkSchema);
  return id === externalPostId ? permalink : null;
}

/** Comments can be turned off only once the post is public. Repeatable. */
export async function addExtras(
  context: InstagramContext,
  session: MetaSession,
  publication: Publication,
  { externalPostId }: Published,
): Promise<readonly FailedExtra[]> {
  if (publication.replyTo !== null || formOfPublication(publication) === 'STORY') return [];
  if (instagramOptionsSchema.parse(publication.options ?? {}).commentsEnabled) return [];
  const closing = closeComments(context, session, externalPostId).then(() => []);
  return onFailure(closing, ({ message }) => [{ extra: 'comments_off', message }]);
}

async function closeComments(context: InstagramContext, session: MetaSession, postId: string): Promise<void> {
  const answer = await callInstagram(context, session, {
    path: encodeURIComponent(postId),
    method: 'POST',
    params: { comment_enabled: 'false' },
  });
  if (!isSuccess(answer)) throw new PlatformFailed(graphFailure(answer, context.clock));
}
