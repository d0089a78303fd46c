import { describe, expect, it } from 'vitest';
import { publicPost, useChanger } from '../../../../test/platforms/change-bench.js';
import { instagram as definition } from '../definition.js';

const { remove, find } = useChanger(definition, {
  externalAccountId: '17841400000007007',
  credentials: { accessToken: 'instagram-access' },
});
const replyTo = { externalPostId: '41', reference: null };

describe('deleting on Instagram', () => {
  it('is possible for comments', async () => {
    const comment = publicPost('hi', { replyTo });
    const { answer, requests } = await remove(comment, { status: 200, body: { success: true } });
    expect(answer).toEqual({ kind: 'removed' });
    expect(requests).toMatchObject([{ method: 'DELETE' }]);
  });

  it('is not attempted for posts', async () => {
    expect(await remove(publicPost('hi'))).toMatchObject({
      answer: { kind: 'not-possible', reason: 'NOT_SUPPORTED' },
      requests: [],
    });
  });
});

it('a look-up reads the caption of a post, and the text of a comment', async () => {
  const post = await find(publicPost('hi'), { status: 200, body: { id: '42', caption: 'hi' } });
  const comment = await find(publicPost('hi', { replyTo }), { status: 200, body: { id: '42', text: 'hi' } });
  expect([post.answer, comment.answer]).toMatchObject([{ shows: 'BEFORE' }, { shows: 'BEFORE' }]);
  expect(post.requests[0]?.url).toContain('fields=id%2Ccaption');
  expect(comment.requests[0]?.url).toContain('fields=id%2Ctext');
});
