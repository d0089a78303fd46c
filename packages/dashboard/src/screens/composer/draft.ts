import { t } from '../../messages/composer.js';
import type { Account, CreatePost, Post, TargetInput } from './api.js';
import { instantOf, wallClockOf } from '../../lib/date-fields.js';
import { editableTargets, isPartlyPublic } from '../../lib/partly-public.js';

export type Options = Readonly<Record<string, unknown>>;

/** A further part of a post. The id is the form's own, so that a part keeps its fields when it is moved. */
export interface PartDraft {
  id: string;
  text: string;
  mediaIds: readonly string[];
}

/** The content for one account. Where a value is null, the shared content is used. */
export interface TargetDraft {
  accountId: string;
  platform: Account['platform'];
  caption: string | null;
  firstComment: string;
  mediaIds: readonly string[] | null;
  parts: readonly PartDraft[] | null;
  /** The parts that are public already, with the post itself, and cannot change. */
  publicParts: number;
  options: Options;
}

/**
 * An unfinished upload. It is stored with the draft, so that it can resume when the user picks the same file after a
 * reload.
 */
export interface WaitingUpload {
  mediaId: string;
  filename: string;
  sizeBytes: number;
  /** The account that the file is for; undefined for a file that all accounts share. */
  accountId?: string;
  /** The further part that the file is for. */
  partId?: string;
}

/** The content of the form. */
export interface Draft {
  /** Identifies the new post at the service, so that sending it repeatedly creates only one. */
  referenceId: string;
  caption: string;
  mediaIds: readonly string[];
  altTexts: Readonly<Record<string, string>>;
  /** The further parts of accounts that have none of their own. */
  parts: readonly PartDraft[];
  targets: readonly TargetDraft[];
  date: string;
  time: string;
  timezone: string;
  /**
   * The instant that date and time were filled from. The fields do not show its seconds, nor which of two instants an
   * ambiguous time means.
   */
  filledInFrom?: string;
  waiting: readonly WaitingUpload[];
}

export function emptyDraft(referenceId: string, timezone: string, at?: string): Draft {
  const clock = at === undefined || Number.isNaN(Date.parse(at)) ? null : wallClockOf(at, timezone);
  return {
    referenceId,
    caption: '',
    mediaIds: [],
    altTexts: {},
    parts: [],
    targets: [],
    date: clock?.date ?? '',
    time: clock?.time ?? '',
    timezone,
    ...(at !== undefined && clock !== null && { filledInFrom: new Date(at).toISOString() }),
    waiting: [],
  };
}

/**
 * Returns the editable part of a post. A partly public post has no time, because the rest of it is sent immediately.
 */
export function draftOf(post: Post, timezone: string): Draft {
  const open = {
    scheduledAt: isPartlyPublic(post) ? null : post.scheduledAt,
    targets: editableTargets(post),
  };
  return wholeDraftOf({ ...post, ...open }, timezone);
}

/** Returns the whole post as a draft, including public targets. */
export function wholeDraftOf(post: Post, timezone: string): Draft {
  const zone = post.timezone ?? timezone;
  const ordered = [...post.media].sort((a, b) => a.order - b.order);
  return {
    ...emptyDraft(post.id, zone, post.scheduledAt ?? undefined),
    caption: post.caption ?? '',
    mediaIds: ordered.map(({ mediaAssetId }) => mediaAssetId),
    altTexts: post.mediaAltText,
    parts: post.parts.map(partOf),
    targets: post.targets.map((target) => ({
      accountId: target.socialAccountId,
      platform: target.platform,
      caption: target.captionOverride,
      firstComment: target.firstComment ?? '',
      mediaIds: target.mediaIds.length > 0 ? target.mediaIds : null,
      parts: target.partsOverride?.map(partOf) ?? null,
      publicParts: publicPartsOf(target),
      options: withoutPlatform(target.platformOptions),
    })),
  };
}

