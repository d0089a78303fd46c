import type { components } from '../../../client/src/api-types.js';
import type { Role } from '../../../../src/domain/roles.js';

type Schemas = components['schemas'];

/** The color of a state. It is always shown together with a label, so that no meaning depends on the color alone. */
export type Tone = 'neutral' | 'info' | 'good' | 'warning' | 'unsure' | 'bad';
export interface StateLabel {
  label: string;
  tone: Tone;
}

export const roleLabels: Record<Role, string> = {
  OWNER: 'Owner',
  ADMIN: 'Admin',
  EDITOR: 'Editor',
  CLIENT_REVIEWER: 'Client reviewer',
};

export const postStateLabels: Record<Schemas['Post']['status'], StateLabel> = {
  DRAFT: { label: 'Draft', tone: 'neutral' },
  NEEDS_APPROVAL: { label: 'Needs approval', tone: 'warning' },
  SCHEDULED: { label: 'Scheduled', tone: 'info' },
  PUBLISHING: { label: 'Publishing', tone: 'info' },
  PARTIALLY_PUBLISHED: { label: 'Partly published', tone: 'warning' },
  PUBLISHED: { label: 'Published', tone: 'good' },
  FAILED: { label: 'Failed', tone: 'bad' },
  CANCELED: { label: 'Canceled', tone: 'neutral' },
};

const unconfirmedLabel: StateLabel = { label: 'Unconfirmed', tone: 'unsure' };

/** Whether the target may be public. It counts as neither failed nor published until a person has checked it. */
export const isUnconfirmed = ({
  status,
  errorCode,
}: Pick<Schemas['Target'], 'status' | 'errorCode'>): boolean =>
  status === 'FAILED' && errorCode === 'PUBLISH_UNCONFIRMED';

/** The state that is shown for a post. A failed or partly published post is unconfirmed while one of its targets is. */
export type ShownState = Schemas['Post']['status'] | 'UNCONFIRMED';

export const shownStateOf = ({ status, targets }: Pick<Schemas['Post'], 'status' | 'targets'>): ShownState =>
  (status === 'FAILED' || status === 'PARTIALLY_PUBLISHED') && targets.some(isUnconfirmed)
    ? 'UNCONFIRMED'
    : status;

export const shownStateLabels: Record<ShownState, StateLabel> = {
  ...postStateLabels,
  UNCONFIRMED: unconfirmedLabel,
};

export const postLabelOf = (post: Pick<Schemas['Post'], 'status' | 'targets'>): StateLabel =>
  shownStateLabels[shownStateOf(post)];

export const targetStateLabels: Record<Schemas['Target']['status'], StateLabel> = {
  DRAFT: { label: 'Draft', tone: 'neutral' },
  SCHEDULED: { label: 'Scheduled', tone: 'info' },
  PUBLISHING: { label: 'Publishing', tone: 'info' },
  PUBLISHED: { label: 'Published', tone: 'good' },
  FAILED: { label: 'Failed', tone: 'bad' },
  SKIPPED: { label: 'Skipped', tone: 'neutral' },
  CANCELED: { label: 'Canceled', tone: 'neutral' },
};

/** The message about a past time. The service responds with the same text. */
export const pastTime = 'The time must be in the future.';

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
  ACTIVE: { label: 'Connected', tone: 'good' },
  TOKEN_EXPIRED: { label: 'Reconnect needed', tone: 'bad' },
};

export const commentStateLabels: Record<Schemas['Comment']['status'], StateLabel> = {
  RECEIVED: { label: 'Received', tone: 'neutral' },
  SENDING: { label: 'Sending', tone: 'info' },
  SENT: { label: 'Sent', tone: 'good' },
  FAILED: { label: 'Failed', tone: 'bad' },
  UNCONFIRMED: unconfirmedLabel,
};

export const mediaStateLabels: Record<Schemas['Media']['status'], StateLabel> = {
  PENDING_UPLOAD: { label: 'Waiting for upload', tone: 'neutral' },
  PROCESSING: { label: 'Processing', tone: 'info' },
  READY: { label: 'Ready', tone: 'good' },
  FAILED: { label: 'Failed', tone: 'bad' },
};

export const deliveryStateLabels: Record<Schemas['WebhookDelivery']['status'], StateLabel> = {
  PENDING: { label: 'Waiting', tone: 'info' },
  DELIVERED: { label: 'Delivered', tone: 'good' },
  DEAD: { label: 'Failed', tone: 'bad' },
};

/** The label of a delivery that has failed and will be tried again. */
export const retryingLabel: StateLabel = { label: 'Retrying', tone: 'warning' };

export const endpointStateLabels: Record<Schemas['WebhookEndpoint']['status'], StateLabel> = {
  ENABLED: { label: 'On', tone: 'good' },
  DISABLED: { label: 'Off', tone: 'warning' },
};

interface TargetErrorText {
  title: string;
  remedy: string;
  /** The text of the link to the service's page about the code. */
  more: string;
}

