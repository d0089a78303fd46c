import { expect, it } from 'vitest';
import { endOfVersion } from './version-end.js';

it('a version of LinkedIn ends in the middle of its month a year later', () => {
  expect(endOfVersion('202609')).toEqual(new Date('2027-09-15T00:00:00Z'));
  expect(endOfVersion('202612')).toEqual(new Date('2027-12-15T00:00:00Z'));
});
