import type { components } from '../../../client/src/api-types.js';
import { t } from '../messages/replies.js';
import { titleOfError } from './post-changes.js';
import type { StateLabel } from './labels.js';

type Comment = components['schemas']['Comment'];

/** The labels that the list shows for a comment's reply. Only a public reply is shown as "Replied". */
export const replyStateLabels: Record<NonNullable<Comment['replyStatus']>, StateLabel> = {
  SENT: { label: t('state.SENT'), tone: 'good' },
  SENDING: { label: t('state.SENDING'), tone: 'info' },
  FAILED: { label: t('state.FAILED'), tone: 'bad' },
  UNCONFIRMED: { label: t('state.UNCONFIRMED'), tone: 'unsure' },
};

/** Texts for error codes whose usual texts, which are about posts, do not fit a reply. */
const ofReply: Readonly<Record<string, { title?: string; remedy: string }>> = {
  COMMENTS_DISABLED: {
    title: t('failed.closed'),
    remedy: t('remedy.closed'),
  },
  PERMISSION_MISSING: { remedy: t('remedy.permission') },
  PLATFORM_AUTH_FAILED: { remedy: t('remedy.reconnect') },
  ACCOUNT_DISCONNECTED: { remedy: t('remedy.reconnect') },
  PLATFORM_REJECTED: {
    title: t('failed.rejected'),
    remedy: t('remedy.rejected'),
  },
  DUPLICATE_CONTENT: { remedy: t('remedy.duplicate') },
  POLICY_BLOCKED: {
    title: t('failed.blocked'),
    remedy: t('remedy.blocked'),
  },
  RATE_LIMITED: { remedy: t('remedy.later') },
  PLATFORM_QUOTA_EXCEEDED: { remedy: t('remedy.later') },
  PLATFORM_UNAVAILABLE: { remedy: t('remedy.later') },
  PLATFORM_NOT_SUPPORTED: { remedy: t('remedy.onPlatform') },
  INTERNAL_ERROR: { remedy: t('remedy.server') },
};

/** Returns texts about why a reply failed and what the user can do. */
export function failedReplyText(code: string | null): { title: string; remedy: string } {
  const words = ofReply[code ?? ''];
  return {
    title: words?.title ?? (code === null ? t('failed.notSent') : titleOfError(code)),
    remedy: words?.remedy ?? t('remedy.replyAgain'),
  };
}

/**
 * Whether the last of our replies in a conversation failed because the platform has turned replies off. `thread` is in
 * the order of time.
 */
export function takesNoReplies(thread: readonly Comment[]): boolean {
  const last = thread.findLast(({ mine }) => mine);
  return last?.status === 'FAILED' && last.errorCode === 'COMMENTS_DISABLED';
}
