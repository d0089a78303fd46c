import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../domain/json.js';
import type { SafeFetch } from '../../../egress/safe-fetch.js';
import type { Publication } from '../../kit/platform.js';
import { x as definition } from '../definition.js';
import { found, sandboxSession } from './sandbox-session.js';
import { expansionsOfPosts, fieldsOfPosts } from './post-fields.js';
import { connectorOf, publish, published, textPost } from '../../../../test/platforms/support.js';
import { useSafeFetch, useSandbox } from '../../../../test/platforms/use-sandbox.js';

const now = new Date('2026-11-21T12:00:00Z');
const safeFetch = useSafeFetch();
const x = connectorOf(definition, { fetch: safeFetch, now: () => now });
const sandbox = useSandbox();

describe('a server that follows OpenAPI 2.167', () => {
  /** Creates a connector whose server does not know the older names, and records the queries of its reads. */
  const openLater = () => {
    const reads: URLSearchParams[] = [];
    const fetch: SafeFetch = (request) => {
      const { searchParams } = new URL(request.url);
      if (request.method === 'GET') reads.push(searchParams);
      return searchParams.has('tweet.fields')
        ? Promise.resolve({ status: 400, headers: {}, body: '{"title":"Invalid Request"}' })
        : safeFetch(request);
    };
    return { later: connectorOf(definition, { fetch, now: () => now }), reads };
  };
  const at = () => sandboxSession(`${sandbox.url}/x`, '9009');
  const search = { since: new Date(0), takenIds: new Set<string>() };

  it('finds a lost post, reply, poll and quote, and lists replies', async () => {
    const { later, reads } = openLater();
    const send = async (publication: Publication): Promise<string> =>
      published((await publish(later, at(), publication)).answer).externalPostId;
    const post = textPost(`${'long '.repeat(70)}with https://example.com/later`, {
      options: { longPost: true },
    });
    const parentId = await send(post);
    const reply = textPost('a lost reply', { replyTo: { externalPostId: parentId, reference: null } });
    const replyId = await send(reply);
    const poll = textPost('later?', { options: { poll: { options: ['yes', 'no'], durationMinutes: 60 } } });
    const pollId = await send(poll);
    const quote = textPost('later, too', { options: { quotePost: parentId } });
    const quoteId = await send(quote);
    for (const [lost, id] of [
      [post, parentId],
      [reply, replyId],
      [poll, pollId],
      [quote, quoteId],
    ] as const) {
      expect(await later.findPublished(at(), lost, {}, search)).toMatchObject(found(id));
    }
    const commented = { externalPostId: parentId, reference: null, publishedAt: now };
    expect(await later.comments?.list(at(), commented, null)).toMatchObject({
      kind: 'page',
      comments: [{ externalCommentId: replyId, parentExternalId: null, mine: true }],
    });
    const accepted = reads.filter((query) => query.has('post.fields'));
    expect(accepted).toHaveLength(5);
    for (const query of accepted) {
      expect(
        query
          .get('post.fields')
          ?.split(',')
          .filter((name) => !fieldsOfPosts.has(name)),
      ).toEqual([]);
      expect(
        query
          .get('expansions')
          ?.split(',')
          .filter((name) => !expansionsOfPosts.has(name)),
      ).toEqual([]);
    }
  });
});

