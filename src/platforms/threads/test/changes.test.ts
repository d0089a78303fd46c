import { describe, expect, it } from 'vitest';
import { publicPost, useChanger } from '../../../../test/platforms/change-bench.js';
import type { StubAnswer } from '../../../../test/platforms/support.js';
import { threads as definition } from '../definition.js';

const { remove, find } = useChanger(definition, {
  externalAccountId: '17840000000000001',
  credentials: { accessToken: 'threads-access' },
});
const refused = (code: number, more: object = {}): StubAnswer => ({
  status: 400,
  body: { error: { message: 'words', type: 'OAuthException', code, ...more } },
});
const missing = refused(100, { error_subcode: 33 });
const there: StubAnswer = { status: 200, body: { id: '42', text: 'hi' } };

describe('deleting a post on Threads', () => {
  it.each([
    ['a success', [{ status: 200, body: { success: true, deleted_id: '42' } }], { kind: 'removed' }],
    ['no such post, and a look agrees', [missing, missing], { kind: 'gone' }],
    ['no such post, and a look sees it', [missing, there], { kind: 'rejected' }],
    ['a missing permission', [refused(10)], { kind: 'rejected', code: 'PERMISSION_MISSING' }],
    ['too many calls', [refused(4)], { kind: 'rate-limited' }],
    ['an answer without a result', [{ status: 200, body: {} }], { kind: 'ambiguous' }],
  ])('understands %s', async (_what, answers, expected) => {
    const removed = await remove(publicPost('hi'), ...answers);
    expect(removed.answer).toMatchObject(expected);
    expect(removed.requests[0]).toMatchObject({ method: 'DELETE' });
    expect(removed.requests[0]?.url).toMatch(/^\/v1\.0\/42(\?|$)/);
  });
});

describe('a look-up of a post on Threads after a change', () => {
  it('compares the text of the post, which may be absent', async () => {
    expect((await find(publicPost('hi'), there)).answer).toMatchObject({ kind: 'there', shows: 'BEFORE' });
    const silent = { status: 200, body: { id: '42' } };
    expect((await find(publicPost(''), silent)).answer).toMatchObject({ shows: 'BEFORE' });
    expect((await find(publicPost('hi'), silent)).answer).toMatchObject({ shows: 'OTHER' });
  });
});
