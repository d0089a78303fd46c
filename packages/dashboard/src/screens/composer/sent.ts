import type { Post } from './api.js';
import { isSameDraft, wantedAt, wholeDraftOf, type Draft } from './draft.js';

/** What is to become of what was written. */
export type Intent = 'draft' | 'schedule' | 'now' | 'keep' | 'retry';

/** A new post as it was sent, while no answer has told what became of it. */
export interface Sent {
  at: string;
  draft: Draft;
  intent: Intent;
}

/** The service knows a repeat by its reference for 24 hours. One hour less, for clocks and what is on its way. */
const repeatMsMax = 23 * 60 * 60 * 1000;

/** Whether sending it once more might make a second post. */
export const isPastRepeat = (sent: readonly Sent[], nowMs: number): boolean =>
  sent.some(({ at }) => nowMs - Date.parse(at) > repeatMsMax);

/** One entry for each version, with the time at which it was sent first. */
export function withSent(sent: readonly Sent[], next: Sent): readonly Sent[] {
  const isKnown = sent.some(({ draft, intent }) => intent === next.intent && isSameDraft(draft, next.draft));
  return isKnown ? sent : [...sent, next];
}

/** Whether a stored post is still what was sent: nobody has written or decided anything else since. */
export function isAsSent({ draft, intent }: Pick<Sent, 'draft' | 'intent'>, post: Post): boolean {
  if (post.status === 'CANCELED' || (post.status === 'DRAFT') !== (intent === 'draft')) return false;
  const stored = wholeDraftOf(post, draft.timezone);
  const { date, time, timezone } = intent === 'now' ? stored : timedOf(draft);
  return isSameDraft(stored, { ...draft, date, time, timezone });
}

/** A date without a time is not sent. */
const timedOf = (draft: Draft): Draft =>
  wantedAt(draft) === null ? { ...draft, date: '', time: '' } : draft;
