import { z } from 'zod';
import { isSuccess, readAnswer } from '../kit/call.js';
import { graphFailure } from '../kit/meta/graph-api.js';
import type { Published } from '../kit/failure.js';
import type { FailedExtra, Publication } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { callInstagram, type InstagramContext } from './api.js';
import { isComment } from './comment.js';
import { formOfPublication } from './form.js';
import { instagramOptionsSchema } from './options.js';

/** Only a short wait: the URL is just for display. */
const permalinkTimeoutMs = 5_000;

const permalinkSchema = z.object({ id: z.string(), permalink: z.url({ protocol: /^https?$/ }) });

/** Best effort: the post is already public. The URL cannot be built from the id. */
export async function readPermalink(
  context: InstagramContext,
  session: PlatformSession,
  { externalPostId, reference }: Published,
): Promise<string | null> {
  if (isComment(reference)) return null;
  const result = await callInstagram(context, session, {
    path: encodeURIComponent(externalPostId),
    method: 'GET',
    params: { fields: 'id,permalink' },
    timeoutMs: permalinkTimeoutMs,
  });
  const media =
    'failure' in result || !isSuccess(result.answer) ? null : readAnswer(result.answer, permalinkSchema);
  return media?.id === externalPostId ? media.permalink : null;
}

/** Comments can be turned off only once the post is public. Repeatable. */
export async function addExtras(
  context: InstagramContext,
  session: PlatformSession,
  publication: Publication,
  { externalPostId }: Published,
): Promise<readonly FailedExtra[]> {
  if (publication.replyTo !== null || formOfPublication(publication) === 'STORY') return [];
  if (instagramOptionsSchema.parse(publication.options ?? {}).commentsEnabled) return [];
  const result = await callInstagram(context, session, {
    path: encodeURIComponent(externalPostId),
    method: 'POST',
    params: { comment_enabled: 'false' },
  });
  const failed = (message: string): FailedExtra[] => [{ extra: 'comments_off', message }];
  if ('failure' in result) return failed(result.failure.message);
  return isSuccess(result.answer) ? [] : failed(graphFailure(result.answer, context.clock).message);
}
