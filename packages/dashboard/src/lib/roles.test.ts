import { expect, it } from 'vitest';
import { permissionRoles as decided } from '../../../../src/domain/roles.js';
import { permissionRoles } from './roles.js';

it('shows to each role what the service lets it do', () => {
  expect(permissionRoles).toEqual(decided);
});
