import { describe, expect, it } from 'vitest';
import { publicPost, useChanger } from '../../../../test/platforms/change-bench.js';
import type { StubAnswer } from '../../../../test/platforms/support.js';
import { youTube as definition } from '../definition.js';
import { googleError, videoOptions } from './support.js';

const { remove, edit, find, findEdited } = useChanger(definition, {
  externalAccountId: 'UC0000000000000000000001',
  credentials: { accessToken: 'google-access', refreshToken: 'google-refresh' },
});
const post = publicPost('a tpyo', { options: videoOptions });
const comment = publicPost('hi', { replyTo: { externalPostId: '41', reference: null } });
const scopes = googleError(403, 'insufficientPermissions');
const snippet = {
  title: 'A video',
  description: 'a tpyo',
  tags: ['tea', 'cups'],
  categoryId: '22',
  defaultLanguage: 'en',
  defaultAudioLanguage: 'de',
};
const video = (more: object = {}): StubAnswer => ({
  status: 200,
  body: { items: [{ id: '42', snippet: { ...snippet, channelTitle: 'not ours to send', ...more } }] },
});
const none: StubAnswer = { status: 200, body: { items: [] } };

describe('deleting on YouTube', () => {
  it('distinguishes videos and comments', async () => {
    const urls = await Promise.all(
      [post, comment].map(async (one) => {
        const { answer, requests } = await remove(one, { status: 204 });
        expect(answer).toEqual({ kind: 'removed' });
        return requests.map(({ method, url }) => [method, url]);
      }),
    );
    expect(urls).toEqual([
      [['DELETE', '/youtube/v3/videos?id=42']],
      [['DELETE', '/youtube/v3/comments?id=42']],
    ]);
  });

  it.each([
    [googleError(404, 'videoNotFound'), { kind: 'gone' }],
    [scopes, { kind: 'rejected', code: 'PERMISSION_MISSING' }],
    [googleError(403, 'quotaExceeded'), { kind: 'rate-limited' }],
    [{ status: 503 }, { kind: 'ambiguous' }],
  ])('understands %o', async (answer, expected) => {
    expect((await remove(post, answer)).answer).toMatchObject(expected);
  });
});

describe('editing on YouTube', () => {
  it.each([
    [{ text: 'a typo' }, 'A video'],
    [{ text: 'a typo', title: 'A film' }, 'A film'],
  ])('keeps the rest of the snippet: %o', async (edited, title) => {
    const { answer, requests } = await edit(post, edited, video(), { status: 200, body: { id: '42' } });
    expect(answer).toMatchObject({ kind: 'edited', published: { externalPostId: '42' } });
    expect(requests.map(({ method, url }) => [method, url])).toEqual([
      ['GET', '/youtube/v3/videos?part=snippet&id=42'],
      ['PUT', '/youtube/v3/videos?part=snippet'],
    ]);
    expect(JSON.parse(requests[1]?.body ?? '')).toEqual({
      id: '42',
      snippet: { ...snippet, title, description: 'a typo' },
    });
  });

  it('sends nothing if the video is gone, or cannot be read', async () => {
    const gone = await edit(post, { text: 'a typo' }, none);
    expect([gone.answer, gone.requests.length]).toEqual([{ kind: 'gone' }, 1]);
    const missing = await edit(post, { text: 'a typo' }, googleError(404, 'videoNotFound'));
    expect([missing.answer, missing.requests.length]).toEqual([{ kind: 'gone' }, 1]);
    const deletedMeanwhile = await edit(post, { text: 'a typo' }, video(), googleError(404, 'videoNotFound'));
    expect([deletedMeanwhile.answer, deletedMeanwhile.requests.length]).toEqual([{ kind: 'gone' }, 2]);
    const failed = await edit(post, { text: 'a typo' }, googleError(401, 'authError'));
    expect([failed.answer, failed.requests.length]).toMatchObject([{ kind: 'auth-expired' }, 1]);
  });

  it('reports a missing permission', async () => {
    const { answer } = await edit(post, { text: 'a typo' }, video(), scopes);
    expect(answer).toMatchObject({ kind: 'rejected', code: 'PERMISSION_MISSING' });
  });
});

describe('a look-up on YouTube after a change', () => {
  it('compares the title and the description', async () => {
    expect((await find(post, video())).answer).toMatchObject({ shows: 'BEFORE' });
    expect((await find(post, video({ title: 'Something else' }))).answer).toMatchObject({ shows: 'OTHER' });
    const edited = { text: 'a typo', title: 'A film' };
    const both = video({ title: 'A film', description: 'a typo' });
    expect((await findEdited(post, edited, both)).answer).toMatchObject({ shows: 'EDITED' });
    const half = video({ title: 'A film' });
    expect((await findEdited(post, edited, half)).answer).toMatchObject({ shows: 'OTHER' });
    expect((await find(post, none)).answer).toEqual({ kind: 'gone' });
  });

  it('reads the text of a comment, not its markup', async () => {
    const items = [{ snippet: { textOriginal: 'hi', textDisplay: '<b>hi</b>' } }];
    const { answer, requests } = await find(comment, { status: 200, body: { items } });
    expect(answer).toMatchObject({ kind: 'there', shows: 'BEFORE' });
    expect(requests[0]?.url).toBe('/youtube/v3/comments?part=snippet&textFormat=plainText&id=42');
    expect((await find(comment, none)).answer).toEqual({ kind: 'gone' });
    const missing = await find(comment, googleError(404, 'commentNotFound'));
    expect(missing.answer).toEqual({ kind: 'gone' });
  });
});
