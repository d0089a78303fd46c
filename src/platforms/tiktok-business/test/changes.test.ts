import { describe, expect, it } from 'vitest';
import { publicPost, useChanger } from '../../../../test/platforms/change-bench.js';
import type { StubAnswer } from '../../../../test/platforms/support.js';
import { tikTokBusiness as definition } from '../definition.js';

const { remove, find } = useChanger(definition, {
  externalAccountId: '-000open7',
  credentials: { accessToken: 'tiktok-access', refreshToken: 'tiktok-refresh' },
});
const replyTo = { externalPostId: '41', reference: null };
const comment = publicPost('hi', { replyTo, reference: { videoId: '41' } });
const said = (code: number, message: string, data: object = {}): StubAnswer => ({
  status: 200,
  body: { code, message, request_id: '1', data },
});

describe('deleting on TikTok (business)', () => {
  it.each([
    [said(0, 'OK'), { kind: 'removed' }],
    [said(40_002, 'The comment does not exist.'), { kind: 'gone' }],
    [said(40_001, 'No permission.'), { kind: 'rejected', code: 'PERMISSION_MISSING' }],
    [said(40_100, 'Too many requests.'), { kind: 'rate-limited' }],
    [{ status: 502 }, { kind: 'ambiguous' }],
  ])('understands %o', async (answer, expected) => {
    const removed = await remove(comment, answer);
    expect(removed.answer).toMatchObject(expected);
    expect(removed.requests[0]?.url).toContain('/business/comment/delete/');
    expect(JSON.parse(removed.requests[0]?.body ?? '')).toEqual({
      business_id: '-000open7',
      comment_id: '42',
    });
  });

  it('is not attempted for posts', async () => {
    expect(await remove(publicPost('hi'))).toMatchObject({
      answer: { kind: 'not-possible', reason: 'NOT_SUPPORTED' },
      requests: [],
    });
  });
});

describe('a look-up on TikTok (business) after a change', () => {
  it('reads the comment from the list of its post', async () => {
    const listed = said(0, 'OK', { comments: [{ comment_id: '42', text: 'hi' }] });
    const { answer, requests } = await find(comment, listed);
    expect(answer).toMatchObject({ kind: 'there', shows: 'BEFORE' });
    const { searchParams } = new URL(requests[0]?.url ?? '', 'http://tiktok');
    expect([searchParams.get('video_id'), searchParams.get('comment_ids')]).toEqual(['41', '["42"]']);
    expect((await find(comment, said(0, 'OK', { comments: [] }))).answer).toEqual({ kind: 'gone' });
  });

  it('is not possible without the post', async () => {
    expect(await find(publicPost('hi', { replyTo }))).toMatchObject({
      answer: { kind: 'ambiguous' },
      requests: [],
    });
  });
});
