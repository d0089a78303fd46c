import type { z } from '@hono/zod-openapi';
import type { Operation } from '../operation.js';
import { scheduleSchema } from './posts/action-schema.js';
import { cancelPostOperation } from './posts/cancel.js';
import {
  flatCreateSchema,
  flatUpdateSchema,
  nestedCreateSchema,
  nestedUpdateSchema,
} from './posts/content-schema.js';
import { createPostOperation } from './posts/create.js';
import { deletePostOperation } from './posts/delete.js';
import { getPostOperation } from './posts/get.js';
import { listPostsOperation } from './posts/list.js';
import { reschedulePostOperation } from './posts/reschedule.js';
import { retryPostOperation } from './posts/retry.js';
import { retryFirstCommentOperation } from './posts/retry-first-comment.js';
import { schedulePostOperation } from './posts/schedule.js';
import { getPostTimelineOperation } from './posts/timeline.js';
import { updatePostOperation } from './posts/update.js';
import { deleteSocialAccountOperation } from './social-accounts/delete.js';
import { getSocialAccountOperation } from './social-accounts/get.js';
import { listSocialAccountsOperation } from './social-accounts/list.js';
import { getWorkspaceOperation } from './workspaces/get.js';
import { listWorkspacesOperation } from './workspaces/list.js';

/** Every operation under /api/v1, in the order of the API's description. */
export const operations: readonly Operation[] = [
  listWorkspacesOperation,
  getWorkspaceOperation,
  createPostOperation,
  listPostsOperation,
  getPostOperation,
  updatePostOperation,
  deletePostOperation,
  schedulePostOperation,
  reschedulePostOperation,
  cancelPostOperation,
  retryPostOperation,
  retryFirstCommentOperation,
  getPostTimelineOperation,
  listSocialAccountsOperation,
  getSocialAccountOperation,
  deleteSocialAccountOperation,
];

/** Body schemas that no route carries itself, because a function parses them (see `documentedAs`). */
export const documentedBodies: Readonly<Record<string, z.ZodType>> = {
  CreatePostFlat: flatCreateSchema,
  CreatePostNested: nestedCreateSchema,
  UpdatePostFlat: flatUpdateSchema,
  UpdatePostNested: nestedUpdateSchema,
  SchedulePost: scheduleSchema,
};
