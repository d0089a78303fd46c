import type { Post } from './api.js';
import { isSameDraft, wantedAt, wholeDraftOf, type Draft } from './draft.js';

/** The action that the user chose to send the form. */
export type Intent = 'draft' | 'schedule' | 'now' | 'keep' | 'retry';

/** A version of a new post that was sent and has no response yet. */
export interface Sent {
  at: string;
  draft: Draft;
  intent: Intent;
}

/**
 * How long a new post may be sent again. The service recognizes a repeat by its reference for 24 hours; one hour less
 * allows for clock differences and running requests.
 */
const repeatMsMax = 23 * 60 * 60 * 1000;

/** Whether sending a new post again might create a second one. */
export const isPastRepeat = (sent: readonly Sent[], nowMs: number): boolean =>
  sent.some(({ at }) => nowMs - Date.parse(at) > repeatMsMax);

/** Adds a version unless it is already in the list, so that its first time of sending is kept. */
export function withSent(sent: readonly Sent[], next: Sent): readonly Sent[] {
  const isKnown = sent.some(({ draft, intent }) => intent === next.intent && isSameDraft(draft, next.draft));
  return isKnown ? sent : [...sent, next];
}

/** Whether a stored post equals a version that was sent, which means that it has not changed since. */
export function isAsSent({ draft, intent }: Pick<Sent, 'draft' | 'intent'>, post: Post): boolean {
  if (post.status === 'CANCELED' || (post.status === 'DRAFT') !== (intent === 'draft')) return false;
  const stored = wholeDraftOf(post, draft.timezone);
  const { date, time, timezone } = intent === 'now' ? stored : timedOf(draft);
  return isSameDraft(stored, { ...draft, date, time, timezone });
}

/** Removes an incomplete date or time, because it is not sent. */
const timedOf = (draft: Draft): Draft =>
  wantedAt(draft) === null ? { ...draft, date: '', time: '' } : draft;
