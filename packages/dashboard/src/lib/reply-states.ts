import type { components } from '../../../client/src/api-types.js';
import { titleOfError } from './post-changes.js';
import type { StateLabel } from './labels.js';

type Comment = components['schemas']['Comment'];

/** The labels that the list shows for a comment's reply. Only a public reply is shown as "Replied". */
export const replyStateLabels: Record<NonNullable<Comment['replyStatus']>, StateLabel> = {
  SENT: { label: 'Replied', tone: 'good' },
  SENDING: { label: 'Reply on its way', tone: 'info' },
  FAILED: { label: 'Reply failed', tone: 'bad' },
  UNCONFIRMED: { label: 'Reply unconfirmed', tone: 'unsure' },
};

const reconnect = 'Reconnect the account, then reply again.';
const later = 'Wait a while, then reply again.';

/** Texts for error codes whose usual texts, which are about posts, do not fit a reply. */
const ofReply: Readonly<Record<string, { title?: string; remedy: string }>> = {
  COMMENTS_DISABLED: {
    title: 'Replies are turned off',
    remedy:
      'The platform accepts no replies here. Replying again does not help until they are turned on there.',
  },
  PERMISSION_MISSING: { remedy: 'Reconnect the account and grant the permission, then reply again.' },
  PLATFORM_AUTH_FAILED: { remedy: reconnect },
  ACCOUNT_DISCONNECTED: { remedy: reconnect },
  PLATFORM_REJECTED: {
    title: 'The platform rejected the reply',
    remedy: 'Change what the platform objects to, then reply again.',
  },
  DUPLICATE_CONTENT: { remedy: 'Change the text, then reply again.' },
  POLICY_BLOCKED: {
    title: 'The platform’s policies block the reply',
    remedy: 'Change the text or ask the platform to lift the restriction, then reply again.',
  },
  RATE_LIMITED: { remedy: later },
  PLATFORM_QUOTA_EXCEEDED: { remedy: later },
  PLATFORM_UNAVAILABLE: { remedy: later },
  PLATFORM_NOT_SUPPORTED: { remedy: 'Reply on the platform instead.' },
  INTERNAL_ERROR: { remedy: 'Reply again. If it fails again, tell the person who runs this server.' },
};

/** Returns texts about why a reply failed and what the user can do. */
export function failedReplyText(code: string | null): { title: string; remedy: string } {
  if (code === null) return { title: 'The reply was not sent', remedy: 'Reply again to send a new one.' };
  const words = ofReply[code];
  return {
    title: words?.title ?? titleOfError(code),
    remedy: words?.remedy ?? 'Reply again to send a new one.',
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
