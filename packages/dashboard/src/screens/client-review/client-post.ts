import { nameOfPost } from '../../lib/post-name.js';
import { isPartlyPublic } from '../../lib/partly-public.js';
import type { ClientPost } from './api.js';

export const nameOf = ({ targets }: ClientPost): string =>
  nameOfPost({ caption: null, targets: targets.map(({ caption }) => ({ captionOverride: caption })) });

/** Whether the time of the post has passed, so that it cannot be approved. A retry is published when it is approved. */
export const isLate = (post: ClientPost, nowMs: number): boolean =>
  post.scheduledAt !== null && Date.parse(post.scheduledAt) <= nowMs && !isPartlyPublic(post);
