import { expect, it } from 'vitest';
import { actionFrom as decided } from '../../../../src/domain/post-actions.js';
import { actionFrom } from './post-actions.js';

it('offers in each state what the service allows', () => {
  expect(actionFrom).toEqual(decided);
});
