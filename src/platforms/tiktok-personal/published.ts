import { z } from 'zod';
import type { Published } from '../kit/failure.js';
import type { PlatformSession } from '../kit/session.js';
import type { TikTokContext } from './api.js';
import { readStatus } from './status.js';

type Medium = 'video' | 'photo';

/** `publishId` is null where only the account's list has told of it. */
const referenceSchema = z.object({ medium: z.enum(['video', 'photo']), publishId: z.string().nullable() });

/**
 * A post goes under its own id where TikTok tells that with the outcome, and else, as private posts and drafts, under
 * the id of its publishing. Whichever it was given at first it keeps.
 */
export function toPublished(
  { siteUrl }: TikTokContext,
  session: PlatformSession,
  medium: Medium,
  ids: { postId: string; publishId: string | null } | { postId: undefined; publishId: string },
): Published {
  const { postId, publishId } = ids;
  return {
    externalPostId: postId ?? ids.publishId,
    externalUrl: postId === undefined ? null : postUrl(siteUrl, session, medium, postId),
    reference: { medium, publishId },
  };
}

function postUrl(siteUrl: string, session: PlatformSession, medium: Medium, postId: string): string {
  const handle = session.handle.replace(/^@/, '');
  return `${session.sandboxUrl ?? siteUrl}/@${encodeURIComponent(handle)}/${medium}/${postId}`;
}

/** A link to show is worth a moment. */
const permalinkTimeoutMs = 5_000;

/** TikTok may tell a post's id only some time after it says that the post is public. */
export async function readPermalink(
  context: TikTokContext,
  session: PlatformSession,
  { reference }: Published,
): Promise<string | null> {
  const { medium, publishId = null } = referenceSchema.safeParse(reference).data ?? {};
  if (medium === undefined || publishId === null) return null;
  const called = await readStatus(context, session, publishId, { timeoutMs: permalinkTimeoutMs });
  const [postId] = 'data' in called ? called.data.publicaly_available_post_id : [];
  return postId === undefined ? null : postUrl(context.siteUrl, session, medium, postId);
}
