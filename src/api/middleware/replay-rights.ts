import type { Permission } from '../../domain/roles.js';

/**
 * The right that each POST asks for in its workspace, null where it asks for none: a kept answer is for who would be
 * let in today. An operation that is not here is not replayed (a test compares the two lists).
 */
export const replayRights: Readonly<Record<string, Permission | null>> = {
  signOut: null,
  changePassword: null,
  createWorkspace: null,
  acceptInvitation: null,
  createInvitation: 'manageMembers',
  createApiKey: 'manageKeys',
  createPost: 'writePosts',
  validatePost: 'writePosts',
  schedulePost: 'writePosts',
  reschedulePost: 'writePosts',
  cancelPost: 'writePosts',
  retryPost: 'writePosts',
  retryFirstComment: 'writePosts',
  approvePost: 'approvePosts',
  rejectPost: 'approvePosts',
  replyToComment: 'writePosts',
  markCommentRead: 'writePosts',
  refreshComments: 'writePosts',
  presignMedia: 'writeMedia',
  resumeUpload: 'writeMedia',
  completeMedia: 'writeMedia',
  createMediaFromUrl: 'writeMedia',
  createConnectSession: 'manageAccounts',
  submitConnectCredentials: 'manageAccounts',
  importConnectCandidates: 'manageAccounts',
  checkSocialAccount: 'manageAccounts',
  createWebhookEndpoint: 'manageWebhooks',
  rotateWebhookSecret: 'manageWebhooks',
  sendTestWebhook: 'manageWebhooks',
  redeliverWebhook: 'manageWebhooks',
  replayWebhooks: 'manageWebhooks',
};
