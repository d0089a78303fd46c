import type { components } from '../../../../client/src/api-types.js';
import { formatInstant } from '../../lib/dates.js';
import { accountStateLabels, endpointStateLabels, postStateLabels } from '../../lib/labels.js';
import { roleLabels } from '../../lib/role-labels.js';
import { userLocale } from '../../lib/language.js';
import { planLabels } from '../../lib/plan-labels.js';
import { platformNames } from '../../lib/platform-looks.js';
import { disabledLabels, eventLabels, eventsText } from '../../lib/webhook-labels.js';
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
  'app.allowed': t('allowedAnApp'),
  'app.revoked': t('revokedAnApp'),
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
  'post.removal_requested': t('askedForARemoval'),
  'post.edit_requested': t('correctedAPublicText'),
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
  const key = apiKeyName ?? apiKeyId ?? '';
  if (kind === 'app') return t('byApp', { who, app: key });
  return kind === 'apiKey' ? t('byApiKey', { who, key }) : who;
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

/** Returns the names of the workspaces that the reader knows, by their ids. */
export type WorkspaceNames = ReadonlyMap<string, string>;
type Words = Readonly<Record<string, string>>;

const labelsOf = (states: Readonly<Record<string, { label: string }>>): Words =>
  Object.fromEntries(Object.entries(states).map(([state, { label }]) => [state, label]));

/** The words for the states of each kind of subject, which is the beginning of an action. */
const stateWords: Readonly<Record<string, Words>> = {
  post: labelsOf(postStateLabels),
  social_account: labelsOf(accountStateLabels),
  webhook_endpoint: labelsOf(endpointStateLabels),
  connect_session: { FAILED: postStateLabels.FAILED.label, EXPIRED: t('value.expired') },
};

const connectErrors: Record<NonNullable<components['schemas']['ConnectSession']['errorCode']>, string> = {
  ACCESS_DENIED: t('value.accessDenied'),
  CODE_REFUSED: t('value.codeRefused'),
  INVALID_CREDENTIALS: t('value.invalidCredentials'),
  NOTHING_GRANTED: t('value.nothingGranted'),
  PERMISSION_MISSING: t('value.permissionMissing'),
  WRONG_ACCOUNT: t('value.wrongAccount'),
  STATE_MISMATCH: t('value.stateMismatch'),
  PLATFORM_REJECTED: t('value.platformRejected'),
  PLATFORM_UNAVAILABLE: t('value.platformUnavailable'),
};

const valueWords: Readonly<Record<string, Words>> = {
  disabledReason: disabledLabels,
  errorCode: connectErrors,
  events: { default: eventsText(null) },
  installationRole: {
    OPERATOR: t('value.operator'),
    CREATOR: t('value.creator'),
    MEMBER: t('value.member'),
  },
  mode: { full: t('value.full'), scoped: t('value.scoped') },
  plan: planLabels,
  platform: platformNames,
  role: roleLabels,
};

/** The fields whose values are several ones, separated by spaces. */
const wordsInLists: Readonly<Record<string, Words>> = { events: eventLabels };

function valueText(
  action: AuditAction,
  field: string,
  value: AuditChange['from'],
  names: WorkspaceNames,
): string {
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'number') return value.toLocaleString(userLocale);
  const text = String(value);
  if (instant.test(text)) return formatInstant(text);
  const [subject = ''] = action.split('.');
  const words = field === 'status' ? stateWords[subject] : valueWords[field];
  const known = words !== undefined && Object.hasOwn(words, text) ? words[text] : undefined;
  if (known !== undefined) return known;
  const parts = field === 'workspaceIds' ? Object.fromEntries(names) : wordsInLists[field];
  return parts === undefined
    ? text
    : text
        .split(' ')
        .map((part) => parts[part] ?? part)
        .join(', ');
}

/**
 * Returns a text about one change, with the names that the dashboard uses elsewhere. Values without a name are shown as
 * they are recorded. If no values were recorded, the text says only that the field changed.
 */
export function changeText(
  action: AuditAction,
  { field, from, to }: AuditChange,
  names: WorkspaceNames = new Map(),
): string {
  const name = fieldName(field);
  const text = (value: AuditChange['from']): string => valueText(action, field, value, names);
  if (from === null && to === null) return t('fieldChanged', { field: name });
  if (from === null) return `${name}: ${text(to)}`;
  return to === null
    ? t('fieldWas', { field: name, from: text(from) })
    : `${name}: ${text(from)} → ${text(to)}`;
}

/** Returns a change as it is recorded, for those who compare it with an export. */
export const recordedText = ({ field, from, to }: AuditChange): string =>
  `${field}: ${[from, to].filter((value) => value !== null).join(' → ')}`;

/** The words for subjects without a name. */
const subjectWords: Words = {
  post: t('subject.post'),
  reply: t('subject.reply'),
  comment: t('subject.comment'),
  connect_session: t('subject.connection'),
};

/** Returns the name of what was changed. A subject without a name is named by its kind. */
export const subjectText = ({ action, subject }: Pick<AuditEntry, 'action' | 'subject'>): string =>
  subject.name ?? subjectWords[action.split('.')[0] ?? ''] ?? subject.id;
