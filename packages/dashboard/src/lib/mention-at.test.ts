import { describe, expect, it } from 'vitest';
import { matchingPeople, mentionAt } from './mention-at.js';

describe('a mention that is being typed', () => {
  it.each([
    ['@', { from: 0, typed: '' }],
    ['Thanks, @an', { from: 8, typed: 'an' }],
    ['Thanks (@anna.berg', { from: 8, typed: 'anna.berg' }],
    ['Thanks\n@Zoë', { from: 7, typed: 'Zoë' }],
    ['anna@example', null],
    ['@anna is here', null],
    ['no mention', null],
  ])('%j is read at its end', (text, found) => {
    expect(mentionAt(text, text.length)).toEqual(found);
  });

  it('ends at the caret, whatever follows', () => {
    expect(mentionAt('Hi @anna and all', 6)).toEqual({ from: 3, typed: 'an' });
  });
});

it('people are found by their handle, a word in it, or a word in their name', () => {
  const anna = { handle: '@harbor.anna', name: 'Anna Berg' };
  const otto = { handle: 'otto', name: 'Otto Lind' };
  expect(matchingPeople([anna, otto], 'be')).toEqual([anna]);
  expect(matchingPeople([anna, otto], 'HARBOR')).toEqual([anna]);
  expect(matchingPeople([anna, otto], 'harbor.a')).toEqual([anna]);
  expect(matchingPeople([anna, otto], 'an')).toEqual([anna]);
  expect(matchingPeople([anna, otto], '')).toEqual([anna, otto]);
  expect(matchingPeople([anna, otto], 'nna')).toEqual([]);
});
