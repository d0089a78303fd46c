import type { z } from '@hono/zod-openapi';
import type { Operation } from '../openapi/operation.js';
import { exportAuditLogOperation } from './audit-log/export.js';
import { listAuditLogOperation } from './audit-log/list.js';
import { streamEventsOperation } from './events/stream.js';
import { completeMediaOperation } from './media/complete.js';
import { deleteMediaOperation } from './media/delete.js';
import { createMediaFromUrlOperation } from './media/from-url.js';
import { getMediaOperation } from './media/get.js';
import { listMediaOperation } from './media/list.js';
import { presignMediaOperation } from './media/presign.js';
import { resumeUploadOperation } from './media/resume.js';
import { updateMediaOperation } from './media/update.js';
import { getPostMetricsOperation } from './metrics/get-post.js';
import { listMetricChangesOperation } from './metrics/list-changes.js';
import { refreshMetricsOperation } from './metrics/refresh.js';
import { listPlatformsOperation } from './platforms/list.js';
import { scheduleSchema } from './posts/action-schema.js';
import { approvePostOperation } from './posts/approve.js';
import { cancelPostOperation } from './posts/cancel.js';
import {
  flatCreateSchema,
  flatUpdateSchema,
  nestedCreateSchema,
  nestedUpdateSchema,
} from './posts/content-schema.js';
import { changePostsOperation } from './posts/change-many.js';
import { listCalendarOperation } from './posts/calendar.js';
import { createPostOperation } from './posts/create.js';
import { deletePostOperation } from './posts/delete.js';
import { getPostOperation } from './posts/get.js';
import { listPostsOperation } from './posts/list.js';
import { rejectPostOperation } from './posts/reject.js';
import { reschedulePostOperation } from './posts/reschedule.js';
import { resolveTargetOperation } from './posts/resolve-target.js';
import { removeTargetOperation } from './posts/remove-target.js';
import { editTargetOperation } from './posts/edit-target.js';
import { retryPostOperation } from './posts/retry.js';
import { retryFirstCommentOperation } from './posts/retry-first-comment.js';
import { schedulePostOperation } from './posts/schedule.js';
import { firstCommentErrorCodeSchema, targetErrorCodeSchema } from './posts/target-fields.js';
import { getPostTimelineOperation } from './posts/timeline.js';
import { updatePostOperation } from './posts/update.js';
import { validatePostOperation } from './posts/validate.js';
import { addCommentNoteOperation } from './comments/add-note.js';
import { assignCommentOperation } from './comments/assign.js';
import { deleteCommentOperation } from './comments/delete.js';
import { deleteCommentNoteOperation } from './comments/delete-note.js';
import { hideCommentOperation } from './comments/hide.js';
import { listCommentNotesOperation } from './comments/list-notes.js';
import { createHashtagSetOperation } from './hashtag-sets/create.js';
import { deleteHashtagSetOperation } from './hashtag-sets/delete.js';
import { listHashtagSetsOperation } from './hashtag-sets/list.js';
import { updateHashtagSetOperation } from './hashtag-sets/update.js';
import { createSavedReplyOperation } from './saved-replies/create.js';
import { deleteSavedReplyOperation } from './saved-replies/delete.js';
import { listSavedRepliesOperation } from './saved-replies/list.js';
import { updateSavedReplyOperation } from './saved-replies/update.js';
import { getCommentOperation } from './comments/get.js';
import { listCommentsOperation } from './comments/list.js';
import { markCommentReadOperation } from './comments/mark-read.js';
import { refreshCommentsOperation } from './comments/refresh.js';
import { replyToCommentOperation } from './comments/reply.js';
import { resolveReplyOperation } from './comments/resolve.js';
import { getCommentTimelineOperation } from './comments/timeline.js';
import { unhideCommentOperation } from './comments/unhide.js';
import { createConnectSessionOperation } from './connect-sessions/create.js';
import { getConnectSessionOperation } from './connect-sessions/get.js';
import { importConnectCandidatesOperation } from './connect-sessions/import.js';
import { submitConnectCredentialsOperation } from './connect-sessions/submit-credentials.js';
import { checkSocialAccountOperation } from './social-accounts/check.js';
import { listAccountChoicesOperation } from './social-accounts/choices.js';
import { deleteSocialAccountOperation } from './social-accounts/delete.js';
import { updateSocialAccountOperation } from './social-accounts/update.js';
import { getSocialAccountOperation } from './social-accounts/get.js';
import { listSocialAccountsOperation } from './social-accounts/list.js';
import { getWorkspaceOperation } from './workspaces/get.js';
import { getWorkspaceUsageOperation } from './workspaces/usage.js';
import { listWorkspacesOperation } from './workspaces/list.js';
import { signUpOperation } from './sessions/sign-up.js';
import { signInOperation } from './sessions/sign-in.js';
import { oneTimeSignInOperation } from './sessions/one-time-sign-in.js';
import { previewOneTimeSignInOperation } from './sessions/preview-one-time-sign-in.js';
import { signOutOperation } from './sessions/sign-out.js';
import { changePasswordOperation } from './sessions/change-password.js';
import { getCurrentSessionOperation } from './sessions/get-current.js';
import { createWorkspaceOperation } from './workspaces/create.js';
import { createBillingSessionOperation } from './workspaces/create-billing-session.js';
import { updateWorkspaceOperation } from './workspaces/update.js';
import { deleteWorkspaceOperation } from './workspaces/delete.js';
import { listMembersOperation } from './members/list.js';
import { updateMemberOperation } from './members/update.js';
import { removeMemberOperation } from './members/remove.js';
import { createInvitationOperation } from './members/invite.js';
import { listInvitationsOperation } from './members/list-invitations.js';
import { revokeInvitationOperation } from './members/revoke-invitation.js';
import { previewInvitationOperation } from './members/preview-invitation.js';
import { acceptInvitationOperation } from './members/accept-invitation.js';
import { createApiKeyOperation } from './api-keys/create.js';
import { listApiKeysOperation } from './api-keys/list.js';
import { revokeApiKeyOperation } from './api-keys/revoke.js';
import { allowAppOperation } from './apps/allow.js';
import { listAppsOperation } from './apps/list.js';
import { listOwnAppsOperation } from './apps/list-own.js';
import { previewAppOperation } from './apps/preview.js';
import { revokeAppOperation } from './apps/revoke.js';
import { revokeOwnAppOperation } from './apps/revoke-own.js';
import { createClientLinkOperation } from './client-links/create.js';
import { listClientLinksOperation } from './client-links/list.js';
import { revokeClientLinkOperation } from './client-links/revoke.js';
import { approveClientPostsOperation } from './client-reviews/approve.js';
import { commentOnClientPostOperation } from './client-reviews/comment.js';
import { getClientReviewOperation } from './client-reviews/get.js';
import { listClientPostsOperation } from './client-reviews/list.js';
import { rejectClientPostOperation } from './client-reviews/reject.js';
import { createWebhookEndpointOperation } from './webhook-endpoints/create.js';
import { listWebhookEndpointsOperation } from './webhook-endpoints/list.js';
import { getWebhookEndpointOperation } from './webhook-endpoints/get.js';
import { updateWebhookEndpointOperation } from './webhook-endpoints/update.js';
import { deleteWebhookEndpointOperation } from './webhook-endpoints/delete.js';
import { rotateWebhookSecretOperation } from './webhook-endpoints/rotate-secret.js';
import { sendTestWebhookOperation } from './webhook-endpoints/send-test.js';
import { replayWebhooksOperation } from './webhook-endpoints/replay.js';
import { listWebhookDeliveriesOperation } from './webhook-endpoints/list-deliveries.js';
import { getWebhookDeliveryOperation } from './webhook-endpoints/get-delivery.js';
import { listWebhookAttemptsOperation } from './webhook-endpoints/list-attempts.js';
import { redeliverWebhookOperation } from './webhook-endpoints/redeliver.js';

