import type { components } from '../../../client/src/api-types.js';

type Post = components['schemas']['Post'];
type Target = components['schemas']['Target'];

/** Whether part of a post is already public. Then only its failed targets can be edited and sent again. */
export const isPartlyPublic = ({ targets }: { targets: readonly Told[] }): boolean =>
  targets.some(({ status, publishedAt = null }) => status === 'PUBLISHED' || publishedAt !== null);

/** `publishedAt` is set once the first parts of a target are public, whatever the outcome of the other parts. */
interface Told {
  status: string;
  publishedAt?: string | null;
}

/** Returns the targets of a post that can be edited. */
export function editableTargets({ status, targets }: Pick<Post, 'status' | 'targets'>): Target[] {
  if (!isPartlyPublic({ targets })) return targets;
  return targets.filter(
    (target) => target.status === 'FAILED' || (status === 'NEEDS_APPROVAL' && target.status === 'DRAFT'),
  );
}
