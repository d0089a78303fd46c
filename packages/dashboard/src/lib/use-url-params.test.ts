import { expect, it } from 'vitest';
import { stillWanted } from './use-url-params.js';

const [may, june, july] = [{ day: '2027-05-01' }, { day: '2027-06-01' }, { day: '2027-07-01' }];

it('a choice counts as wanted until it is in the URL', () => {
  const wanted = { choices: [june], since: may };
  expect(stillWanted(wanted, may)).toBe(wanted);
  expect(stillWanted(wanted, { ...june })).toBeNull();
});

it('a later choice stays wanted when an earlier one arrives in the URL', () => {
  const inUrl = { ...june };
  expect(stillWanted({ choices: [june, july], since: may }, inUrl)).toEqual({
    choices: [july],
    since: inUrl,
  });
  expect(stillWanted({ choices: [june, may], since: may }, inUrl)).toEqual({ choices: [may], since: inUrl });
});

it('a choice is forgotten when the URL changes from elsewhere', () => {
  expect(stillWanted({ choices: [june], since: may }, { view: 'list' })).toBeNull();
  expect(stillWanted(null, may)).toBeNull();
});
