import { expect, it } from 'vitest';
import { permissionRoles as decided } from '../../../../src/domain/roles.js';
import { permissionRoles } from './roles.js';

it('shows each role what the service allows it to do', () => {
  expect(permissionRoles).toEqual(decided);
});
