import type { Post } from './api.js';
import { isSameDraft, wantedAt, wholeDraftOf, type Draft } from './draft.js';

/** The action that the user chose. */
export type Intent = 'draft' | 'schedule' | 'now' | 'keep' | 'retry';

/** A version of a new post that was sent without a response so far. */
export interface Sent {
  at: string;
  draft: Draft;
  intent: Intent;
}

/**
 * The service recognizes a repeat by its reference for 24 hours. One hour less allows for clock differences and
 * requests under way.
 */
const repeatMsMax = 23 * 60 * 60 * 1000;

/** Whether sending again might create a second post. */
export const isPastRepeat = (sent: readonly Sent[], nowMs: number): boolean =>
  sent.some(({ at }) => nowMs - Date.parse(at) > repeatMsMax);

/** Keeps one entry for each version, with the time when it was first sent. */
export function withSent(sent: readonly Sent[], next: Sent): readonly Sent[] {
  const isKnown = sent.some(({ draft, intent }) => intent === next.intent && isSameDraft(draft, next.draft));
  return isKnown ? sent : [...sent, next];
}

/** Whether a stored post still equals what was sent, so that it was not changed since. */
export function isAsSent({ draft, intent }: Pick<Sent, 'draft' | 'intent'>, post: Post): boolean {
  if (post.status === 'CANCELED' || (post.status === 'DRAFT') !== (intent === 'draft')) return false;
  const stored = wholeDraftOf(post, draft.timezone);
  const { date, time, timezone } = intent === 'now' ? stored : timedOf(draft);
  return isSameDraft(stored, { ...draft, date, time, timezone });
}

/** Drops a date without a time, because it is not sent. */
const timedOf = (draft: Draft): Draft =>
  wantedAt(draft) === null ? { ...draft, date: '', time: '' } : draft;
