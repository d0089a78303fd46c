import type { components } from '../../../client/src/api-types.js';
import { listOf } from './list-of.js';
import { detailSentences as d } from './timeline-details.js';

export type TimelineEntry = components['schemas']['TimelineEntry'];
type Kind = TimelineEntry['kind'];

/** Names and formats for the sentence of a timeline entry, which replace ids and UTC times. */
export interface TimelineNames {
  /** The actor: "You", "Ada", "Ada’s API key", "Punctual". */
  who: string;
  /** The account of the entry, "Threads @acme"; null if the entry is about the whole post. */
  place: string | null;
  /** The names of the accounts in `detail.targetIds`. */
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
  if (actor.kind === 'system') return `The post was canceled and will not be published${on(names)}.`;
  const kept = names.places.length === 0 ? '' : ` It will not be published on ${listOf(names.places)}.`;
  return `${names.who} canceled the post.${kept}`;
};

const retried: Sentence = ({ detail }, names) => {
  const where = names.places.length === 0 ? '' : ` on ${listOf(names.places)}`;
  return detail.because === 'ACCOUNT_RECONNECTED'
    ? `The account was reconnected, so Punctual retries the post${where}.`
    : `${names.who} retried the post${where}.`;
};

const sentences: Record<Kind, Sentence> = {
  CREATED: (_entry, { who }) => `${who} created the post.`,
  EDITED: ({ detail }, { who }) => `${who} changed ${d.changed(detail.changed)}.`,
  SCHEDULED: ({ detail }, names) => `${names.who} scheduled the post for ${time(detail.scheduledAt, names)}.`,
  RESCHEDULED: ({ detail }, names) =>
    `${names.who} rescheduled the post for ${time(detail.scheduledAt, names)}.`,
  UNSCHEDULED: (_entry, { who }) => `${who} reverted the post to a draft.`,
  CANCELED: canceled,
  CANCEL_REQUESTED: (_entry, names) =>
    `The post was being sent${names.places.length === 0 ? '' : ` to ${listOf(names.places)}`} when it was canceled. The result will follow, and nothing else will be sent.`,
  APPROVAL_REQUESTED: ({ detail }, names) =>
    detail.scheduledAt === undefined
      ? `${names.who} submitted the post for approval.`
      : `${names.who} submitted the post for approval, scheduled for ${time(detail.scheduledAt, names)}.`,
  APPROVED: ({ detail }, { who }) => `${who} approved the post.${d.altTexts(detail.altTextsFixed)}`,
  REJECTED: ({ detail }, { who }) =>
    `${who} rejected the post${detail.rejectionReason === undefined ? '.' : `: “${detail.rejectionReason}”`}`,
  CLIENT_COMMENTED: ({ detail }, { who }) => `${who} wrote: “${detail.clientComment ?? ''}”`,
  RETRIED: retried,
  COMMENT_RETRIED: (_entry, names) => `${names.who} retried the first comment${on(names)}.`,
  RESOLVED: ({ detail }, names) =>
    detail.isPublished === true
      ? `${names.who} confirmed that the post is public${on(names)}.`
      : `${names.who} said that the post is not public${on(names)}.`,
  DELETED: (_entry, { who }) => `${who} deleted the post.`,
  START_DEFERRED: () =>
    'The post was saved, but its workflow could not be started yet. It will start as soon as possible.',
  START_DELIVERED: () => 'The delayed workflow was started.',
  RUN_REPLACED: () => 'The workflow of the post was lost. A new one replaced it.',
  RUN_SUPERSEDED: () => 'An earlier workflow of the post stopped because a newer one took over.',
  LOOK_FIRST: (entry, names) =>
    `It is not known whether ${thing(entry)} was already published${on(names)}. Punctual checks before it sends anything.`,
  PUBLISHING_BEGUN: () => 'Publishing started.',
  RENDITION_MADE: ({ detail }, names) => `${d.rendition(detail)} for ${names.place ?? 'the platform'}.`,
  UPLOAD_STARTED: ({ detail }, names) =>
    `The upload of ${d.files(detail)}${to(names)} started.${d.resumed(detail)}`,
  UPLOADED: (_entry, names) => `The upload${to(names)} finished.`,
  ATTEMPT_STARTED: (entry, names) =>
    `Attempt ${entry.detail.attempt ?? 1}: sending ${thing(entry)}${to(names)}.`,
  ATTEMPT_ENDED: ({ detail }, names) => `Attempt ${detail.attempt ?? 1}${on(names)}: ${d.outcome(detail)}.`,
  WAITING: ({ detail }, names) => {
    const until = detail.until === undefined ? '' : `, until ${time(detail.until, names)}`;
    return `Waiting${on(names)}: ${d.reason(detail.reason)}${until}.`;
  },
  TOKEN_REFRESH: ({ detail }, names) =>
    `${d.refresh(detail.refresh)}${names.place === null ? '' : ` (${names.place})`}.`,
  LOOKED_UP: (entry, names) =>
    `Punctual looked for ${thing(entry)}${on(names)}: ${d.lookup(entry.detail.lookup)}.`,
  PUBLISHED: (entry, names) => `${Thing(entry)} was published${on(names)}.`,
  OTHER_FOUND: (_entry, names) =>
    `Later, another post was found to be the one that was sent${on(names)}. What a person had confirmed stays.`,
  EXTRA_FAILED: ({ detail }, names) =>
    `The post was published${on(names)}, but with a problem: ${d.extra(detail.extra)}.`,
  COMMENTS_LEFT_OUT: (_entry, names) =>
    `The post has more comments${on(names)} than Punctual stores. New ones are no longer added to the inbox.`,
  FAILED: (entry, names) =>
    entry.detail.errorCode === 'PUBLISH_UNCONFIRMED'
      ? `It could not be confirmed whether ${thing(entry)} was published${on(names)}.`
      : `${Thing(entry)} was not published${on(names)}${d.error(entry.detail.errorCode)}.`,
  FINISHED: ({ detail }) => `Publishing finished: ${d.status(detail.status)}.`,
  WEBHOOK_ATTEMPTED: ({ detail }, names) => {
    const again = detail.until === undefined ? '' : ` The next attempt is at ${time(detail.until, names)}.`;
    return `${d.delivery(detail.delivery)}${again}`;
  },
};

/** Returns the sentence for a timeline entry. The API may send kinds that this version of the page does not know. */
export function sentenceOf(entry: TimelineEntry, names: TimelineNames): string {
  const known: Readonly<Record<string, Sentence>> = sentences;
  const sentence = Object.hasOwn(known, entry.kind) ? known[entry.kind] : undefined;
  return sentence?.(entry, names) ?? `Unknown event: ${entry.kind}.`;
}
