import { z } from 'zod';
import type { JsonObject } from '../../../domain/json.js';
import type { Published } from '../failure.js';
import type { ReplyTarget } from '../platform.js';
import type { PlatformSession } from '../session.js';
import { siteUrlOf, type LinkedInContext } from './api.js';
import { commentParts, isCommentUrn } from './urns.js';

/** A post by its URN. */
export function toPublishedPost(context: LinkedInContext, session: PlatformSession, urn: string): Published {
  return {
    externalPostId: urn,
    externalUrl: `${siteUrlOf(context, session)}/feed/update/${urn}`,
    reference: null,
  };
}

/** A comment stands on the page of its post, which its URN need not name: the thread has an id of its own. */
export function toPublishedComment(
  context: LinkedInContext,
  session: PlatformSession,
  urn: string,
  replyTo: ReplyTarget,
): Published {
  const post = postOf(replyTo);
  const query = new URLSearchParams({ commentUrn: urn }).toString();
  const parentComment = threadParentOf(replyTo);
  return {
    externalPostId: urn,
    externalUrl: `${siteUrlOf(context, session)}/feed/update/${post}?${query}`,
    reference: { post, ...(isCommentUrn(parentComment) && { parentComment }) },
  };
}

const placeSchema = z.object({ parentComment: z.string().refine(isCommentUrn) });

/** Under what an answer goes: there are two levels, so an answer to an answer goes under the same comment as that. */
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

/** The post that an earlier attempt was refused as a repeat of. */
export function duplicateIn(state: JsonObject | null): string | null {
  return stateSchema.safeParse(state).data?.duplicateOf.externalPostId ?? null;
}