/** Every operation under /api/v1, in the order of the API's description. */
export const operations: readonly Operation[] = [
  signUpOperation,
  signInOperation,
  oneTimeSignInOperation,
  previewOneTimeSignInOperation,
  signOutOperation,
  changePasswordOperation,
  getCurrentSessionOperation,
  createWorkspaceOperation,
  listWorkspacesOperation,
  getWorkspaceOperation,
  getWorkspaceUsageOperation,
  updateWorkspaceOperation,
  deleteWorkspaceOperation,
  createBillingSessionOperation,
  listAuditLogOperation,
  exportAuditLogOperation,
  listMembersOperation,
  updateMemberOperation,
  removeMemberOperation,
  createInvitationOperation,
  listInvitationsOperation,
  revokeInvitationOperation,
  previewInvitationOperation,
  acceptInvitationOperation,
  createApiKeyOperation,
  listApiKeysOperation,
  revokeApiKeyOperation,
  previewAppOperation,
  allowAppOperation,
  listOwnAppsOperation,
  revokeOwnAppOperation,
  listAppsOperation,
  revokeAppOperation,
  createClientLinkOperation,
  listClientLinksOperation,
  revokeClientLinkOperation,
  getClientReviewOperation,
  listClientPostsOperation,
  approveClientPostsOperation,
  rejectClientPostOperation,
  commentOnClientPostOperation,
  listPlatformsOperation,
  createPostOperation,
  validatePostOperation,
  listPostsOperation,
  listCalendarOperation,
  getPostOperation,
  updatePostOperation,
  deletePostOperation,
  schedulePostOperation,
  reschedulePostOperation,
  approvePostOperation,
  rejectPostOperation,
  cancelPostOperation,
  retryPostOperation,
  changePostsOperation,
  streamEventsOperation,
  retryFirstCommentOperation,
  resolveTargetOperation,
  removeTargetOperation,
  editTargetOperation,
  getPostTimelineOperation,
  listHashtagSetsOperation,
  createHashtagSetOperation,
  updateHashtagSetOperation,
  deleteHashtagSetOperation,
  listCommentsOperation,
  getCommentOperation,
  replyToCommentOperation,
  resolveReplyOperation,
  refreshCommentsOperation,
  getPostMetricsOperation,
  listMetricChangesOperation,
  refreshMetricsOperation,
  markCommentReadOperation,
  hideCommentOperation,
  unhideCommentOperation,
  deleteCommentOperation,
  assignCommentOperation,
  listCommentNotesOperation,
  addCommentNoteOperation,
  deleteCommentNoteOperation,
  listSavedRepliesOperation,
  createSavedReplyOperation,
  updateSavedReplyOperation,
  deleteSavedReplyOperation,
  getCommentTimelineOperation,
  listMediaOperation,
  presignMediaOperation,
  createMediaFromUrlOperation,
  getMediaOperation,
  updateMediaOperation,
  deleteMediaOperation,
  resumeUploadOperation,
  completeMediaOperation,
  createConnectSessionOperation,
  getConnectSessionOperation,
  submitConnectCredentialsOperation,
  importConnectCandidatesOperation,
  listSocialAccountsOperation,
  getSocialAccountOperation,
  listAccountChoicesOperation,
  updateSocialAccountOperation,
  checkSocialAccountOperation,
  deleteSocialAccountOperation,
  createWebhookEndpointOperation,
  listWebhookEndpointsOperation,
  getWebhookEndpointOperation,
  updateWebhookEndpointOperation,
  deleteWebhookEndpointOperation,
  rotateWebhookSecretOperation,
  sendTestWebhookOperation,
  replayWebhooksOperation,
  listWebhookDeliveriesOperation,
  getWebhookDeliveryOperation,
  listWebhookAttemptsOperation,
  redeliverWebhookOperation,
];

/** Schemas that no route refers to, because our own parsers use them or they only describe responses. */
export const documentedSchemas: Readonly<Record<string, z.ZodType>> = {
  CreatePostFlat: flatCreateSchema,
  CreatePostNested: nestedCreateSchema,
  UpdatePostFlat: flatUpdateSchema,
  UpdatePostNested: nestedUpdateSchema,
  SchedulePost: scheduleSchema,
  TargetErrorCode: targetErrorCodeSchema,
  FirstCommentErrorCode: firstCommentErrorCodeSchema,
};
