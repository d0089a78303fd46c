import { expect, it } from 'vitest';
import {
  bodyOf,
  differencesOf,
  emptyDraft,
  isSameDraft,
  targetOf,
  uploadsMissing,
  wantedAt,
  wholeDraftOf,
  type Draft,
} from './draft.js';
import { parseKept } from './kept-drafts.js';

const draft: Draft = {
  ...emptyDraft('ref_1', 'Europe/Berlin', '2027-07-10T07:30:00Z'),
  caption: 'For all',
  mediaIds: ['med_2', 'med_1'],
  altTexts: { med_1: 'A harbour', med_gone: 'Removed' },
  targets: [
    { ...targetOf({ id: 'acc_1', platform: 'X' }), caption: 'For X' },
    { ...targetOf({ id: 'acc_2', platform: 'YOUTUBE' }), options: { title: 'T' }, mediaIds: ['med_3'] },
  ],
};

it('the body of a request has no unused fields', () => {
  expect(bodyOf(draft)).toEqual({
    caption: 'For all',
    mediaIds: ['med_2', 'med_1'],
    mediaAltText: { med_1: 'A harbour' },
    parts: [],
    timezone: 'Europe/Berlin',
    targets: [
      { socialAccountId: 'acc_1', captionOverride: 'For X', firstComment: null, platformOptions: null },
      {
        socialAccountId: 'acc_2',
        captionOverride: null,
        firstComment: null,
        platformOptions: { platform: 'YOUTUBE', title: 'T' },
        mediaIds: ['med_3'],
      },
    ],
  });
});

it('the comparison of drafts includes alt texts of media that only one account has', () => {
  const names = { account: (id: string) => id, media: (id: string) => id };
  const theirs = { ...draft, altTexts: { ...draft.altTexts, med_3: 'Theirs' } };
  const mine = { ...draft, altTexts: { ...draft.altTexts, med_3: 'Mine', med_gone: 'Other' } };
  expect(differencesOf(mine, theirs, names)).toEqual([
    { what: 'Alt texts', theirs: 'A harbour | Theirs', mine: 'A harbour | Mine' },
  ]);
  expect(isSameDraft(mine, { ...mine, altTexts: { med_1: 'A harbour', med_3: 'Mine' } })).toBe(true);
});

it('the draft of a post has all its alt texts, including those of media that only one account has', () => {
  const post = {
    id: 'post_1',
    caption: null,
    scheduledAt: null,
    timezone: null,
    media: [],
    parts: [],
    targets: [{ socialAccountId: 'acc_1', platform: 'X', mediaIds: ['med_3'], publishedAt: null, parts: [] }],
    mediaAltText: { med_3: 'Boats' },
  } as unknown as Parameters<typeof wholeDraftOf>[0];
  expect(wholeDraftOf(post, 'UTC').altTexts).toEqual({ med_3: 'Boats' });
});

it('a draft keeps the wall clock time of its time zone', () => {
  expect(draft).toMatchObject({ date: '2027-07-10', time: '09:30' });
  expect(wantedAt(draft)).toBe('2027-07-10T07:30:00.000Z');
  expect(wantedAt({ ...draft, date: '' })).toBeNull();
});

it('a draft keeps the second of two ambiguous times until another time is entered', () => {
  const second = '2027-10-31T01:30:07.000Z';
  const filled = emptyDraft('ref_1', 'Europe/Berlin', second);
  expect(filled).toMatchObject({ date: '2027-10-31', time: '02:30' });
  expect(wantedAt(filled)).toBe(second);
  expect(wantedAt({ ...filled, time: '02:31' })).toBe('2027-10-31T00:31:00.000Z');
  expect(wantedAt({ ...filled, timezone: 'Europe/London' })).toBe('2027-10-31T02:30:00.000Z');
});

it('missing uploads are found for all accounts, and for accounts with their own media', () => {
  const upload = { filename: 'a.jpg', sizeBytes: 1 };
  const waiting = [
    { ...upload, mediaId: 'med_all' },
    { ...upload, mediaId: 'med_shared', accountId: 'acc_1' },
    { ...upload, mediaId: 'med_own', accountId: 'acc_2' },
    { ...upload, mediaId: 'med_gone', accountId: 'acc_gone' },
  ];
  const missing = uploadsMissing({ ...draft, waiting });
  expect(missing.map(({ mediaId }) => mediaId)).toEqual(['med_all', 'med_own']);
});

it('the comparison of two drafts lists only their differences', () => {
  const names = { account: (id: string) => `@${id}`, media: (id: string) => id };
  const theirs: Draft = {
    ...draft,
    caption: 'Theirs',
    targets: draft.targets.map((target) => ({ ...target, caption: null })),
  };
  expect(differencesOf(draft, draft, names)).toEqual([]);
  expect(differencesOf(draft, theirs, names)).toEqual([
    { what: 'Text', theirs: 'Theirs', mine: 'For all' },
    { what: 'Text for @acc_1', theirs: '', mine: 'For X' },
  ]);
});

it('a saved draft is restored, and invalid data is ignored', () => {
  const kept = {
    savedAt: '2027-01-01T00:00:00.000Z',
    draft,
    base: null,
    sent: [{ at: '2027-01-01T00:00:00.000Z', draft, intent: 'now' }],
  };
  expect(parseKept(JSON.stringify(kept))).toEqual(kept);
  const withoutBase = JSON.stringify({ ...kept, base: { id: 1 } });
  const withoutSent = JSON.stringify({ ...kept, sent: undefined });
  for (const text of [
    null,
    '',
    '{',
    '{}',
    '{"draft":{"caption":1}}',
    '[]',
    'null',
    withoutBase,
    withoutSent,
  ]) {
    expect(parseKept(text)).toBeNull();
  }
});
