import { describe, expect, it } from 'vitest';
import { publicPost, useChanger } from '../../../../test/platforms/change-bench.js';
import {
  connectorOf,
  publish,
  published,
  textPost,
  type StubAnswer,
} from '../../../../test/platforms/support.js';
import { useSafeFetch, useSandbox } from '../../../../test/platforms/use-sandbox.js';
import type { PublicPost } from '../../kit/changes.js';
import { x as definition } from '../definition.js';
import { sandboxSession } from './sandbox-session.js';

const credentials = { accessToken: 'x-access', refreshToken: 'x-refresh' };
const { remove, edit, find, findEdited } = useChanger(definition, { externalAccountId: '1', credentials });

const ok = (body: object): StubAnswer => ({ status: 200, body });
const created: StubAnswer = { status: 201, body: { data: { id: '43', text: 'hi' } } };
const forbidden = (detail: string): StubAnswer => ({ status: 403, body: { title: 'Forbidden', detail } });
const fixed = { text: 'a typo' };

describe('deleting a post on X', () => {
  it.each([
    [ok({ data: { deleted: true } }), { kind: 'removed' }],
    [{ status: 404 }, { kind: 'gone' }],
    [ok({ data: { deleted: false } }), { kind: 'ambiguous' }],
    [forbidden('no'), { kind: 'rejected', code: 'PLATFORM_REJECTED' }],
    [{ status: 402 }, { kind: 'rate-limited', code: 'PLATFORM_QUOTA_EXCEEDED' }],
  ])('understands %o', async (answer, expected) => {
    const removed = await remove(publicPost('hi'), answer);
    expect(removed.answer).toMatchObject(expected);
    expect(removed.requests).toMatchObject([{ method: 'DELETE', url: '/2/tweets/42' }]);
  });
});

describe('editing a post on X', () => {
  it('sends the whole post again, with the id of the earlier version', async () => {
    const options = { quotePost: '7', replySettings: 'following', taggedUserIds: ['5'] };
    const reference = { mediaIds: ['9'], earlierIds: ['41'] };
    const post = publicPost('a tpyo', { options, reference });
    const { answer, requests } = await edit(post, fixed, created);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      text: 'a typo',
      media: { media_ids: ['9'], tagged_user_ids: ['5'] },
      reply_settings: 'following',
      quote_tweet_id: '7',
      edit_options: { previous_post_id: '42' },
    });
    expect(answer).toEqual({
      kind: 'edited',
      published: {
        externalPostId: '43',
        externalUrl: 'https://x.com/changes.test/status/43',
        reference: { mediaIds: ['9'], earlierIds: ['41', '42'] },
      },
    });
  });

  it.each([
    ['poll', { options: { poll: { options: ['a', 'b'], durationMinutes: 60 } } }],
    ['post in a community', { options: { communityId: '7' } }],
    ['reply to somebody', { options: { replyToPost: '7' } }],
  ])('is not tried for a %s', async (_what, more) => {
    const { answer, requests } = await edit(publicPost('a tpyo', more), fixed);
    expect([answer, requests]).toMatchObject([{ kind: 'not-possible', reason: 'NOT_SUPPORTED' }, []]);
  });

  it('is not attempted if it would remove media', async () => {
    const post: PublicPost = { ...publicPost('a tpyo'), mediaClasses: ['image'] };
    expect(await edit(post, fixed)).toMatchObject({ answer: { reason: 'NOT_SUPPORTED' }, requests: [] });
  });

  const controls = { is_edit_eligible: true, editable_until: '2026-11-21T12:30:00Z', edits_remaining: 3 };
  const allowing = (more: Partial<typeof controls>): StubAnswer =>
    ok({ data: [{ id: '42', text: 'a tpyo', edit_controls: { ...controls, ...more } }] });
  it.each([
    [{ is_edit_eligible: false }, 'no', { reason: 'NOT_SUPPORTED' }],
    [{ editable_until: '2026-11-21T12:00:00Z' }, 'no', { reason: 'TOO_LATE' }],
    [{ edits_remaining: 0 }, 'no', { reason: 'TOO_OFTEN' }],
    [{}, 'Edits need X Premium.', { reason: 'NOT_ENTITLED' }],
    [{}, 'You are not permitted to perform this action.', { kind: 'rejected', code: 'PLATFORM_REJECTED' }],
    [{}, 'no', { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' }],
  ])('finds out why X refused: %o, %s', async (more, words, expected) => {
    const { answer, requests } = await edit(publicPost('a tpyo'), fixed, forbidden(words), allowing(more));
    expect(answer).toMatchObject(expected);
    expect(requests[1]?.url).toBe('/2/tweets?ids=42&tweet.fields=edit_controls');
  });

  it('does not ask for the reason if X states it, or asks the caller to wait', async () => {
    const missing = { status: 403, body: { type: 'https://api.x.com/2/problems/client-forbidden' } };
    expect((await edit(publicPost('a tpyo'), fixed, missing)).answer).toMatchObject({
      kind: 'rejected',
      code: 'PERMISSION_MISSING',
    });
    const { answer, requests } = await edit(publicPost('a tpyo'), fixed, { status: 429 });
    expect(answer).toMatchObject({ kind: 'rate-limited' });
    expect(requests).toHaveLength(1);
  });
});