const partOf = ({ text, mediaIds }: Omit<PartDraft, 'id'>, index: number): PartDraft => ({
  id: String(index),
  text,
  mediaIds,
});

const publicPartsOf = ({ publishedAt, parts }: Post['targets'][number]): number =>
  publishedAt === null ? 0 : 1 + parts.filter(({ status }) => status === 'PUBLISHED').length;

/** Returns a new post with the content of another one, without its time. */
export const copyOf = (post: Post, referenceId: string, timezone: string): Draft => ({
  ...withoutPublic(wholeDraftOf({ ...post, scheduledAt: null }, timezone)),
  referenceId,
});

const withoutPublic = (draft: Draft): Draft => ({
  ...draft,
  targets: draft.targets.map((target) => ({ ...target, publicParts: 0 })),
});

function withoutPlatform(options: unknown): Options {
  const given = { ...(options as Record<string, unknown> | null) };
  delete given['platform'];
  return given;
}

export const targetOf = (account: Pick<Account, 'id' | 'platform'>): TargetDraft => ({
  accountId: account.id,
  platform: account.platform,
  caption: null,
  firstComment: '',
  mediaIds: null,
  parts: null,
  publicParts: 0,
  options: {},
});

/** Returns the time to publish that the fields contain; null while they are incomplete. */
export const wantedAt = ({ date, time, timezone, filledInFrom }: Draft): string | null =>
  instantOf({ date, time }, timezone, filledInFrom ?? null);

export interface Body extends CreatePost {
  targets: TargetInput[];
}

const allParts = ({ parts, targets }: Draft): PartDraft[] => [
  ...parts,
  ...targets.flatMap((target) => target.parts ?? []),
];

/** Returns the ids of all media in the draft. */
export const usedMedia = (draft: Draft): ReadonlySet<string> =>
  new Set([
    ...draft.mediaIds,
    ...draft.targets.flatMap((target) => target.mediaIds ?? []),
    ...allParts(draft).flatMap(({ mediaIds }) => mediaIds),
  ]);

/** The parts of one account. */
export const partsOf = ({ parts }: Draft, target: TargetDraft): readonly PartDraft[] => target.parts ?? parts;

/** Returns the request body, without the time. Empty values are included, so that an update removes the stored ones. */
export function bodyOf(draft: Draft): Body {
  const used = usedMedia(draft);
  const altTexts = Object.entries(draft.altTexts).filter(([id]) => used.has(id));
  return {
    caption: draft.caption === '' ? null : draft.caption,
    mediaIds: [...draft.mediaIds],
    mediaAltText: Object.fromEntries(altTexts),
    parts: draft.parts.map(toPart),
    timezone: draft.timezone,
    targets: draft.targets.map((target) => ({
      socialAccountId: target.accountId,
      captionOverride: target.caption,
      firstComment: target.firstComment === '' ? null : target.firstComment,
      platformOptions:
        Object.keys(target.options).length === 0
          ? null
          : ({ ...target.options, platform: target.platform } as Exclude<
              TargetInput['platformOptions'],
              undefined
            >),
      ...(target.mediaIds !== null && { mediaIds: [...target.mediaIds] }),
      ...(hasOwnParts(draft, target) && { partsOverride: target.parts?.map(toPart) ?? null }),
    })),
  };
}

/**
 * An account that has no further parts needs to send this only if the draft has some that the account would get
 * otherwise.
 */
const hasOwnParts = ({ parts }: Draft, { parts: own }: TargetDraft): boolean =>
  own !== null && (own.length > 0 || parts.length > 0);

const toPart = ({ text, mediaIds }: PartDraft): { text: string; mediaIds: string[] } => ({
  text,
  mediaIds: [...mediaIds],
});

/**
 * Returns the unfinished uploads that the post needs. Uploads for one account are needed only if it is selected and has
 * its own media, and those for a part only if the post still has it.
 */
