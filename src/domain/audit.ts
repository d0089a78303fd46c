/** The actions that the audit log records, in the order of docs/audit-log.md. */
export const auditActions = [
  'workspace.created',
  'workspace.updated',
  'workspace.deleted',
  'billing.session_created',
  'invitation.created',
  'invitation.revoked',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'api_key.created',
  'api_key.revoked',
  'app.allowed',
  'app.revoked',
  'client_link.created',
  'client_link.revoked',
  'webhook_endpoint.created',
  'webhook_endpoint.updated',
  'webhook_endpoint.disabled',
  'webhook_endpoint.secret_rotated',
  'webhook_endpoint.deleted',
  'webhook_endpoint.events_replayed',
  'webhook_delivery.redelivered',
  'connect_session.created',
  'connect_session.ended',
  'social_account.connected',
  'social_account.reconnected',
  'social_account.updated',
  'social_account.token_expired',
  'social_account.disconnected',
  'social_account.purged',
  'post.approved',
  'post.rejected',
  'post.resolved',
  'post.removal_requested',
  'post.edit_requested',
  'reply.resolved',
  'comment.hidden',
  'comment.unhidden',
  'comment.deleted',
  'user.created',
  'user.password_changed',
  'user.sessions_ended',
  'user.installation_role_changed',
  'user.sign_in_link_created',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** `system` means that Punctual acted without a request. */
export const auditActorKinds = ['session', 'apiKey', 'app', 'clientLink', 'operator', 'system'] as const;
export type AuditActorKind = (typeof auditActorKinds)[number];

export type AuditValue = string | number | boolean | null;

/** A change of one field. Secrets and content are never recorded. */
export interface AuditChange {
  field: string;
  from: AuditValue;
  to: AuditValue;
}

/** The number of entries in one export. A longer log is exported in parts. */
export const auditExportRowsMax = 10_000;
/** The number of entries that an export reads and writes at a time, so that other requests are not held up. */
export const auditExportRowsAtOnceMax = 500;
