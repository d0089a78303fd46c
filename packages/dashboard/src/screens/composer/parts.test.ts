import { describe, expect, it } from 'vitest';
import type { PlatformInfo } from './api.js';
import { bodyOf, emptyDraft, isSameDraft, targetOf, uploadsMissing, type Draft } from './draft.js';
import { changeOwnParts, changeSharedParts, furtherPartsMax, movedPart, partable } from './parts.js';

const platforms = new Map(
  [
    ['X', 25],
    ['THREADS', 10],
    ['PINTEREST', 1],
  ].map(
    ([platform, partsMax]) => [platform, { limits: { partsMax } } as PlatformInfo] as [string, PlatformInfo],
  ),
);
const x = targetOf({ id: 'x', platform: 'X' });
const threads = targetOf({ id: 'threads', platform: 'THREADS' });
const pin = targetOf({ id: 'pin', platform: 'PINTEREST' });
const partOf = (id: string) => ({ id, text: `Text ${id}`, mediaIds: [`med_${id}`] });
const [two, three] = [partOf('two'), partOf('three')];
const draft: Draft = { ...emptyDraft('ref', 'UTC'), caption: 'One', targets: [x, threads, pin] };
const inParts = changeSharedParts(draft, platforms, () => [two, three]);

describe('parts of a draft', () => {
  it('can be added for the accounts that support several', () => {
    expect(partable(draft.targets, platforms)).toEqual([x, threads]);
    expect(furtherPartsMax(draft.targets, platforms)).toBe(9);
  });

  it('can leave the first part unchanged for the other accounts', () => {
    const { parts, targets } = bodyOf(inParts);
    expect(parts).toEqual([two, three].map(({ text, mediaIds }) => ({ text, mediaIds })));
    expect(targets.map(({ partsOverride }) => partsOverride)).toEqual([undefined, undefined, []]);
  });

  it('change nothing in the request for a post of one part', () => {
    const { parts, targets } = bodyOf(changeSharedParts(inParts, platforms, () => []));
    expect(parts).toEqual([]);
    expect(targets.map(({ partsOverride }) => partsOverride)).toEqual([undefined, undefined, undefined]);
  });

  it('can differ for an account', () => {
    const own = changeOwnParts(inParts, 'x', () => [three]);
    expect(bodyOf(own).targets[0]?.partsOverride).toEqual([{ text: 'Text three', mediaIds: ['med_three'] }]);
    expect(isSameDraft(own, inParts)).toBe(false);
  });

  it('count as a difference between drafts, in any position', () => {
    expect(
      isSameDraft(inParts, { ...inParts, parts: [two, three].map((part) => ({ ...part, id: 'other' })) }),
    ).toBe(true);
    expect(isSameDraft(inParts, { ...inParts, parts: movedPart([two, three], 0, 1) })).toBe(false);
  });

  it('can be moved', () => {
    expect(movedPart([two, three, partOf('four')], 0, 2).map(({ id }) => id)).toEqual([
      'three',
      'four',
      'two',
    ]);
    expect(movedPart([two, three], 1, 0)).toEqual([three, two]);
  });

  it('have the alt texts of their media, and wait for their uploads', () => {
    const upload = { mediaId: 'med_9', filename: 'a.jpg', sizeBytes: 9, partId: 'two' };
    const waiting = { ...inParts, altTexts: { med_two: 'A harbor', med_gone: 'x' }, waiting: [upload] };
    expect(bodyOf(waiting).mediaAltText).toEqual({ med_two: 'A harbor' });
    expect(uploadsMissing(waiting)).toEqual([upload]);
    expect(uploadsMissing({ ...waiting, parts: [three] })).toEqual([]);
  });
});
