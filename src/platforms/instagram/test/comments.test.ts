import { describe, expect, it } from 'vitest';
import { brought } from '../../../../test/platforms/runner.js';
import { published, startStub, textPost, type StubAnswer } from '../../../../test/platforms/support.js';
import type { JsonObject } from '../../../domain/json.js';
import type { Published } from '../../kit/failure.js';
import type { Publication, ReplyTarget } from '../../kit/platform.js';
import { graphError, ok, useBench } from './support.js';

const bench = useBench();
const { instagram } = bench;

async function make(text: string, more: Partial<Publication> = {}): Promise<Published> {
  const media = more.replyTo ? [] : [bench.shelf.medium({ mime: 'image/jpeg' })];
  const publication = textPost(text, { media, ...more });
  const state = await brought(instagram, bench.session(), publication);
  return published(await instagram.commit(bench.session(), publication, state));
}

const to = ({ externalPostId, reference }: Published) => ({ externalPostId, reference });
const onPost = { externalPostId: '42', reference: null };
const onComment = { externalPostId: '43', reference: { object: 'comment' } };

describe('a comment', () => {
  it('has the guarantee blind, unlike a post', () => {
    const form = { options: null, mediaClasses: ['image'] as const };
    expect(instagram.guaranteeOf({ ...form, replyTo: null })).toBe('queryable');
    expect(instagram.guaranteeOf({ ...form, replyTo: onPost })).toBe('blind');
  });

  it('is placed under its post, and a reply under its comment', async () => {
    const post = await make('the post');
    const first = await make('first', { replyTo: to(post) });
    expect(first).toMatchObject({ externalUrl: null, reference: { object: 'comment' } });
    const second = await make('second', { replyTo: to(first) });
    expect(second.reference).toEqual({ object: 'comment', threadId: first.externalPostId });
    const third = await make('third', { replyTo: to(second) });
    expect(third.reference).toEqual(second.reference);
    const [shown] = (await bench.feed()).filter((entry) => entry.externalPostId === post.externalPostId);
    expect(shown?.comments.map(({ text }) => text)).toEqual(['first', 'second', 'third']);
  });

  it('has no permalink, and none is requested', async () => {
    const before = bench.sent.length;
    const comment = { externalPostId: '43', externalUrl: null, reference: { object: 'comment' } };
    expect(await instagram.readPermalink?.(bench.session(), comment)).toBeNull();
    expect(bench.sent).toHaveLength(before);
  });

  it.each([
    [graphError(100, 33), { kind: 'rejected', code: 'PLATFORM_REJECTED' }],
    [graphError(24, 2_207_006), { kind: 'rejected', code: 'PLATFORM_REJECTED' }],
    [graphError(100, 1, 'Comments are turned off.'), { kind: 'rejected', code: 'COMMENTS_DISABLED' }],
    [graphError(10, 1, 'Commenting is not allowed here.'), { kind: 'rejected', code: 'COMMENTS_DISABLED' }],
    [graphError(100, 1, 'The comment is too long.'), { kind: 'rejected', code: 'PLATFORM_REJECTED' }],
    [graphError(10), { kind: 'rejected', code: 'PERMISSION_MISSING' }],
    [graphError(4), { kind: 'rate-limited' }],
    [graphError(190, 463), { kind: 'auth-expired' }],
    [graphError(368), { kind: 'rejected', code: 'POLICY_BLOCKED' }],
    [graphError(2), { kind: 'ambiguous' }],
  ])('fails in the right way after the response %j', async (answer, expected) => {
    await using stub = await startStub(() => answer);
    const publication = textPost('hi', { replyTo: onPost });
    const made = await instagram.commit(bench.session({ baseUrl: stub.url }), publication, {});
    expect(made).toMatchObject(expected);
    expect(stub.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /v26.0/42/comments']);
  });
});

describe('a look-up of a comment', () => {
  const since = new Date('2026-11-21T12:00:00Z');
  const entry = (id: string, more: JsonObject = {}): JsonObject => ({
    id,
    text: 'thanks',
    timestamp: '2026-11-21T12:00:05+0000',
    username: 'some.one',
    from: { id: '900', username: 'some.one' },
    ...more,
  });
  const look = async (data: unknown[], replyTo: ReplyTarget = onPost) => {
    await using stub = await startStub(() => ok({ data }));
    const search = { since, takenIds: new Set(['9']) };
    const publication = textPost('thanks', { replyTo });
    const session = bench.session({ baseUrl: stub.url, handle: '@Some.One' });
    const answer = await instagram.findPublished(session, publication, null, search);
    const [request] = stub.requests;
    return {
      answer: answer.kind === 'found' ? answer.published.externalPostId : answer.kind,
      path: request?.url.split('?')[0],
    };
  };
  const by = (id: string | null, username: string | null): JsonObject => ({
    username,
    from: { id, username },
  });

  it.each([
    ['our comment', [entry('1'), entry('2', { text: 'others' })], '1'],
    ['our comment, by the id of its author', [entry('1', by('17841400000007007', 'renamed'))], '1'],
    ['another user’s comment', [entry('1', by('901', 'else'))], 'absent'],
    ['a comment by an unknown author', [entry('1', { username: null, from: null })], 'ambiguous'],
    ['two of our comments', [entry('1'), entry('2')], 'ambiguous'],
    ['a comment of another post', [entry('9'), entry('1')], '1'],
    ['a comment from before the attempt', [entry('1', { timestamp: '2026-11-21T11:59:59+0000' })], 'absent'],
    ['unreadable entries', [null, { text: 'thanks' }, entry('1', { from: 7 })], '1'],
    ['no comments', [], 'absent'],
  ])('gets the right verdict from a list with %s', async (_what, data, expected) => {
    expect(await look(data)).toEqual({ answer: expected, path: '/v26.0/42/comments' });
  });

  it('reads the replies of a comment', async () => {
    expect(await look([entry('1')], onComment)).toEqual({ answer: '1', path: '/v26.0/43/replies' });
  });

  it('reads the replies of the thread’s first comment if the parent is a reply', async () => {
    const replyTo = { externalPostId: '44', reference: { object: 'comment', threadId: '43' } };
    expect(await look([entry('1')], replyTo)).toEqual({ answer: '1', path: '/v26.0/43/replies' });
  });

  it('finds a comment on a comment of a post', async () => {
    const replyTo = { externalPostId: '43', reference: null, root: onPost };
    expect((await look([entry('1')], replyTo)).path).toBe('/v26.0/43/replies');
  });

  const paged = (timestamp: string) => ({
    status: 200,
    body: { data: [entry('1', { timestamp })], paging: { cursors: { after: 'more' } } },
  });
  it.each([
    ['stops at comments that are too old', paged('2026-11-21T11:00:00+0000'), 'absent', 1],
    ['reaches no verdict if the list does not end', paged('2026-11-21T12:30:00+0000'), 'ambiguous', 4],
    ['reports a rate limit', graphError(4), 'rate-limited', 1],
    ['reports a missing permission', graphError(10), 'rejected', 1],
  ] as [string, StubAnswer, string, number][])(
    'reads the list page by page, and %s',
    async (_what, answer, kind, calls) => {
      await using stub = await startStub(() => answer);
      const search = { since, takenIds: new Set<string>() };
      const session = bench.session({ baseUrl: stub.url });
      const publication = textPost('thanks', { replyTo: onPost });
      expect((await instagram.findPublished(session, publication, null, search)).kind).toBe(kind);
      expect(stub.requests).toHaveLength(calls);
    },
  );
});

describe('comments', () => {
  it('are switched off once a post is public, which can be repeated', async () => {
    const options = { commentsEnabled: false };
    const post = await make('quiet', { options });
    const publication = textPost('quiet', { options, mediaClasses: ['image'] });
    expect(await instagram.addExtras?.(bench.session(), publication, post)).toEqual([]);
    expect(await instagram.addExtras?.(bench.session(), publication, post)).toEqual([]);
    const comment = textPost('too late', { replyTo: to(post) });
    expect(await instagram.commit(bench.session(), comment, {})).toMatchObject({ code: 'COMMENTS_DISABLED' });
    const [shown] = (await bench.feed()).filter((entry) => entry.externalPostId === post.externalPostId);
    expect(shown?.shown).toMatchObject({ Comments: 'off' });
  });

  it('stay unchanged without the option', async () => {
    const before = bench.sent.length;
    const post = { externalPostId: '42', externalUrl: null, reference: null };
    for (const options of [null, { commentsEnabled: true }, { kind: 'STORIES' }]) {
      const publication = textPost('loud', { options });
      expect(await instagram.addExtras?.(bench.session(), publication, post)).toEqual([]);
    }
    expect(bench.sent).toHaveLength(before);
  });

  it('lead to a report if they cannot be switched off', async () => {
    await using stub = await startStub(() => graphError(10, 1, 'no right to'));
    const publication = textPost('quiet', { options: { commentsEnabled: false } });
    const post = { externalPostId: '42', externalUrl: null, reference: null };
    expect(await instagram.addExtras?.(bench.session({ baseUrl: stub.url }), publication, post)).toEqual([
      { extra: 'comments_off', message: 'no right to' },
    ]);
  });
});
