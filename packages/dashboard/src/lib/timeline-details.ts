import type { components } from '../../../client/src/api-types.js';
import { listOf } from './list-of.js';
import { formatBytes } from './format-media.js';
import { postStateLabels } from './labels.js';
import { titleOfError } from './post-changes.js';

type Schemas = components['schemas'];
type Detail = Schemas['TimelineDetail'];
type TargetErrorCode = Schemas['TargetErrorCode'];
type Known<Name extends keyof Detail> = Exclude<Detail[Name], undefined>;

const fieldLabels: Readonly<Record<string, string>> = {
  caption: 'the text',
  timezone: 'the time zone',
  media: 'the images and videos',
  targets: 'the accounts and their settings',
  draftScheduledFor: 'the planned time',
};

const outcomeLabels: Record<Known<'outcome'>, string> = {
  PUBLISHED: 'the platform accepted it',
  REJECTED: 'the platform rejected it',
  AUTH_EXPIRED: 'the platform no longer accepts the account’s authorization',
  RATE_LIMITED: 'the platform is limiting requests',
  NOT_SENT: 'the platform could not be reached, so nothing was sent',
  PREPARE_AGAIN: 'the platform lost the prepared post, so Punctual prepares it again',
  AMBIGUOUS: 'no clear response came, so Punctual checks whether it was published',
  ABSENT: 'it was not published',
  UNCONFIRMED: 'it could not be confirmed whether it was published',
};

const reasonLabels: Record<Known<'reason'>, string> = {
  NOT_DUE: 'it is not due yet',
  PACED: 'requests for this account are spaced out to stay within the platform’s limits',
  RATE_LIMITED: 'the platform is limiting requests',
  UNREACHABLE: 'the platform cannot be reached',
  NOT_READY: 'the platform is still processing it',
};

const lookupLabels: Record<Known<'lookup'>, string> = {
  FOUND: 'it was published',
  ABSENT: 'it is not there',
  NOT_SEEN: 'it was not found, but it may still be there',
  UNKNOWN: 'the platform gave no usable response',
  UNCONFIRMED: 'the platform cannot tell whether it was published',
  PROCESSING: 'the platform is still processing it',
  REFUSED: 'the platform rejected it',
};

const refreshLabels: Record<Known<'refresh'>, string> = {
  refreshed: 'The account’s authorization was renewed',
  revoked: 'The account’s authorization was revoked, so it must be reconnected',
  unavailable: 'The account’s authorization could not be renewed yet',
};

const deliveryLabels: Record<Known<'delivery'>, string> = {
  DELIVERED: 'A webhook was delivered.',
  FAILED: 'A webhook could not be delivered.',
  REFUSED: 'A webhook was not sent because its URL is not allowed.',
};

const changeLabels: Record<Known<'rendition'>['change'], string> = {
  METADATA_REMOVED: 'Location and camera data were removed from an image or video',
  ENCODED: 'An image or video was converted',
  REPACKED: 'A video was moved to another file format without changing its frames',
};

const extraLabels: Readonly<Record<string, string>> = {
  thumbnail: 'the thumbnail could not be set',
  playlist: 'it could not be added to the playlist',
  comments_off: 'its comments could not be turned off',
  privacy_status: 'its visibility could not be set',
  processing: 'the platform could not process it',
};

const sizeOf = ({ mime, sizeBytes, width, height }: Known<'rendition'>['to']): string => {
  const pixels = width === null || height === null ? [] : [`${width} × ${height}`];
  return [mime.replace(/^\w+\//, '').toUpperCase(), ...pixels, formatBytes(sizeBytes)].join(', ');
};

const told = <Word extends string>(
  words: Record<Word, string>,
  word: Word | undefined,
  other: string,
): string => (word !== undefined && Object.hasOwn(words, word) ? words[word] : other);

/** Error codes that only repeat the outcome, and so are not shown with it. */
const saidByOutcome: Partial<Record<Known<'outcome'>, TargetErrorCode>> = {
  REJECTED: 'PLATFORM_REJECTED',
  AUTH_EXPIRED: 'PLATFORM_AUTH_FAILED',
  RATE_LIMITED: 'RATE_LIMITED',
  NOT_SENT: 'PLATFORM_UNAVAILABLE',
  UNCONFIRMED: 'PUBLISH_UNCONFIRMED',
};

/**
 * Functions that return the parts of timeline sentences. Values that this version does not know are left out or shown
 * unchanged.
 */
export const detailSentences = {
  changed: (names: readonly string[] | undefined): string =>
    names === undefined || names.length === 0
      ? 'the post'
      : listOf(names.map((name) => fieldLabels[name] ?? name)),
  outcome: ({ outcome, errorCode }: Detail): string => {
    const isSaid = outcome !== undefined && saidByOutcome[outcome] === errorCode;
    return `${told(outcomeLabels, outcome, 'it ended')}${isSaid ? '' : detailSentences.error(errorCode)}`;
  },
  reason: (reason: Detail['reason']): string => told(reasonLabels, reason, 'it will continue automatically'),
  lookup: (lookup: Detail['lookup']): string => told(lookupLabels, lookup, 'unknown result'),
  refresh: (refresh: Detail['refresh']): string =>
    told(refreshLabels, refresh, 'The account’s authorization was checked'),
  delivery: (delivery: Detail['delivery']): string => told(deliveryLabels, delivery, 'A webhook was sent.'),
  extra: (extra: string | undefined): string => extraLabels[extra ?? ''] ?? extra ?? 'unknown',
  error: (code: string | undefined): string => (code === undefined ? '' : ` (${titleOfError(code)})`),
  status: (status: Detail['status']): string =>
    status === undefined ? 'done' : postStateLabels[status].label.toLowerCase(),
  altTexts: (count: number | undefined): string => {
    if (count === undefined || count === 0) return '';
    return count === 1 ? ' One alt text was saved with it.' : ` ${count} alt texts were saved with it.`;
  },
  files: ({ mediaCount = 1, bytes }: Detail): string => {
    const size = bytes === undefined ? '' : ` (${formatBytes(bytes)})`;
    return `${mediaCount === 1 ? 'one file' : `${mediaCount} files`}${size}`;
  },
  resumed: ({ resumedAtBytes = 0 }: Detail): string =>
    resumedAtBytes === 0 ? '' : ` ${formatBytes(resumedAtBytes)} had already been uploaded.`,
  rendition: ({ rendition }: Detail): string => {
    if (rendition === undefined) return 'An image or video was prepared';
    const how = told(changeLabels, rendition.change, 'An image or video was prepared');
    return `${how} (${sizeOf(rendition.from)} to ${sizeOf(rendition.to)})`;
  },
};
