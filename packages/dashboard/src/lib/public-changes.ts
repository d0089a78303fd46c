import type { components } from '../../../client/src/api-types.js';
import { isPublic, isUnconfirmed } from './shown-state.js';

type Schemas = components['schemas'];
type Target = Schemas['Target'];
type Edit = Target['edits'][number];
type Waiting = 'approve' | 'approveText';
export type PublicChanges = Schemas['PlatformChangesInfo'];

const isSent = ({ status }: { status: Edit['status'] }): boolean =>
  status === 'REQUESTED' || status === 'RUNNING';

const isChanging = ({ removal, edits }: Target): boolean =>
  (removal !== null && isSent(removal)) || edits.some(isSent);

/** The correction of a target that waits for an approval. */
export const waitingEdit = ({ edits }: Target): Edit | undefined =>
  edits.find(({ status }) => status === 'NEEDS_APPROVAL');

/**
 * The decision that a post waits for: about itself, or about corrected texts of public targets. Undefined: about nothing.
 * The post comes first, so that one decision is about one thing.
 */
export function waitsFor({
  status,
  targets,
}: Pick<Schemas['Post'], 'status' | 'targets'>): Waiting | undefined {
  if (status === 'NEEDS_APPROVAL') return 'approve';
  return targets.some((target) => waitingEdit(target) !== undefined) ? 'approveText' : undefined;
}

/** The title of a target, on the platforms where posts have one. */
export function titleOf({ platformOptions }: Target): string {
  const options: Readonly<Record<string, unknown>> = platformOptions ?? {};
  const title = options['title'];
  return typeof title === 'string' ? title : '';
}

export function canRemove(target: Target, { remove }: PublicChanges): boolean {
  if (remove === null || isChanging(target)) return false;
  return isUnconfirmed(target) || (isPublic(target) && target.externalPostId !== null);
}

/** When a target can no longer be edited, in milliseconds; null if there is no end. */
export function editEndMs({ publishedAt }: Target, { edit }: PublicChanges): number | null {
  const windowMs = edit?.windowMs ?? null;
  return windowMs === null || publishedAt === null ? null : Date.parse(publishedAt) + windowMs;
}

/** How often a target can still be edited; null if there is no limit. */
export function editsLeft({ edits }: Target, { edit }: PublicChanges): number | null {
  const countMax = edit?.countMax ?? null;
  if (countMax === null) return null;
  const made = edits.filter(({ status }) => status === 'DONE' || status === 'UNCONFIRMED').length;
  return Math.max(0, countMax - made);
}

export function canEdit(target: Target, changes: PublicChanges, nowMs: number): boolean {
  if (changes.edit === null || isChanging(target) || waitingEdit(target) !== undefined) return false;
  const isOver = nowMs > (editEndMs(target, changes) ?? Number.POSITIVE_INFINITY);
  return isPublic(target) && target.externalPostId !== null && !isOver && editsLeft(target, changes) !== 0;
}
