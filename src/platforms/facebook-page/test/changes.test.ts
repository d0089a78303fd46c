import { describe, expect, it } from 'vitest';
import { publicPost, useChanger } from '../../../../test/platforms/change-bench.js';
import { published, textPost, type StubAnswer } from '../../../../test/platforms/support.js';
import type { Publication } from '../../kit/platform.js';
import { facebookPage as definition } from '../definition.js';
import { useBench } from './support.js';

const { edit, remove } = useChanger(definition, {
  externalAccountId: '100',
  credentials: { accessToken: 'page-token' },
});
const done: StubAnswer = { status: 200, body: { success: true } };
const refused = (message: string, code: number, more: object = {}): StubAnswer => ({
  status: 400,
  body: { error: { message, type: 'OAuthException', code, ...more } },
});
const fixed = { text: 'a typo' };

describe('editing on Facebook', () => {
  it.each([
    [null, [], 'message'],
    [{ kind: 'POST' }, ['image'], 'message'],
    [{ kind: 'POST', title: 'T' }, ['video'], 'description'],
    [{ kind: 'REEL' }, ['video'], 'description'],
  ] as const)('sets the text of a post (%o with %o): %s', async (options, mediaClasses, field) => {
    const post = { ...publicPost('a tpyo', { options }), mediaClasses: [...mediaClasses] };
    const { answer, requests } = await edit(post, fixed, done);
    expect(answer).toEqual({
      kind: 'edited',
      published: { externalPostId: '42', externalUrl: null, reference: null },
    });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ method: 'POST' });
    const sent = Object.fromEntries(new URLSearchParams(requests[0]?.body));
    expect(sent).toEqual({ access_token: 'page-token', [field]: 'a typo' });
  });

  it.each([
    [refused('You can only edit posts created by your app.', 200), { reason: 'NOT_OURS' }],
    [refused('(#10) The post was made by another app', 10), { reason: 'NOT_OURS' }],
    [refused('(#200) Permissions error', 200), { kind: 'rejected', code: 'PERMISSION_MISSING' }],
    [refused('No such object', 100, { error_subcode: 33 }), { kind: 'gone' }],
    [{ status: 200, body: {} }, { kind: 'ambiguous' }],
  ])('understands %o', async (answer, expected) => {
    expect((await edit(publicPost('a tpyo'), fixed, answer)).answer).toMatchObject(expected);
  });

  it('is not attempted for a story', async () => {
    const post = publicPost('', { options: { kind: 'STORY' } });
    expect(await edit(post, fixed)).toMatchObject({ answer: { reason: 'NOT_SUPPORTED' }, requests: [] });
  });
});

it('a post that may not be deleted is not mistaken for a missing one', async () => {
  const missing = refused('No such object', 100, { error_subcode: 33 });
  const seen = { status: 200, body: { id: '42' } };
  expect((await remove(publicPost('hi'), missing, seen)).answer).toMatchObject({ kind: 'rejected' });
  expect((await remove(publicPost('hi'), missing, missing)).answer).toEqual({ kind: 'gone' });
});

describe('the simulated Facebook', () => {
  const bench = useBench();

  const kinds: [what: string, make: () => Publication][] = [
    ['photos', () => textPost('see', { media: [bench.shelf.medium(), bench.shelf.medium()] })],
    ['a video', () => textPost('see', { media: [bench.shelf.medium({ mime: 'video/mp4' })] })],
    [
      'a reel',
      () =>
        textPost('see', { media: [bench.shelf.medium({ mime: 'video/mp4' })], options: { kind: 'REEL' } }),
    ],
  ];
  it.each(kinds)('edits and deletes %s', async (_what, make) => {
    const page = bench.session();
    const publication = make();
    const sent = await bench.post(publication, page);
    const found =
      sent.answer.kind === 'published' ? sent.answer : await bench.find(publication, sent.state, page);
    if (found.kind !== 'found' && found.kind !== 'published') throw new Error(`Not published: ${found.kind}`);
    const post = { ...publication, ...found.published, publishedAt: new Date() };
    expect(await bench.facebook.changes?.edit?.(page, post, fixed)).toMatchObject({ kind: 'edited' });
    expect(await bench.facebook.changes?.find(page, post, fixed)).toMatchObject({ shows: 'EDITED' });
    expect(await bench.feed(page.externalAccountId)).toMatchObject([{ text: 'a typo' }]);
    expect(await bench.facebook.changes?.remove?.(page, post)).toEqual({ kind: 'removed' });
    expect(await bench.feed(page.externalAccountId)).toEqual([]);
    // The video is still processed, but it must not become public again.
    expect(await bench.facebook.changes?.find(page, post)).toEqual({ kind: 'gone' });
    expect(await bench.feed(page.externalAccountId)).toEqual([]);
  });

  it('refuses to edit the post of another app', async () => {
    const page = bench.session();
    const publication = textPost('a tpyo');
    const { answer } = await bench.post(publication, page);
    const post = { ...publication, ...published(answer), publishedAt: new Date() };
    const edited = { text: '[sandbox:other-app] a typo' };
    expect(await bench.facebook.changes?.edit?.(page, post, edited)).toMatchObject({ reason: 'NOT_OURS' });
  });
});
