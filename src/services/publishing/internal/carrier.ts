import { isPartStep } from '../../../domain/parts.js';
import { partsOf, type PostRow, type PublicationRow, type TargetRow } from '../../post-records/records.js';

/** A target, or a further part of it in the form of a target, so that its media are loaded in the same way. */
export type Carrier = Pick<
  TargetRow,
  'id' | 'postId' | 'targetId' | 'platform' | 'mediaIds' | 'platformOptions'
>;

/**
 * Returns the target or the part whose media a publication has. A part has its own media, and never those of the post.
 */
export function carrierOf(
  post: Pick<PostRow, 'parts'>,
  target: TargetRow,
  { id, step, order, targetId }: PublicationRow,
): Carrier {
  if (targetId === null) return target;
  const part = isPartStep(step) ? partsOf(post, target)[order - 1] : undefined;
  return { ...target, id, targetId, mediaIds: part?.mediaIds ?? [], platformOptions: null };
}
