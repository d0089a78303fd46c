import type { Permission } from '../../domain/roles.js';

/**
 * The permission that each POST requires in its workspace. Null: none. A stored response is returned only to callers
 * who still have it. Operations that are not listed are not replayed; a test checks that none is missing.
 */
export const replayRights: Readonly<Record<string, Permission | null>> = {
  signOut: null,
  changePassword: null,
  createWorkspace: null,
  createBillingSession: 'manageBilling',
  acceptInvitation: null,
  createInvitation: 'manageMembers',
  createApiKey: 'manageKeys',
  createClientLink: 'manageMembers',
  approveClientPosts: 'approvePosts',
  rejectClientPost: 'approvePosts',
  commentOnClientPost: 'approvePosts',
  createPost: 'writePosts',
  validatePost: 'writePosts',
  // Its response names only ids, states and times of posts, which may be in several workspaces.
  changePosts: null,
  schedulePost: 'writePosts',
  reschedulePost: 'writePosts',
  cancelPost: 'writePosts',
  retryPost: 'writePosts',
  retryFirstComment: 'writePosts',
  resolveTarget: 'writePosts',
  approvePost: 'approvePosts',
  rejectPost: 'approvePosts',
  replyToComment: 'writePosts',
  resolveReply: 'writePosts',
  markCommentRead: 'writePosts',
  addCommentNote: 'writePosts',
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
