import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { Published } from '../kit/failure.js';
import type { ReplyTarget } from '../kit/platform.js';
import { siteUrlOf, type LinkedInSession } from './api.js';
import { commentParts, isCommentUrn } from './urns.js';

/** A published post, with its URL. */
export function toPublishedPost(session: LinkedInSession, urn: string): Published {
  return {
    externalPostId: urn,
    externalUrl: `${siteUrlOf(session.settings, session)}/feed/update/${urn}`,
    reference: null,
  };
}

/**
 * A new comment, with its URL on the page of its post. Its URN may not name the post, because the thread has
 * its own id.
 */
export function toPublishedComment(session: LinkedInSession, urn: string, replyTo: ReplyTarget): Published {
  const post = postOf(replyTo);
  const query = new URLSearchParams({ commentUrn: urn }).toString();
  const parentComment = threadParentOf(replyTo);
  return {
    externalPostId: urn,
    externalUrl: `${siteUrlOf(session.settings, session)}/feed/update/${post}?${query}`,
    reference: { post, ...(isCommentUrn(parentComment) && { parentComment }) },
  };
}

const placeSchema = z.object({ parentComment: z.string().refine(isCommentUrn) });

/** The parent of a reply. There are only two levels, so a reply to a reply goes under the same comment. */
export function threadParentOf({ externalPostId, reference }: ReplyTarget): string {
  return placeSchema.safeParse(reference).data?.parentComment ?? externalPostId;
}

const referenceSchema = z.object({ post: z.string() });

function postOf({ externalPostId, reference, root }: ReplyTarget): string {
  if (root !== undefined) return root.externalPostId;
  if (!isCommentUrn(externalPostId)) return externalPostId;
  const known = referenceSchema.safeParse(reference).data?.post;
  return known ?? commentParts(externalPostId)?.thread ?? externalPostId;
}

const stateSchema = z.object({ duplicateOf: z.object({ externalPostId: z.string() }) });

/** The post that LinkedIn named when it rejected an earlier attempt as a duplicate. */
export function duplicateIn(state: JsonObject | null): string | null {
  return stateSchema.safeParse(state).data?.duplicateOf.externalPostId ?? null;
}
