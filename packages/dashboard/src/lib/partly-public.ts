import type { components } from '../../../client/src/api-types.js';

type Post = components['schemas']['Post'];
type Target = components['schemas']['Target'];

/** Whether part of a post is public already. Then only the failed rest can be edited and sent again. */
export const isPartlyPublic = ({ targets }: Pick<Post, 'targets'>): boolean =>
  targets.some(({ status }) => status === 'PUBLISHED');

/** The targets of a post that can be edited. */
export function editableTargets({ status, targets }: Pick<Post, 'status' | 'targets'>): Target[] {
  if (!isPartlyPublic({ targets })) return targets;
  return targets.filter(
    (target) => target.status === 'FAILED' || (status === 'NEEDS_APPROVAL' && target.status === 'DRAFT'),
  );
}
