import { describe, expect, it } from 'vitest';
import type { Target } from '../api/posts.js';
import { canEdit, canRemove, editEndMs, editsLeft, waitsFor, type PublicChanges } from './public-changes.js';

const nowMs = Date.parse('2026-11-30T12:00:00Z');
const hourMs = 3_600_000;
const edit = {
  fields: ['text' as const],
  windowMs: hourMs,
  countMax: 2,
  needs: null,
  pricedAsPost: false,
};
const changes: PublicChanges = { remove: { perDayMax: null, price: null }, edit };
const edited = (status: Target['edits'][number]['status']) => ({ status }) as Target['edits'][number];
const removal = (status: string, removedAt: string | null = null) =>
  ({ status, removedAt }) as Target['removal'];

/** A target that was published half an hour ago. */
const target = (more: Partial<Target> = {}): Target =>
  ({
    ...{ status: 'PUBLISHED', errorCode: null, externalPostId: '1', removal: null, edits: [] },
    publishedAt: new Date(nowMs - hourMs / 2).toISOString(),
    ...more,
  }) as Target;

describe('a public target', () => {
  it('can be removed and edited', () => {
    expect([canRemove(target(), changes), canEdit(target(), changes, nowMs)]).toEqual([true, true]);
  });

  it.each<[string, Partial<Target>, boolean, boolean]>([
    ['that was removed', { removal: removal('DONE', '2026-11-30T11:45:00Z') }, false, false],
    ['that is being removed', { removal: removal('RUNNING') }, false, false],
    ['that could not be removed', { removal: removal('FAILED') }, true, true],
    ['that is being edited', { edits: [edited('REQUESTED')] }, false, false],
    ['whose new text waits for approval', { edits: [edited('NEEDS_APPROVAL')] }, true, false],
    ['whose edit was rejected', { edits: [edited('REJECTED')] }, true, true],
    ['that was edited twice', { edits: [edited('DONE'), edited('UNCONFIRMED')] }, true, false],
    ['that is too old', { publishedAt: '2026-11-30T10:59:59Z' }, true, false],
    ['whose id is not known', { externalPostId: null }, false, false],
    [
      'of which nobody knows whether it is public',
      { status: 'FAILED', errorCode: 'PUBLISH_UNCONFIRMED', publishedAt: null },
      true,
      false,
    ],
    [
      'that has failed',
      { status: 'FAILED', errorCode: 'PLATFORM_REJECTED', publishedAt: null },
      false,
      false,
    ],
    ['of which a further part has failed', { status: 'FAILED', errorCode: 'PLATFORM_REJECTED' }, true, true],
  ])('%s: whether it can be removed, and edited', (_name, more, isRemovable, isEditable) => {
    const shown = target(more);
    expect([canRemove(shown, changes), canEdit(shown, changes, nowMs)]).toEqual([isRemovable, isEditable]);
  });

  it('can be neither removed nor edited where the platform has no call for it', () => {
    const none = { remove: null, edit: null };
    expect([canRemove(target(), none), canEdit(target(), none, nowMs)]).toEqual([false, false]);
  });
});

it('a post that waits for an approval comes before its corrected texts', () => {
  const targets = [target(), target({ edits: [edited('DONE'), edited('NEEDS_APPROVAL')] })];
  expect(waitsFor({ status: 'NEEDS_APPROVAL', targets })).toBe('approve');
  expect(waitsFor({ status: 'PUBLISHED', targets })).toBe('approveText');
  expect(waitsFor({ status: 'PUBLISHED', targets: [target()] })).toBeUndefined();
});

it('the end of the time for edits, and their number, are those of the platform', () => {
  const endless = { ...changes, edit: { ...edit, windowMs: null, countMax: null } };
  expect([editEndMs(target(), changes), editsLeft(target(), changes)]).toEqual([nowMs + hourMs / 2, 2]);
  expect([editEndMs(target(), endless), editsLeft(target(), endless)]).toEqual([null, null]);
});
