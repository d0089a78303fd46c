import { expect, it } from 'vitest';
import { fieldsOf, labelOf, listOf, withOption } from './option-schema.js';

it.each([
  ['boardSectionId', 'Board section'],
  ['PUBLIC_TO_EVERYONE', 'Public to everyone'],
  ['mentionedUsers', 'Mentioned users'],
  ['followers_only', 'Followers only'],
  ['taggedUserIds', 'Tagged user'],
  ['title', 'Title'],
  ['graphic-media', 'Graphic media'],
])('says %s in words', (name, label) => {
  expect(labelOf(name)).toBe(label);
});

it('puts what is required first, and leaves out what is fixed', () => {
  const properties = { platform: { const: 'X' }, tags: { type: 'array' }, title: { type: 'string' } };
  const fields = fieldsOf({ properties, required: ['title'] });
  expect(fields.map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ['title', true],
    ['tags', false],
  ]);
});

it('takes an option away by what is empty', () => {
  expect(withOption({}, 'title', 'T')).toEqual({ title: 'T' });
  expect(withOption({ title: 'T', madeForKids: false }, 'title', '')).toEqual({ madeForKids: false });
  expect(withOption({}, 'poll', {})).toEqual({});
  expect(withOption({}, 'tags', [])).toEqual({});
  expect(withOption({}, 'madeForKids', false)).toEqual({ madeForKids: false });
});

it('reads a list from a line', () => {
  expect(listOf(' a, b,,c ')).toEqual(['a', 'b', 'c']);
  expect(listOf(' ')).toEqual([]);
});
