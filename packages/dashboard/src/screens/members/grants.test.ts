import { expect, it } from 'vitest';
import { isAbove } from '../../../../../src/domain/roles.js';
import { rolesFor } from './grants.js';

it('a user can grant no role above their own', () => {
  expect(rolesFor('ADMIN').map(({ value }) => value)).toEqual(['ADMIN', 'EDITOR', 'CLIENT_REVIEWER']);
  expect(rolesFor('OWNER')).toHaveLength(4);
});

it('the ranks of roles are compared', () => {
  expect(isAbove('OWNER', 'ADMIN')).toBe(true);
  expect(isAbove('ADMIN', 'ADMIN')).toBe(false);
  expect(isAbove('EDITOR', 'ADMIN')).toBe(false);
});
