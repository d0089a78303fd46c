import { formatInstant } from '../../lib/dates.js';
import { roleLabels } from '../../lib/labels.js';
import { t } from '../../messages/audit.js';
import type { AuditAction, AuditEntry } from './api.js';

export const actionLabels: Record<AuditAction, string> = {
  'workspace.created': t('createdTheWorkspace'),
  'workspace.updated': t('changedTheWorkspace'),
  'workspace.deleted': t('deletedTheWorkspace'),
  'billing.session_created': t('openedThePaymentPage'),
  'invitation.created': t('invitedSomebody'),
  'invitation.revoked': t('revokedAnInvitation'),
  'member.joined': t('joinedTheWorkspace'),
  'member.role_changed': t('changedARole'),
  'member.removed': t('removedAMember'),
  'api_key.created': t('createdAnApiKey'),
  'api_key.revoked': t('revokedAnApiKey'),
  'client_link.created': t('createdAClientLink'),
  'client_link.revoked': t('revokedAClientLink'),
  'webhook_endpoint.created': t('addedAWebhookEndpoint'),
  'webhook_endpoint.updated': t('changedAWebhookEndpoint'),
  'webhook_endpoint.disabled': t('disabledAWebhookEndpointThat'),
  'webhook_endpoint.secret_rotated': t('madeANewSigningSecret'),
  'webhook_endpoint.deleted': t('deletedAWebhookEndpoint'),
  'webhook_endpoint.events_replayed': t('resentFailedEvents'),
  'webhook_delivery.redelivered': t('resentAnEvent'),
  'connect_session.created': t('beganToConnectAnAccount'),
  'connect_session.ended': t('endedAConnectionWithoutAn'),
  'social_account.connected': t('connectedAnAccount'),
  'social_account.reconnected': t('reconnectedAnAccount'),
  'social_account.updated': t('changedAnAccount'),
  'social_account.token_expired': t('noticedThatAnAccountMust'),
  'social_account.disconnected': t('disconnectedAnAccount'),
  'social_account.purged': t('deletedTheCommentsOfAn'),
  'post.approved': t('approvedAPost'),
  'post.rejected': t('rejectedAPost'),
  'post.resolved': t('saidWhetherAnUnconfirmedPost'),
  'reply.resolved': t('saidWhetherAnUnconfirmedReply'),
  'comment.hidden': t('hidAComment'),
  'comment.unhidden': t('showedAHiddenComment'),
  'comment.deleted': t('deletedAComment'),
  'user.created': t('createdAUser'),
  'user.password_changed': t('changedTheirPassword'),
  'user.sessions_ended': t('signedOutEverywhere'),
  'user.installation_role_changed': t('changedARoleOnThe'),
  'user.sign_in_link_created': t('createdASignInLink'),
};

export const isAction = (text: string | undefined): text is AuditAction =>
  text !== undefined && Object.hasOwn(actionLabels, text);

export function actorText({ kind, name, userId, apiKeyName, apiKeyId }: AuditEntry['actor']): string {
  if (kind === 'operator') return t('aCommandOnTheServer');
  if (kind === 'system') return t('punctual');
  if (kind === 'clientLink') return t('byClientLink', { name: name ?? t('aClient') });
  const who = name ?? userId ?? t('somebody');
  return kind === 'apiKey' ? t('byApiKey', { who, key: apiKeyName ?? apiKeyId ?? '' }) : who;
}

/** Returns the network that a change came from. The service hides it if another user changed their own sign-in. */
export const networkText = ({ network, actor }: AuditEntry): string =>
  network ?? (actor.userId === null ? t('theServer') : t('notShown'));

type AuditChange = AuditEntry['changes'][number];

/** Returns the name of a field, or the field as it is recorded if it has no name. */
function fieldName(field: string): string {
  // A dot in a key leads to an inner message.
  const key = `field.${field.replace('.', '_')}` as const;
  return t.has(key) ? t(key) : field;
}

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const isRole = (text: string): text is keyof typeof roleLabels => Object.hasOwn(roleLabels, text);

function valueText(field: string, value: AuditChange['from']): string {
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  const text = String(value);
  if (instant.test(text)) return formatInstant(text);
  return field === 'role' && isRole(text) ? roleLabels[text] : text;
}

/** Returns a text about one change. If the values were not recorded, the text says only that the field changed. */
export function changeText({ field, from, to }: AuditChange): string {
  const name = fieldName(field);
  if (from === null && to === null) return t('fieldChanged', { field: name });
  if (from === null) return `${name}: ${valueText(field, to)}`;
  return to === null
    ? t('fieldWas', { field: name, from: valueText(field, from) })
    : `${name}: ${valueText(field, from)} → ${valueText(field, to)}`;
}
