import type { PostStatus } from './post-status.js';

/**
 * The statuses from which each action on a post is allowed (docs/contract.md#statuses-and-actions). CANCELED
 * is listed under cancel because canceling again changes nothing. For a PARTIALLY_PUBLISHED post, only failed
 * targets can be edited.
 */
export const actionFrom = {
  schedule: ['DRAFT', 'NEEDS_APPROVAL', 'SCHEDULED', 'FAILED', 'CANCELED'],
  reschedule: ['NEEDS_APPROVAL', 'SCHEDULED'],
  approve: ['NEEDS_APPROVAL'],
  reject: ['NEEDS_APPROVAL'],
  cancel: ['NEEDS_APPROVAL', 'SCHEDULED', 'PUBLISHING', 'CANCELED'],
  retry: ['FAILED', 'PARTIALLY_PUBLISHED'],
  edit: ['DRAFT', 'NEEDS_APPROVAL', 'SCHEDULED', 'PARTIALLY_PUBLISHED', 'FAILED', 'CANCELED'],
  delete: ['DRAFT', 'NEEDS_APPROVAL', 'SCHEDULED', 'PARTIALLY_PUBLISHED', 'PUBLISHED', 'FAILED', 'CANCELED'],
} as const satisfies Record<string, readonly PostStatus[]>;

export type PostAction = keyof typeof actionFrom;

export function isActionAllowed(action: PostAction, status: PostStatus): boolean {
  return (actionFrom[action] as readonly PostStatus[]).includes(status);
}

/** The actions that a post in this status allows, in table order; shown in INVALID_STATE's `allowed`. */
export function allowedActions(status: PostStatus): PostAction[] {
  return (Object.keys(actionFrom) as PostAction[]).filter((action) => isActionAllowed(action, status));
}
