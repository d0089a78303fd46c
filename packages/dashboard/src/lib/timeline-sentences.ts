import type { components } from '../../../client/src/api-types.js';
import { t } from '../messages/timeline.js';
import { formatBytes } from './format-media.js';
import { listOf } from './wording.js';
import { titleOfError } from './post-changes.js';

type Schemas = components['schemas'];
export type TimelineEntry = Schemas['TimelineEntry'];
type Detail = TimelineEntry['detail'];
type Known<Name extends keyof Detail> = Exclude<Detail[Name], undefined>;

/** Names and formats for the sentence of a timeline entry, which replace ids and UTC times. */
export interface TimelineNames {
  /** The actor: "Ada", "Ada’s API key", "Punctual"; null for the user. */
  who: string | null;
  /** The account of the entry, "Threads @acme"; null if the entry is about the whole post. */
  place: string | null;
  /** The names of the accounts in `detail.targetIds`. */
  places: readonly string[];
  formatTime: (instant: string) => string;
}

/** Error codes that only repeat the outcome, and so are not shown with it. */
const saidByOutcome: Partial<Record<Known<'outcome'>, Schemas['TargetErrorCode']>> = {
  REJECTED: 'PLATFORM_REJECTED',
  AUTH_EXPIRED: 'PLATFORM_AUTH_FAILED',
  RATE_LIMITED: 'RATE_LIMITED',
  NOT_SENT: 'PLATFORM_UNAVAILABLE',
  UNCONFIRMED: 'PUBLISH_UNCONFIRMED',
};

/** The value of a message if an entry lacks it. */
const none = 'none';

/** Returns the sentence for a timeline entry. The API may send kinds that this version of the page does not know. */
export function sentenceOf({ kind, actor, detail }: TimelineEntry, names: TimelineNames): string {
  if (!t.has(kind)) return t('unknown', { kind });
  const { who, place, places, formatTime } = names;
  const { outcome, errorCode, rendition, change: made } = detail;
  const step = detail.step ?? made?.step;
  const timeOf = (instant = none): string => (instant === none ? none : formatTime(instant));
  const sizeOf = (bytes = 0): string => (bytes === 0 ? none : formatBytes(bytes));
  const isSaid = outcome !== undefined && saidByOutcome[outcome] === errorCode;
  return t(kind, {
    who: actor.kind === 'system' ? 'system' : who === null ? 'you' : 'other',
    name: who ?? none,
    place: place ?? none,
    places: places.length === 0 ? none : listOf(places),
    scheduledAt: timeOf(detail.scheduledAt),
    until: timeOf(detail.until),
    changed: listOf((detail.changed ?? []).map(fieldName)) || none,
    altTexts: detail.altTextsFixed ?? 0,
    isExplained: String(detail.rejectionReason !== undefined),
    rejectionReason: detail.rejectionReason ?? '',
    clientComment: detail.clientComment ?? '',
    isPublished: String(detail.isPublished),
    attempt: detail.attempt ?? made?.attempt ?? 1,
    error: errorCode === undefined || isSaid ? none : titleOfError(errorCode),
    change: rendition?.change ?? none,
    from: rendition === undefined ? none : fileText(rendition.from),
    to: rendition === undefined ? none : fileText(rendition.to),
    mediaCount: detail.mediaCount ?? 1,
    size: sizeOf(detail.bytes),
    resumed: sizeOf(detail.resumedAtBytes),
    extra: detail.extra ?? none,
    step: step?.replace(/_\d+$/, '') ?? none,
    part: Number(step?.match(/\d+$/)?.[0] ?? 1),
    outcome: outcome ?? none,
    errorCode: errorCode ?? none,
    reason: detail.reason ?? none,
    lookup: detail.lookup ?? none,
    refresh: detail.refresh ?? none,
    delivery: detail.delivery ?? none,
    status: detail.status ?? none,
    changeKind: made?.kind ?? none,
    changeOutcome: made?.outcome ?? none,
    changeStatus: made?.status ?? none,
    look: made?.look ?? none,
    because: detail.because ?? none,
  });
}

const fieldName = (name: string): string => (t.has(`field.${name}`) ? t(`field.${name}`) : name);

const fileText = ({ mime, sizeBytes, width, height }: Known<'rendition'>['to']): string => {
  const pixels = width === null || height === null ? [] : [`${width} × ${height}`];
  return [mime.replace(/^\w+\//, '').toUpperCase(), ...pixels, formatBytes(sizeBytes)].join(', ');
};