describe('a look-up of a post on X after a change', () => {
  const about = (id: string, type: string): StubAnswer =>
    ok({ errors: [{ resource_id: id, type: `https://api.x.com/2/problems/${type}` }] });

  it('distinguishes a missing post from one that is not shown', async () => {
    const post = publicPost('hi');
    expect((await find(post, about('42', 'resource-not-found'))).answer).toEqual({ kind: 'gone' });
    const hidden = about('42', 'not-authorized-for-resource');
    expect((await find(post, hidden)).answer).toMatchObject({ kind: 'ambiguous' });
  });

  it('follows an earlier version to the latest one', async () => {
    const history = ['42', '43'];
    const version = (id: string, text: string) =>
      ok({ data: [{ id, text, created_at: '2026-11-21T11:31:00Z', edit_history_tweet_ids: history }] });
    const { answer, requests } = await findEdited(
      publicPost('a tpyo'),
      fixed,
      version('42', 'a tpyo'),
      version('43', 'a typo'),
    );
    const published = { externalPostId: '43', reference: { earlierIds: ['42'] } };
    expect(answer).toMatchObject({ kind: 'there', published, shows: 'EDITED' });
    expect(requests.map(({ url }) => new URL(url, 'http://x').searchParams.get('ids'))).toEqual(history);
  });
});

describe('the simulated X', () => {
  const x = connectorOf(definition, { fetch: useSafeFetch() });
  const sandbox = useSandbox();
  const at = () => sandboxSession(`${sandbox.url}/x`, '9009');
  const make = async (text: string): Promise<PublicPost> => {
    const publication = textPost(text);
    const { answer } = await publish(x, at(), publication);
    return { ...publication, ...published(answer), publishedAt: new Date() };
  };
  const change = async (post: PublicPost, text: string): Promise<PublicPost> => {
    const answer = await x.changes?.edit?.(at(), post, { text });
    if (answer?.kind !== 'edited') throw new Error(`Not edited: ${JSON.stringify(answer)}`);
    return { ...post, ...answer.published, text };
  };

  it('allows five edits, and keeps the conversation', async () => {
    const first = await make('version 0');
    const reply = textPost('a reply', { replyTo: first });
    await publish(x, at(), reply);
    let post = first;
    for (let version = 1; version <= 5; version += 1) post = await change(post, `version ${version}`);
    expect(await x.changes?.edit?.(at(), post, { text: 'version 6' })).toMatchObject({ reason: 'TOO_OFTEN' });
    expect(await x.comments?.list(at(), post, null)).toMatchObject({
      kind: 'page',
      comments: [{ text: 'a reply', parentExternalId: null }],
    });
    expect(await x.changes?.find(at(), first)).toMatchObject({
      published: { externalPostId: post.externalPostId, reference: post.reference },
      shows: 'OTHER',
    });
  });

  it('deletes all versions of a post if any of them is deleted', async () => {
    const first = await make('one version');
    const second = await change(first, 'another version');
    expect(await x.changes?.remove?.(at(), first)).toEqual({ kind: 'removed' });
    expect(await x.changes?.find(at(), second)).toEqual({ kind: 'gone' });
  });

  it('works only for accounts with X Premium', async () => {
    const post = await make('a tpyo');
    const answer = await x.changes?.edit?.(at(), post, { text: '[sandbox:no-premium] a typo' });
    expect(answer).toMatchObject({ kind: 'not-possible', reason: 'NOT_ENTITLED' });
  });

  it('shows texts that differ only in a link as different', async () => {
    const post = await make('read www.example.com/a');
    const other = { text: 'read www.example.com/b' };
    expect(await x.changes?.find(at(), post, other)).toMatchObject({ shows: 'BEFORE' });
    await change(post, other.text);
    expect(await x.changes?.find(at(), post, other)).toMatchObject({ shows: 'EDITED' });
  });
});
