import { describe, expect, it } from 'vitest';
import { publicPost, useChanger } from '../../../../test/platforms/change-bench.js';
import type { StubAnswer } from '../../../../test/platforms/support.js';
import { pinterest as definition } from '../definition.js';

const { remove, find } = useChanger(definition, {
  externalAccountId: '77',
  credentials: { accessToken: 'pina_access', refreshToken: 'pinr_refresh' },
});
const post = publicPost('a cup', { options: { boardId: '1', title: 'Tea' } });
const refused = (status: number): StubAnswer => ({ status, body: { code: 1, message: 'no' } });

describe('deleting a pin', () => {
  it.each([
    [{ status: 204 }, { kind: 'removed' }],
    [refused(404), { kind: 'gone' }],
    [refused(403), { kind: 'rejected' }],
    [refused(500), { kind: 'ambiguous' }],
  ])('understands %o', async (answer, expected) => {
    const removed = await remove(post, answer);
    expect(removed.answer).toMatchObject(expected);
    expect(removed.requests).toMatchObject([{ method: 'DELETE', url: '/pins/42' }]);
  });
});

describe('a look at a pin', () => {
  it.each<[object, string]>([
    [{ description: 'a cup', title: 'Tea' }, 'BEFORE'],
    [{ description: 'a cup', title: null }, 'OTHER'],
    [{ description: null, title: 'Tea' }, 'OTHER'],
  ])('compares description and title: %o', async (body, shows) => {
    expect((await find(post, { status: 200, body })).answer).toMatchObject({ kind: 'there', shows });
  });
});
