import { expect, it } from 'vitest';
import { createPlatforms } from '../../platforms/kit/create-platforms.js';
import { platformDefinitions } from '../../platforms/index.js';
import { checkVersions } from './check-versions.js';
import type { DoctorParts } from './parts.js';

const dayMs = 24 * 3_600_000;
const fetchFor = () => () => Promise.reject(new Error('No platform is called here.'));

/** Returns the finding about these platforms that many days before the end of LinkedIn's version. */
function findingAt(daysBefore: number, names: string) {
  const definitions = platformDefinitions.filter(({ name }) => name.startsWith(names));
  const platforms = createPlatforms({ definitions, fetchFor, clock: { now: () => new Date() } });
  const endsAt = platforms.get('LINKEDIN_PERSON')?.datedVersion?.endsAt?.getTime() ?? 0;
  const clock = { now: () => new Date(endsAt - daysBefore * dayMs) };
  return checkVersions({ deps: { platforms, clock } as DoctorParts['deps'] });
}

it('an operator is warned 60 days before the version of an API ends, with the variable that chooses it', async () => {
  expect(await findingAt(61, 'LINKEDIN')).toMatchObject({ state: 'ok', next: null });
  for (const days of [59, -1])
    expect(await findingAt(days, 'LINKEDIN')).toMatchObject({
      state: 'warning',
      says: expect.stringMatching(
        /^LinkedIn \(person\) and LinkedIn \(company\): LINKEDIN_VERSION \d{6} ends about 20\d\d-\d\d-15 \(not announced\)\.$/,
      ) as string,
      next: expect.stringContaining('set LINKEDIN_VERSION to a later version') as string,
    });
});

it('a platform without versions that end is named, and causes no warning', async () => {
  expect(await findingAt(0, 'BLUESKY')).toMatchObject({ state: 'ok', says: 'No end is known for Bluesky.' });
});
