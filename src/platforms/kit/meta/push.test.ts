import { describe, expect, it } from 'vitest';
import { pushBody, pushedPlatforms } from '../../../../test/harness/pushes.js';
import type { PlatformName } from '../../../domain/platforms.js';

const platforms = pushedPlatforms();
function read(name: PlatformName, body: unknown) {
  return platforms.get(name)?.comments?.push?.read(body);
}
const look = [{ externalAccountId: '11', externalPostId: '22' }];

describe('a push from Meta', () => {
  it.each([
    ['INSTAGRAM', pushBody.instagram],
    ['FACEBOOK_PAGE', pushBody['facebook-page']],
    ['THREADS', pushBody.threads],
  ] as const)(
    'contains the account and the post for %s, and is ignored for the other platforms',
    (name, bodyOf) => {
      expect(read(name, JSON.parse(bodyOf('11', '22')))).toEqual(look);
      for (const other of ['INSTAGRAM', 'FACEBOOK_PAGE', 'THREADS'] as const) {
        if (other !== name) expect(read(other, JSON.parse(bodyOf('11', '22')))).toEqual([]);
      }
    },
  );

  it('may be a list, may have no list of changes, and may have numbers as ids for Instagram', () => {
    const value = { id: 9, media: { id: 22 } };
    const body = [{ object: 'instagram', entry: [{ id: 11, field: 'live_comments', value }] }];
    expect(read('INSTAGRAM', body)).toEqual(look);
    expect(
      read('INSTAGRAM', [{ object: 'instagram', entry: [{ id: 11, field: 'mentions', value }] }]),
    ).toEqual([]);
  });

  it('has an effect only for comments of a Page', () => {
    const body = JSON.parse(
      pushBody['facebook-page']('11', '22').replace('"comment"', '"reaction"'),
    ) as unknown;
    expect(read('FACEBOOK_PAGE', body)).toEqual([]);
  });

  it('may contain several values for Threads', () => {
    const { values, ...rest } = JSON.parse(pushBody.threads('11', '22')) as { values: object };
    expect(read('THREADS', { ...rest, values: [values, {}, null, values] })).toEqual([...look, ...look]);
  });

  it.each([null, 7, 'x', [], {}, { object: 'page' }, { object: 'page', entry: [null, {}, { id: '1' }] }])(
    'is ignored if it is %j',
    (body) => {
      for (const name of ['INSTAGRAM', 'FACEBOOK_PAGE', 'THREADS'] as const)
        expect(read(name, body)).toEqual([]);
    },
  );
});
