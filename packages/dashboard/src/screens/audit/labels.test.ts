import { expect, it } from 'vitest';
import { changeText } from './labels.js';

it.each([
  [{ field: 'requireApproval', from: false, to: true }, 'Require approval for posts: no → yes'],
  [{ field: 'role', from: 'EDITOR', to: 'ADMIN' }, 'Role: Editor → Admin'],
  [{ field: 'name', from: 'OWNER', to: 'Bakery' }, 'Name: OWNER → Bakery'],
  [{ field: 'brand.color', from: '#0f766e', to: null }, 'Color of the brand: was #0f766e'],
  [{ field: 'description', from: null, to: null }, 'Description changed'],
  [{ field: 'newField', from: null, to: 'a' }, 'newField: a'],
])('a change is told in words: %j', (change, told) => {
  expect(changeText(change)).toBe(told);
});

it('a time is told as a date of the reader', () => {
  expect(changeText({ field: 'expiresAt', from: null, to: '2031-05-01T10:00:00.000Z' })).toMatch(
    /^Valid until: .*2031/,
  );
});
