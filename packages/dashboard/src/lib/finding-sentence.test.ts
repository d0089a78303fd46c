import { expect, it } from 'vitest';
import { sentenceOf } from './finding-sentence.js';
import { plainText } from './told.js';

it.each([
  ['scheduledFor', 'The time must be in the future.', 'The time must be in the future.'],
  ['name', 'At least one character.', 'Name: At least one character.'],
  ['targets.0.firstComment', 'At most 100 characters.', 'First comment: At most 100 characters.'],
  ['', 'Nothing to change.', 'Nothing to change.'],
])('the sentence about a finding at the path "%s" does not contain the path', (path, message, told) => {
  const sentence = sentenceOf({ path, message });
  expect(plainText(sentence)).toBe(told);
  expect([sentence].flat().at(-1)).toEqual({ english: message });
});
