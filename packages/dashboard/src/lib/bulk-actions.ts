import type { components } from '../../../client/src/api-types.js';
import type { PostAction } from '../../../../src/domain/post-actions.js';
import type { Permission } from '../../../../src/domain/roles.js';
import { nameOfPost } from './post-name.js';

/** A post in a list of which several can be selected. */
export interface BulkPost {
  id: string;
  name: string;
  status: components['schemas']['Post']['status'];
  /** When the post is due; null for a draft without a date. */
  at: string | null;
}

export const toBulkPost = (post: components['schemas']['Post']): BulkPost => ({
  id: post.id,
  name: nameOfPost(post),
  status: post.status,
  at: post.scheduledAt,
});

export type BulkAction = 'move' | 'approve' | 'retry' | 'cancel' | 'delete';

/** The action and the permission that each change of several posts needs. */
export const bulkActions: Record<BulkAction, { allowedBy: PostAction; permission: Permission }> = {
  move: { allowedBy: 'reschedule', permission: 'writePosts' },
  approve: { allowedBy: 'approve', permission: 'approvePosts' },
  retry: { allowedBy: 'retry', permission: 'writePosts' },
  cancel: { allowedBy: 'cancel', permission: 'writePosts' },
  delete: { allowedBy: 'delete', permission: 'writePosts' },
};
