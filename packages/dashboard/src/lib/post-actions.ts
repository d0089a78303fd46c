import type { components } from '../../../client/src/api-types.js';

type PostStatus = components['schemas']['Post']['status'];

/** The states from which the service allows each action. Here they only decide what is shown. */
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

export const allows = (status: PostStatus, action: PostAction): boolean =>
  (actionFrom[action] as readonly PostStatus[]).includes(status);
