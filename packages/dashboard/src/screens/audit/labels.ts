import type { AuditAction, AuditEntry } from './api.js';

export const actionLabels: Record<AuditAction, string> = {
  'workspace.created': 'Created the workspace',
  'workspace.updated': 'Changed the workspace',
  'workspace.deleted': 'Deleted the workspace',
  'billing.session_created': 'Opened the payment page',
  'invitation.created': 'Invited somebody',
  'invitation.revoked': 'Revoked an invitation',
  'member.joined': 'Joined the workspace',
  'member.role_changed': 'Changed a role',
  'member.removed': 'Removed a member',
  'api_key.created': 'Created an API key',
  'api_key.revoked': 'Revoked an API key',
  'client_link.created': 'Created a client link',
  'client_link.revoked': 'Revoked a client link',
  'webhook_endpoint.created': 'Added a webhook endpoint',
  'webhook_endpoint.updated': 'Changed a webhook endpoint',
  'webhook_endpoint.disabled': 'Disabled a webhook endpoint that fails',
  'webhook_endpoint.secret_rotated': 'Made a new signing secret',
  'webhook_endpoint.deleted': 'Deleted a webhook endpoint',
  'webhook_endpoint.events_replayed': 'Resent failed events',
  'webhook_delivery.redelivered': 'Resent an event',
  'connect_session.created': 'Began to connect an account',
  'connect_session.ended': 'Ended a connection without an account',
  'social_account.connected': 'Connected an account',
  'social_account.reconnected': 'Reconnected an account',
  'social_account.updated': 'Changed an account',
  'social_account.token_expired': 'Noticed that an account must be reconnected',
  'social_account.disconnected': 'Disconnected an account',
  'social_account.purged': 'Deleted the comments of an account',
  'post.approved': 'Approved a post',
  'post.rejected': 'Rejected a post',
  'post.resolved': 'Said whether an unconfirmed post is public',
  'reply.resolved': 'Said whether an unconfirmed reply is public',
  'user.created': 'Created a user',
  'user.password_changed': 'Changed their password',
  'user.sessions_ended': 'Signed out everywhere',
  'user.installation_role_changed': 'Changed a role on the server',
  'user.sign_in_link_created': 'Created a sign-in link',
};

export const isAction = (text: string | undefined): text is AuditAction =>
  text !== undefined && Object.hasOwn(actionLabels, text);

export function actorText({ kind, name, userId, apiKeyName, apiKeyId }: AuditEntry['actor']): string {
  if (kind === 'operator') return 'A command on the server';
  if (kind === 'system') return 'Punctual';
  if (kind === 'clientLink') return `${name ?? 'A client'}, by a client link`;
  const who = name ?? userId ?? 'Somebody';
  return kind === 'apiKey' ? `${who}, by the API key “${apiKeyName ?? apiKeyId ?? ''}”` : who;
}

/** Returns the network that a change came from. The service hides it if another user changed their own sign-in. */
export const networkText = ({ network, actor }: AuditEntry): string =>
  network ?? (actor.userId === null ? 'The server' : 'Not shown');

/** Returns a text about one change. If the values were not recorded, the text says only that the field changed. */
export function changeText({ field, from, to }: AuditEntry['changes'][number]): string {
  if (from === null && to === null) return `${field} changed`;
  if (from === null) return `${field}: ${String(to)}`;
  return to === null ? `${field}: was ${String(from)}` : `${field}: ${String(from)} → ${String(to)}`;
}