describe('the simulated X', () => {
  const at = () => sandboxSession(`${sandbox.url}/x`, '8008');
  const search = (taken: string[] = []) => ({ since: new Date(0), takenIds: new Set(taken) });
  const idOf = async (publication: Publication): Promise<string> =>
    published((await publish(x, at(), publication)).answer).externalPostId;

  it('distinguishes two posts that differ only in their link', async () => {
    const [a, b] = ['a', 'b'].map((name) => textPost(`read www.example.com/${name}?x=1&y=<2>`));
    if (a === undefined || b === undefined) return;
    const sent = await idOf(a);
    expect(await x.findPublished(at(), b, {}, search())).toEqual({ kind: 'absent' });
    expect(await x.findPublished(at(), a, {}, search())).toMatchObject(found(sent));
  });

  it('distinguishes two equal first comments under different posts', async () => {
    const parents = [await idOf(textPost('first post')), await idOf(textPost('second post'))];
    const [first, second] = parents.map((externalPostId) =>
      textPost('a comment', { replyTo: { externalPostId, reference: null } }),
    );
    if (first === undefined || second === undefined) return;
    const sent = await idOf(first);
    expect((await x.findPublished(at(), second, {}, search())).kind).not.toBe('found');
    expect(await x.findPublished(at(), textPost('a comment'), {}, search())).toEqual({ kind: 'absent' });
    expect(await x.findPublished(at(), first, {}, search())).toMatchObject(found(sent));
  });

  it('publishes polls, and distinguishes two with different options', async () => {
    const poll = (...options: string[]) =>
      textPost('which one?', { options: { poll: { options, durationMinutes: 1_440 } } });
    const sent = await idOf(poll('tea', 'coffee'));
    expect(await x.findPublished(at(), poll('tea', 'milk'), {}, search())).toEqual({ kind: 'absent' });
    expect(await x.findPublished(at(), poll('tea', 'coffee'), {}, search())).toMatchObject(found(sent));
    expect(await x.findPublished(at(), textPost('which one?'), {}, search())).toEqual({ kind: 'absent' });
  });

  it('distinguishes two equal posts that quote or reply to different posts', async () => {
    const others = [await idOf(textPost('one to see')), await idOf(textPost('another to see'))];
    for (const option of ['quotePost', 'replyToPost']) {
      const [first, second] = others.map((id) =>
        textPost(`so true: ${option}`, { options: { [option]: id } }),
      );
      if (first === undefined || second === undefined) return;
      const sent = await idOf(first);
      expect(await x.findPublished(at(), second, {}, search())).toEqual({ kind: 'absent' });
      expect(await x.findPublished(at(), textPost(first.text), {}, search())).toEqual({ kind: 'absent' });
      expect(await x.findPublished(at(), first, {}, search())).toMatchObject(found(sent));
    }
  });

  it('rejects a quote of an unknown post, one for a self-serve app, and a reply that is not allowed', async () => {
    const refused = async (text: string, options: JsonObject) =>
      (await publish(x, at(), textPost(text, { options }))).answer;
    const rejected = { kind: 'rejected', code: 'PLATFORM_REJECTED' };
    expect(await refused('gone', { quotePost: '404' })).toMatchObject(rejected);
    expect(await refused('gone', { replyToPost: '404' })).toMatchObject(rejected);
    const quotePost = await idOf(textPost('closed [sandbox:comments-disabled]'));
    expect(await refused('so true [sandbox:no-quotes]', { quotePost })).toMatchObject({
      ...rejected,
      message: expect.stringContaining('enterprise customers') as string,
    });
    expect(await refused('well', { replyToPost: quotePost })).toMatchObject({
      ...rejected,
      message: expect.stringContaining('mentioned or quoted the account') as string,
    });
  });

  it('finds a long post by its whole text', async () => {
    const long = `${'long '.repeat(70)} https://example.com/long end`;
    const publication = textPost(long, { options: { longPost: true } });
    const sent = await idOf(publication);
    expect(await x.findPublished(at(), publication, {}, search())).toMatchObject(found(sent));
    const other = textPost(long.replace('/long', '/other'));
    expect(await x.findPublished(at(), other, {}, search())).toEqual({ kind: 'absent' });
  });

  it('rejects a long post without a subscription as not permitted, although no permission is missing', async () => {
    const long = textPost(`${'long '.repeat(70)}[sandbox:no-subscription]`, { options: { longPost: true } });
    expect((await publish(x, at(), long)).answer).toEqual({
      kind: 'rejected',
      code: 'PLATFORM_REJECTED',
      message: 'You are not permitted to perform this action.',
    });
    await idOf(textPost('short [sandbox:no-subscription]'));
  });

  it('refuses a repeated post as a duplicate, and reports missing credits once', async () => {
    const repeat = textPost('again [sandbox:refuse-duplicate]');
    await idOf(repeat);
    expect((await publish(x, at(), repeat)).answer.kind).toBe('duplicate');
    const poor = textPost('poor [sandbox:no-credits]');
    expect((await publish(x, at(), poor)).answer).toMatchObject({
      kind: 'rate-limited',
      retryAfterMs: 2_000,
      code: 'PLATFORM_QUOTA_EXCEEDED',
    });
    await idOf(poor);
  });

  it.each([
    ['tweet.fields=entities,nope'],
    ['post.fields=entities,referenced_posts'],
    ['tweet.fields=text&post.fields=text'],
    ['max_results=1000'],
    ['unknown=1'],
  ])('refuses %s', async (query) => {
    const answer = await safeFetch({
      url: `${sandbox.url}/x/2/users/8008/tweets?${query}`,
      method: 'GET',
      headers: { authorization: 'Bearer sandbox:8008' },
    });
    expect(answer.status).toBe(400);
  });
});