/** Texts for each error code: why a target failed and what to do. The pages under /docs/target-errors explain more. */
export const targetErrorTexts: Record<Schemas['TargetErrorCode'], TargetErrorText> = {
  PLATFORM_AUTH_FAILED: {
    title: 'The account must be reconnected',
    remedy: 'Reconnect the account, then retry.',
    more: 'Why accounts must be reconnected',
  },
  PUBLISH_UNCONFIRMED: {
    title: 'It may already be published, but this could not be confirmed',
    remedy: 'Check the account on the platform first. A retry checks again before it publishes anything.',
    more: 'Why a post may stay unconfirmed',
  },
  ACCOUNT_DISCONNECTED: {
    title: 'The account is disconnected',
    remedy: 'Connect it again, then retry.',
    more: 'What happens when an account is disconnected',
  },
  PLATFORM_REJECTED: {
    title: 'The platform rejected the post',
    remedy: 'Change what the platform objects to, then retry.',
    more: 'Why platforms reject posts',
  },
  MEDIA_REJECTED: {
    title: 'The platform rejected an image or video',
    remedy: 'Replace the file, then retry.',
    more: 'Why platforms reject images and videos',
  },
  MEDIA_UNAVAILABLE: {
    title: 'An image or video could not be uploaded',
    remedy: 'Retry. If it fails again, upload the file again or use another one.',
    more: 'Why uploads fail',
  },
  DUPLICATE_CONTENT: {
    title: 'The platform considers this a duplicate',
    remedy: 'Change the text, then retry.',
    more: 'What platforms consider a duplicate',
  },
  POLICY_BLOCKED: {
    title: 'The platform’s policies block the post',
    remedy: 'Ask the platform to lift the restriction or change the post, then retry.',
    more: 'What platforms’ policies block',
  },
  CHOICE_NOT_AVAILABLE: {
    title: 'Something you selected is no longer available',
    remedy: 'Select another board, playlist or similar, then retry.',
    more: 'Why choices disappear',
  },
  PERMISSION_MISSING: {
    title: 'A permission is missing',
    remedy: 'Reconnect the account and grant the permission, then retry.',
    more: 'Which permissions are needed',
  },
  COMMENTS_DISABLED: {
    title: 'Comments are turned off',
    remedy: 'Turn on comments on the platform, then retry.',
    more: 'When comments are turned off',
  },
  POST_CANCELED: {
    title: 'The post was canceled before its first comment was sent',
    remedy: 'Retry the first comment if you still want it.',
    more: 'What happens to the first comment of a canceled post',
  },
  FIRST_COMMENT_NOT_SENT: {
    title: 'The first comment was not sent',
    remedy: 'Retry the first comment.',
    more: 'Why first comments fail',
  },
  FIRST_COMMENT_IMPOSSIBLE: {
    title: 'The first comment cannot be sent',
    remedy: 'Write the comment on the platform.',
    more: 'Why first comments fail',
  },
  RATE_LIMITED: {
    title: 'The platform is limiting requests',
    remedy: 'Wait a while, then retry.',
    more: 'Why platforms limit requests',
  },
  PLATFORM_QUOTA_EXCEEDED: {
    title: 'The account’s daily limit is used up',
    remedy: 'Schedule the post for another day, or retry later.',
    more: 'How daily limits work',
  },
  PLATFORM_UNAVAILABLE: {
    title: 'The platform was unavailable',
    remedy: 'Retry later.',
    more: 'What happens when a platform is unavailable',
  },
  NOT_READY_IN_TIME: {
    title: 'The platform did not finish processing it in time',
    remedy: 'Retry.',
    more: 'Why processing can take too long',
  },
  PUBLISH_WINDOW_MISSED: {
    title: 'It could not be published in time',
    remedy: 'Retry if you still want to publish it.',
    more: 'Why a post can miss its time',
  },
  PLATFORM_NOT_SUPPORTED: {
    title: 'This platform is not supported',
    remedy: 'Remove the account from the post.',
    more: 'Which platforms are supported',
  },
  INTERNAL_ERROR: {
    title: 'Something went wrong on the server',
    remedy: 'Retry. If it fails again, tell the person who runs this server.',
    more: 'What to do about server errors',
  },
};

/** Titles by error code, shown above the service's message. Other codes get "Something went wrong". */
export const errorTitles: Readonly<Record<string, string>> = {
  VALIDATION_FAILED: 'Something is not valid',
  INSUFFICIENT_ROLE: 'Your role does not allow this',
  FORBIDDEN_WORKSPACE: 'You do not have access to this workspace',
  FEATURE_NOT_AVAILABLE: 'Your plan does not include this',
  X_PAYMENT_METHOD_REQUIRED: 'A payment card is needed first',
  DEVELOPER_PAYMENT_METHOD_REQUIRED: 'A payment card is needed first',
  NOT_FOUND: 'This could not be found',
  CONFLICT: 'Somebody else has changed this',
  INVALID_STATE: 'This is not possible right now',
  INVALID_CREDENTIALS: 'Sign-in failed',
  RATE_LIMITED: 'Too many requests',
  PLATFORM_RULE_VIOLATION: 'This does not meet a platform’s rules',
  CREDENTIALS_REFUSED: 'The platform rejected these credentials',
  PLATFORM_ALREADY_CONNECTED: 'This account is already connected',
  PLATFORM_NOT_CONFIGURED: 'This platform is not set up here',
  MEDIA_IN_USE: 'This file is still in use',
  STORAGE_FULL: 'The server has no space left',
  PLATFORM_AUTH_FAILED: 'An account must be reconnected first',
  URL_REJECTED: 'Check the URL',
  RETRY_COOLDOWN: 'It is too soon to retry',
  RETRY: 'This is temporarily not possible',
};

/** Shown before an action that submits an unapproved post for approval, in workspaces that require it. */
export const submitWarning = 'This post has not been approved. It will be submitted for approval.';
/** Shown before a change to the content of an approved post, in workspaces that require approval. */
export const approvalEndsWarning =
  'This post has been approved. If you change its content, it is submitted for approval again.';