export function uploadsMissing(draft: Draft): WaitingUpload[] {
  const { waiting, targets } = draft;
  const partIds = new Set(allParts(draft).map(({ id }) => id));
  const own = new Set(targets.filter(({ mediaIds }) => mediaIds !== null).map(({ accountId }) => accountId));
  return waiting.filter(({ accountId, partId }) =>
    partId === undefined ? accountId === undefined || own.has(accountId) : partIds.has(partId),
  );
}

/** Whether the draft has content that the user would miss. */
export function isWorthKeeping(draft: Draft): boolean {
  return (
    draft.caption.trim() !== '' ||
    draft.parts.length > 0 ||
    draft.mediaIds.length > 0 ||
    draft.targets.length > 0 ||
    draft.waiting.length > 0
  );
}

/** A difference between two versions of a post, shown so that the user can choose. */
export interface Difference {
  what: string;
  theirs: string;
  mine: string;
}

/** Returns the differences between two versions of a post. `names` returns the names of accounts and media by id. */
export function differencesOf(
  mine: Draft,
  theirs: Draft,
  names: { account: (id: string) => string; media: (id: string) => string },
): Difference[] {
  const listOf = (ids: readonly string[]): string => ids.map(names.media).join(', ');
  const partsIn = (parts: readonly PartDraft[] | null): string =>
    (parts ?? [])
      .map(({ text, mediaIds }) => [text, listOf(mediaIds)].filter((words) => words !== '').join(' '))
      .join(' | ');
  const rows: Difference[] = [
    { what: t('text'), theirs: theirs.caption, mine: mine.caption },
    { what: t('parts'), theirs: partsIn(theirs.parts), mine: partsIn(mine.parts) },
    { what: t('media'), theirs: listOf(theirs.mediaIds), mine: listOf(mine.mediaIds) },
    { what: t('altTexts'), theirs: altTextsOf(theirs), mine: altTextsOf(mine) },
    { what: t('accounts'), theirs: accountsOf(theirs, names.account), mine: accountsOf(mine, names.account) },
    { what: t('time'), theirs: timeOf(theirs), mine: timeOf(mine) },
  ];
  for (const own of mine.targets) {
    const other = theirs.targets.find(({ accountId }) => accountId === own.accountId);
    if (other === undefined) continue;
    const name = names.account(own.accountId);
    rows.push(
      { what: t('textOf', { name }), theirs: other.caption ?? '', mine: own.caption ?? '' },
      { what: t('partsOf', { name }), theirs: partsIn(other.parts), mine: partsIn(own.parts) },
      { what: t('firstCommentOf', { name }), theirs: other.firstComment, mine: own.firstComment },
      { what: t('optionsOf', { name }), theirs: wordsOf(other.options), mine: wordsOf(own.options) },
      {
        what: t('mediaOf', { name }),
        theirs: listOf(other.mediaIds ?? []),
        mine: listOf(own.mediaIds ?? []),
      },
    );
  }
  return rows.filter(({ theirs: a, mine: b }) => a !== b);
}

export function isSameDraft(a: Draft, b: Draft): boolean {
  const asIs = { account: (id: string) => id, media: (id: string) => id };
  return differencesOf(a, b, asIs).length === 0;
}

const altTextsOf = (draft: Draft): string =>
  [...usedMedia(draft)]
    .map((id) => draft.altTexts[id] ?? '')
    .filter((text) => text !== '')
    .join(' | ');
const accountsOf = (draft: Draft, nameOf: (id: string) => string): string =>
  draft.targets
    .map(({ accountId }) => nameOf(accountId))
    .sort()
    .join(', ');
const timeOf = (draft: Draft): string =>
  draft.date === '' ? '' : `${draft.date} ${draft.time} (${draft.timezone})`;
const wordsOf = (options: Options): string =>
  Object.entries(options)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .sort()
    .join(', ');
