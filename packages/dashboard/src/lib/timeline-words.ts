import type { components } from '../../../client/src/api-types.js';
import { detailSentences as d, listOf } from './timeline-details.js';

export type TimelineEntry = components['schemas']['TimelineEntry'];
type Kind = TimelineEntry['kind'];

/** What an entry is told with: names in place of ids, and times as the reader writes them. */
export interface TimelineNames {
  /** Who did it: "You", "Ada", "An API key of Ada", "Punctual". */
  who: string;
  /** The account that it concerns, "Threads, acme"; null: the whole post. */
  place: string | null;
  /** Of the accounts in `detail.targetIds`. */
  places: readonly string[];
  formatTime: (instant: string) => string;
}

type Sentence = (entry: TimelineEntry, names: TimelineNames) => string;

const on = ({ place }: TimelineNames): string => (place === null ? '' : ` on ${place}`);
const to = ({ place }: TimelineNames): string => (place === null ? ' to the platform' : ` to ${place}`);
const time = (instant: string | undefined, { formatTime }: TimelineNames): string =>
  instant === undefined ? '' : formatTime(instant);
const thing = ({ detail }: TimelineEntry): string =>
  detail.step === 'FIRST_COMMENT' ? 'the first comment' : 'the post';
const Thing = (entry: TimelineEntry): string =>
  entry.detail.step === 'FIRST_COMMENT' ? 'The first comment' : 'The post';

const canceled: Sentence = ({ actor }, names) => {
  if (actor.kind === 'system') return `It will not be published${on(names)}: the post was canceled.`;
  const kept = names.places.length === 0 ? '' : ` It will not be published on ${listOf(names.places)}.`;
  return `${names.who} canceled the post.${kept}`;
};

const retried: Sentence = ({ detail }, names) => {
  const where = names.places.length === 0 ? '' : ` on ${listOf(names.places)}`;
  return detail.because === 'ACCOUNT_RECONNECTED'
    ? `The account was reconnected, so Punctual publishes again${where}.`
    : `${names.who} asked to publish again${where}.`;
};

/** A sentence for each kind. */
const sentences: Record<Kind, Sentence> = {
  CREATED: (_entry, { who }) => `${who} created the post.`,
  EDITED: ({ detail }, { who }) => `${who} changed ${d.changed(detail.changed)}.`,
  SCHEDULED: ({ detail }, names) => `${names.who} scheduled the post for ${time(detail.scheduledAt, names)}.`,
  RESCHEDULED: ({ detail }, names) => `${names.who} moved the post to ${time(detail.scheduledAt, names)}.`,
  UNSCHEDULED: (_entry, { who }) => `${who} made the post a draft again.`,
  CANCELED: canceled,
  CANCEL_REQUESTED: (_entry, names) =>
    `A call to the platform was under way${names.places.length === 0 ? '' : ` for ${listOf(names.places)}`}. Its outcome follows, and no other call begins.`,
  APPROVAL_REQUESTED: ({ detail }, names) =>
    detail.scheduledAt === undefined
      ? `${names.who} handed the post in for approval.`
      : `${names.who} handed the post in for approval, to be published ${time(detail.scheduledAt, names)}.`,
  APPROVED: ({ detail }, { who }) => `${who} approved the post.${d.altTexts(detail.altTextsFixed)}`,
  REJECTED: ({ detail }, { who }) => `${who} sent the post back: “${detail.rejectionReason ?? ''}”`,
  RETRIED: retried,
  COMMENT_RETRIED: (_entry, names) => `${names.who} asked to send the first comment again${on(names)}.`,
  DELETED: (_entry, { who }) => `${who} deleted the post.`,
  START_DEFERRED: () =>
    'The post was stored, but its run could not be started at once. It is started as soon as that is possible.',
  START_DELIVERED: () => 'The run that had to wait was started.',
  RUN_REPLACED: () => 'The run of the post was lost. A new one took its place.',
  RUN_SUPERSEDED: () => 'An earlier run of the post stopped, because a newer one has taken over.',
  LOOK_FIRST: (entry, names) =>
    `Nobody knows whether ${thing(entry)} is public${on(names)} already. Punctual looks there before it sends anything.`,
  PUBLISHING_BEGUN: () => 'Publishing began.',
  RENDITION_MADE: ({ detail }, names) => `${d.rendition(detail)} for ${names.place ?? 'the platform'}.`,
  UPLOAD_STARTED: ({ detail }, names) =>
    `The upload of ${d.files(detail)}${to(names)} began.${d.resumed(detail)}`,
  UPLOADED: (_entry, names) => `The upload${to(names)} is complete.`,
  ATTEMPT_STARTED: (entry, names) =>
    `Attempt ${entry.detail.attempt ?? 1}: ${thing(entry)} is being sent${to(names)}.`,
  ATTEMPT_ENDED: ({ detail }, names) =>
    `Attempt ${detail.attempt ?? 1}${on(names)}: ${d.outcome(detail.outcome)}${d.error(detail.errorCode)}.`,
  WAITING: ({ detail }, names) => {
    const until = detail.until === undefined ? '' : `, until ${time(detail.until, names)}`;
    return `Waiting${on(names)}: ${d.reason(detail.reason)}${until}.`;
  },
  TOKEN_REFRESH: ({ detail }, names) =>
    `${d.refresh(detail.refresh)}${names.place === null ? '' : ` (${names.place})`}.`,
  LOOKED_UP: (entry, names) =>
    `Punctual looked for ${thing(entry)}${on(names)}: ${d.lookup(entry.detail.lookup)}.`,
  PUBLISHED: (entry, names) => `${Thing(entry)} is public${on(names)}.`,
  EXTRA_FAILED: ({ detail }, names) =>
    `The post is public${on(names)}, but something could not be added to it: ${d.extra(detail.extra)}.`,
  FAILED: (entry, names) =>
    `${Thing(entry)} was not published${on(names)}${d.error(entry.detail.errorCode)}.`,
  FINISHED: ({ detail }) => `Publishing ended: ${d.status(detail.status)}.`,
  WEBHOOK_ATTEMPTED: ({ detail }, names) => {
    const again = detail.until === undefined ? '' : ` The next try is at ${time(detail.until, names)}.`;
    return `${d.delivery(detail.delivery)}${again}`;
  },
};

/** What happened, in a sentence. New kinds may come before this page knows them. */
export function sentenceOf(entry: TimelineEntry, names: TimelineNames): string {
  const known: Readonly<Record<string, Sentence>> = sentences;
  const sentence = Object.hasOwn(known, entry.kind) ? known[entry.kind] : undefined;
  return sentence?.(entry, names) ?? `Something happened that this page has no words for: ${entry.kind}.`;
}
