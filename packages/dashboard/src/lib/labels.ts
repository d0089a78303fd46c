import type { components } from '../../../client/src/api-types.js';
import { t } from '../messages/states.js';
import { isUnconfirmed, shownStateOf, type ShownState } from './shown-state.js';

type Schemas = components['schemas'];

/** The color of a state. It is always shown together with a label, so that no meaning depends on the color alone. */
export type Tone = 'neutral' | 'info' | 'good' | 'warning' | 'unsure' | 'bad';
export interface StateLabel {
  label: string;
  tone: Tone;
}

export const postStateLabels: Record<Schemas['Post']['status'], StateLabel> = {
  DRAFT: { label: t('draft'), tone: 'neutral' },
  NEEDS_APPROVAL: { label: t('needsApproval'), tone: 'warning' },
  SCHEDULED: { label: t('scheduled'), tone: 'info' },
  PUBLISHING: { label: t('publishing'), tone: 'info' },
  PARTIALLY_PUBLISHED: { label: t('partlyPublished'), tone: 'warning' },
  PUBLISHED: { label: t('published'), tone: 'good' },
  FAILED: { label: t('failed'), tone: 'bad' },
  CANCELED: { label: t('canceled'), tone: 'neutral' },
};

const unconfirmedLabel: StateLabel = { label: t('unconfirmed'), tone: 'unsure' };

export const shownStateLabels: Record<ShownState, StateLabel> = {
  ...postStateLabels,
  UNCONFIRMED: unconfirmedLabel,
};

export const postLabelOf = (post: Pick<Schemas['Post'], 'status' | 'targets'>): StateLabel =>
  shownStateLabels[shownStateOf(post)];

export const targetStateLabels: Record<Schemas['Target']['status'], StateLabel> = {
  DRAFT: { label: t('draft'), tone: 'neutral' },
  SCHEDULED: { label: t('scheduled'), tone: 'info' },
  PUBLISHING: { label: t('publishing'), tone: 'info' },
  PUBLISHED: { label: t('published'), tone: 'good' },
  FAILED: { label: t('failed'), tone: 'bad' },
  SKIPPED: { label: t('skipped'), tone: 'neutral' },
  CANCELED: { label: t('canceled'), tone: 'neutral' },
};

/** The message about a past time. */
export const pastTime = t('pastTime');

/**
 * Returns the label of a target. While its post waits for approval, a target is still a draft but is shown as waiting.
 */
export const targetLabelIn = (
  { status: ofPost }: Pick<Schemas['Post'], 'status'>,
  target: Pick<Schemas['Target'], 'status' | 'errorCode'>,
): StateLabel =>
  ofPost === 'NEEDS_APPROVAL' && target.status === 'DRAFT'
    ? postStateLabels.NEEDS_APPROVAL
    : targetLabelOf(target);

export const targetLabelOf = (target: Pick<Schemas['Target'], 'status' | 'errorCode'>): StateLabel =>
  isUnconfirmed(target) ? unconfirmedLabel : targetStateLabels[target.status];

export const accountStateLabels: Record<Schemas['SocialAccount']['status'], StateLabel> = {
  ACTIVE: { label: t('connected'), tone: 'good' },
  TOKEN_EXPIRED: { label: t('reconnectNeeded'), tone: 'bad' },
};

export const commentStateLabels: Record<Schemas['Comment']['status'], StateLabel> = {
  RECEIVED: { label: t('received'), tone: 'neutral' },
  SENDING: { label: t('sending'), tone: 'info' },
  SENT: { label: t('sent'), tone: 'good' },
  FAILED: { label: t('failed'), tone: 'bad' },
  UNCONFIRMED: unconfirmedLabel,
};

export const mediaStateLabels: Record<Schemas['Media']['status'], StateLabel> = {
  PENDING_UPLOAD: { label: t('waitingForUpload'), tone: 'neutral' },
  PROCESSING: { label: t('processing'), tone: 'info' },
  READY: { label: t('ready'), tone: 'good' },
  FAILED: { label: t('failed'), tone: 'bad' },
};

export const deliveryStateLabels: Record<Schemas['WebhookDelivery']['status'], StateLabel> = {
  PENDING: { label: t('waiting'), tone: 'info' },
  DELIVERED: { label: t('delivered'), tone: 'good' },
  DEAD: { label: t('failed'), tone: 'bad' },
};

/** The label of a delivery that has failed and will be tried again. */
export const retryingLabel: StateLabel = { label: t('retrying'), tone: 'warning' };

export const endpointStateLabels: Record<Schemas['WebhookEndpoint']['status'], StateLabel> = {
  ENABLED: { label: t('on'), tone: 'good' },
  DISABLED: { label: t('off'), tone: 'warning' },
};

/** Shown before an action that submits an unapproved post for approval, in workspaces that require it. */
export const submitWarning = t('submitWarning');
/** Shown before a change to the content of an approved post, in workspaces that require approval. */
export const approvalEndsWarning = t('approvalEndsWarning');
