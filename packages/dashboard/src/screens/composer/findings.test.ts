import { expect, it } from 'vitest';
import { emptyDraft, targetOf } from './draft.js';
import { besideCounter, findingsOf, findingsOfDetails, placeOf, summaryOf } from './findings.js';

const accountIds = ['acc_1', 'acc_2'];
const ofX = { platform: 'X', socialAccountId: 'acc_9' } as const;

it.each([
  ['caption', { accountId: null, place: 'caption', detail: '' }],
  ['targets.1.captionOverride', { accountId: 'acc_2', place: 'caption', detail: '' }],
  [
    'targets.0.platformOptions.poll.options',
    { accountId: 'acc_1', place: 'options', detail: 'poll.options' },
  ],
  ['targets.0.platformOptions', { accountId: 'acc_1', place: 'options', detail: '' }],
  ['mediaIds.2', { accountId: null, place: 'media', detail: '2' }],
  ['targets.1.mediaIds.0', { accountId: 'acc_2', place: 'media', detail: '0' }],
  ['mediaAltText.med_1', { accountId: null, place: 'media', detail: 'med_1' }],
  ['scheduledFor', { accountId: null, place: 'time', detail: '' }],
  ['targets.1.socialAccountId', { accountId: 'acc_2', place: 'account', detail: '' }],
  ['targets.1.somethingNew', { accountId: 'acc_2', place: 'account', detail: '' }],
  ['', { accountId: null, place: 'other', detail: '' }],
])('a finding at %s is shown at its field', (path, place) => {
  expect(placeOf(path, accountIds)).toEqual(place);
});

it('a finding about the shared text names its account', () => {
  const finding = {
    path: 'caption',
    code: 'text_too_long',
    severity: 'error' as const,
    message: 'BLUESKY: Too long.',
  };
  const limit = { ...finding, path: '', code: 'plan_limit_posts', message: 'The plan is used up.' };
  const repetition = { ...finding, code: 'same_text_recently', severity: 'warning' as const };
  const reported = {
    valid: false,
    findings: [limit],
    targets: [
      {
        socialAccountId: 'acc_2',
        platform: 'BLUESKY' as const,
        findings: [finding, repetition],
        estimatedCost: null,
      },
    ],
  };
  const found = findingsOf(reported, accountIds, { isNew: false });
  expect(found).toMatchObject([{ accountId: 'acc_2', place: 'caption', message: { english: 'Too long.' } }]);
  expect(findingsOf(reported, accountIds, { isNew: true })).toHaveLength(3);
  expect(summaryOf(found)).toBe('1 problem');
});

it('the details of an error are shown at the same fields as findings', () => {
  const draft = { ...emptyDraft('ref', 'UTC'), targets: [targetOf({ id: 'acc_9', platform: 'X' })] };
  const details = [{ path: 'caption', code: 'text_too_long', message: 'X: Too long.', ...ofX }];
  expect(findingsOfDetails(details, draft)).toMatchObject([
    { accountId: 'acc_9', place: 'caption', message: { english: 'Too long.' }, severity: 'error' },
  ]);
});

it('a finding about the length of a text is left to the counter next to the text', () => {
  const target = targetOf({ id: 'acc_9', platform: 'X' });
  const draft = { ...emptyDraft('ref', 'UTC'), targets: [target] };
  const detail = { path: 'caption', ...ofX };
  const tooLong = { ...detail, code: 'text_too_long', message: 'X: At most 280.' };
  const missing = { ...detail, code: 'text_required', message: 'X: Needs a text.' };
  const [long, other] = findingsOfDetails([tooLong, missing], draft);
  if (long === undefined || other === undefined) throw new Error('They are not there.');
  expect(besideCounter(long, draft).message).toBe('Too long.');
  expect(besideCounter(other, draft).message).toEqual({ english: 'Needs a text.' });
  // The counter does not know that long posts have another limit.
  const ofLong = { ...draft, targets: [{ ...target, options: { longPost: true } }] };
  expect(besideCounter(long, ofLong).message).toEqual({ english: 'At most 280.' });
});
