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

interface Words {
  /** The verb on the button. */
  label: string;
  question: (posts: string) => string;
  consequence: string;
  /** After "3 posts are being". */
  done: string;
  allowedBy: PostAction;
  permission: Permission;
}

export const bulkActions: Record<BulkAction, Words> = {
  move: {
    label: 'Move',
    question: (posts) => `Move ${posts}`,
    consequence: 'Each post keeps its time of day, also when the clocks change.',
    done: 'moved',
    allowedBy: 'reschedule',
    permission: 'writePosts',
  },
  approve: {
    label: 'Approve',
    question: (posts) => `Approve ${posts}?`,
    consequence: 'They are published at their times.',
    done: 'approved',
    allowedBy: 'approve',
    permission: 'approvePosts',
  },
  retry: {
    label: 'Retry',
    question: (posts) => `Retry ${posts}?`,
    consequence: 'Their failed accounts are published again at once.',
    done: 'retried',
    allowedBy: 'retry',
    permission: 'writePosts',
  },
  cancel: {
    label: 'Cancel',
    question: (posts) => `Cancel ${posts}?`,
    consequence: 'They will not be published. You can schedule them again later.',
    done: 'canceled',
    allowedBy: 'cancel',
    permission: 'writePosts',
  },
  delete: {
    label: 'Delete',
    question: (posts) => `Delete ${posts}?`,
    consequence:
      'They are deleted from Punctual and will not be published. What is public already stays on the platforms.',
    done: 'deleted',
    allowedBy: 'delete',
    permission: 'writePosts',
  },
};

export const countOf = (count: number): string =>
  count === 1 ? '1 post' : `${count.toLocaleString()} posts`;
