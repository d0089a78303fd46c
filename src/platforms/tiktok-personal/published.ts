import { z } from 'zod';
import type { Published } from '../kit/failure.js';
import type { PersonalSession } from './api.js';
import { readStatus } from './status.js';

type Medium = 'video' | 'photo';

/** `publishId` is null if the post was found only in the account's list. */
const referenceSchema = z.object({ medium: z.enum(['video', 'photo']), publishId: z.string().nullable() });

/**
 * A published post. It has its own id if TikTok returns that with the outcome. Otherwise, as for private
 * posts and drafts, it has its publish id. A post keeps the id that it got first.
 */
export function toPublished(
  session: PersonalSession,
  medium: Medium,
  ids: { postId: string; publishId: string | null } | { postId: undefined; publishId: string },
): Published {
  const { postId, publishId } = ids;
  return {
    externalPostId: postId ?? ids.publishId,
    externalUrl: postId === undefined ? null : postUrl(session, medium, postId),
    reference: { medium, publishId },
  };
}

function postUrl(session: PersonalSession, medium: Medium, postId: string): string {
  const handle = session.handle.replace(/^@/, '');
  return `${session.sandboxUrl ?? session.settings.siteUrl}/@${encodeURIComponent(handle)}/${medium}/${postId}`;
}

/** A short timeout, because the URL is just for display. */
const permalinkTimeoutMs = 5_000;

/** Reads a post's URL, because TikTok may return a post's id only some time after it reports the post as public. */
export async function readPermalink(
  session: PersonalSession,
  { reference }: Published,
): Promise<string | null> {
  const { medium, publishId = null } = referenceSchema.safeParse(reference).data ?? {};
  if (medium === undefined || publishId === null) return null;
  const status = await readStatus(session, publishId, { timeoutMs: permalinkTimeoutMs });
  const [postId] = status.publicaly_available_post_id;
  return postId === undefined ? null : postUrl(session, medium, postId);
}
