import type { components } from '../../../client/src/api-types.js';
import { formatBytes } from './media-words.js';
import { postStateWords, targetErrorWords } from './words.js';

type Schemas = components['schemas'];
type Detail = Schemas['TimelineDetail'];
type Known<Name extends keyof Detail> = Exclude<Detail[Name], undefined>;

const fieldWords: Readonly<Record<string, string>> = {
  caption: 'the text',
  timezone: 'the time zone',
  media: 'the pictures and videos',
  targets: 'what is meant for single accounts',
  draftScheduledFor: 'the planned time',
};

const outcomeWords: Record<Known<'outcome'>, string> = {
  PUBLISHED: 'the platform took it',
  REJECTED: 'the platform refused it',
  AUTH_EXPIRED: 'the platform did not accept the account’s sign-in',
  RATE_LIMITED: 'the platform asked for a pause',
  NOT_SENT: 'the platform could not be reached, and nothing was sent',
  PREPARE_AGAIN: 'the platform had lost what was prepared, which is done anew',
  AMBIGUOUS: 'the answer was lost, so Punctual looks whether it is public',
  ABSENT: 'it turned out not to be public',
  UNCONFIRMED: 'nobody can tell whether it is public',
};

const reasonWords: Record<Known<'reason'>, string> = {
  NOT_DUE: 'it is not due yet',
  PACED: 'the account’s calls are spread out, so that the platform does not stop them',
  RATE_LIMITED: 'the platform asked for a pause',
  UNREACHABLE: 'the platform cannot be reached',
  NOT_READY: 'the platform is still preparing it',
};

const lookupWords: Record<Known<'lookup'>, string> = {
  FOUND: 'it is public',
  ABSENT: 'it is not there',
  NOT_SEEN: 'it was not seen, which does not prove that it is not there',
  UNKNOWN: 'the platform gave no usable answer',
  UNCONFIRMED: 'the platform cannot tell whether it is public',
  PROCESSING: 'the platform is still working on it',
  REFUSED: 'the platform has refused it',
};

const refreshWords: Record<Known<'refresh'>, string> = {
  refreshed: 'The account’s sign-in was renewed',
  revoked: 'The account’s sign-in has been withdrawn: it must be reconnected',
  unavailable: 'The account’s sign-in could not be renewed yet',
};

const deliveryWords: Record<Known<'delivery'>, string> = {
  DELIVERED: 'A webhook told of it.',
  FAILED: 'A webhook could not be delivered.',
  REFUSED: 'A webhook was refused by its receiver.',
};

const changeWords: Record<Known<'rendition'>['change'], string> = {
  METADATA_REMOVED: 'Place and camera data were taken out of a picture or video',
  ENCODED: 'A picture or video was made into what the platform takes',
  REPACKED: 'A video was put into another kind of file, frame by frame the same',
};

const extraWords: Readonly<Record<string, string>> = {
  thumbnail: 'the thumbnail',
  playlist: 'the playlist',
  comments_off: 'switching its comments off',
  privacy_status: 'who may see it',
  processing: 'the platform could not process it',
};

export const listOf = (words: readonly string[], locale = 'en'): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(words);

const sizeOf = ({ mime, sizeBytes, width, height }: Known<'rendition'>['to']): string => {
  const pixels = width === null || height === null ? [] : [`${width} × ${height}`];
  return [mime.replace(/^\w+\//, '').toUpperCase(), ...pixels, formatBytes(sizeBytes)].join(', ');
};

const told = <Word extends string>(
  words: Record<Word, string>,
  word: Word | undefined,
  other: string,
): string => (word !== undefined && Object.hasOwn(words, word) ? words[word] : other);

const titles: Readonly<Record<string, { title: string }>> = targetErrorWords;

/** The parts of the timeline's sentences. What a later release adds is left out of them, or shown as it is. */
export const detailSentences = {
  changed: (names: readonly string[] | undefined): string =>
    names === undefined || names.length === 0
      ? 'the post'
      : listOf(names.map((name) => fieldWords[name] ?? name)),
  outcome: (outcome: Detail['outcome']): string => told(outcomeWords, outcome, 'it ended'),
  reason: (reason: Detail['reason']): string => told(reasonWords, reason, 'it goes on by itself'),
  lookup: (lookup: Detail['lookup']): string => told(lookupWords, lookup, 'what it found is not known here'),
  refresh: (refresh: Detail['refresh']): string =>
    told(refreshWords, refresh, 'The account’s sign-in was looked at'),
  delivery: (delivery: Detail['delivery']): string => told(deliveryWords, delivery, 'A webhook was sent.'),
  extra: (extra: string | undefined): string => extraWords[extra ?? ''] ?? extra ?? 'an extra',
  error: (code: string | undefined): string => {
    const title = titles[code ?? '']?.title ?? code;
    return title === undefined ? '' : ` (${title})`;
  },
  status: (status: Detail['status']): string =>
    status === undefined ? 'done' : postStateWords[status].label.toLowerCase(),
  altTexts: (count: number | undefined): string => {
    if (count === undefined || count === 0) return '';
    return count === 1
      ? ' One alternative text is fixed with it.'
      : ` ${count} alternative texts are fixed with it.`;
  },
  files: ({ mediaCount = 1, bytes }: Detail): string => {
    const size = bytes === undefined ? '' : ` (${formatBytes(bytes)})`;
    return `${mediaCount === 1 ? 'one file' : `${mediaCount} files`}${size}`;
  },
  resumed: ({ resumedAtBytes = 0 }: Detail): string =>
    resumedAtBytes === 0 ? '' : ` ${formatBytes(resumedAtBytes)} of it were there already.`,
  rendition: ({ rendition }: Detail): string => {
    if (rendition === undefined) return 'A picture or video was prepared';
    const how = told(changeWords, rendition.change, 'A picture or video was prepared');
    return `${how} (${sizeOf(rendition.from)} to ${sizeOf(rendition.to)})`;
  },
};
