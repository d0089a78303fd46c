import { expect, it } from 'vitest';
import { isAbove } from '../../../../../src/domain/roles.js';
import { rolesFor } from './grants.js';

it('offers no role above the user’s own', () => {
  expect(rolesFor('ADMIN').map(({ value }) => value)).toEqual(['ADMIN', 'EDITOR', 'CLIENT_REVIEWER']);
  expect(rolesFor('OWNER')).toHaveLength(4);
});

it('compares the ranks of roles', () => {
  expect(isAbove('OWNER', 'ADMIN')).toBe(true);
  expect(isAbove('ADMIN', 'ADMIN')).toBe(false);
  expect(isAbove('EDITOR', 'ADMIN')).toBe(false);
});
