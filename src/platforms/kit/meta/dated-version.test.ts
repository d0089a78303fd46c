import { expect, it } from 'vitest';
import { datedGraphVersion } from './dated-version.js';

const endOf = (version: string) => datedGraphVersion('V', version).endsAt?.toISOString().slice(0, 10);

it('a version of the Graph API ends on the day that Meta has announced', () => {
  expect(['v21.0', 'v22.0', 'v25.0'].map(endOf)).toEqual(['2027-01-21', '2027-05-20', '2028-07-29']);
});

it('a version whose end is not announced ends two years after the next one was introduced', () => {
  expect(endOf('v26.0')).toBe('2028-11-04');
  expect(['v25.0', 'v26.0'].map((version) => datedGraphVersion('V', version).isAnnounced)).toEqual([
    true,
    false,
  ]);
});

it('the end of the newest version, and of one that is not listed, is not known', () => {
  for (const version of ['v27.0', 'v99.0', 'v1.0']) {
    expect(datedGraphVersion('V', version)).toMatchObject({ variable: 'V', version, endsAt: null });
  }
});
