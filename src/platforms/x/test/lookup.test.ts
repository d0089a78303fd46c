import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../domain/json.js';
import type { Publication } from '../../kit/platform.js';
import { x as definition } from '../definition.js';
import { found, sandboxSession } from './sandbox-session.js';
import { connectorOf, startStub, textPost, type StubAnswer } from '../../../../test/platforms/support.js';
import { useSafeFetch } from '../../../../test/platforms/use-sandbox.js';

const now = new Date('2026-11-21T12:00:00Z');
const safeFetch = useSafeFetch();
const x = connectorOf(definition, { fetch: safeFetch, now: () => now });

const page = (data: unknown, more: object = {}): StubAnswer => ({
  status: 200,
  body: { data, meta: { result_count: 1, ...more } },
});

const createdAt = now.toISOString();
const t = 'https://t.co/a1';
const urls = (expanded_url: string, more: object = {}) => ({
  entities: { urls: [{ url: t, expanded_url, ...more }] },
});
const referring = (type: string, id: string) => ({ referenced_tweets: [{ type, id }] });
const repliedTo = (id: string) => referring('replied_to', id);
const media = (keys: unknown) => ({ attachments: { media_keys: keys } });

const replyTo = { externalPostId: '42', reference: null };
const upload = (mediaKey: string | null) => ({
  media: [
    {
      sha256: 'a',
      mediaId: '9',
      mediaKey,
      expiresAt: createdAt,
      sentBytes: 1,
      finalized: true,
      processing: false,
      altText: null,
    },
  ],
});

interface LookUp {
  publication: Publication;
  state?: JsonObject | null;
  taken?: string[];
}

async function lookUp(seen: unknown, { publication, state = {}, taken = [] }: LookUp) {
  await using stub = await startStub(() => page(seen));
  return await x.findPublished(sandboxSession(stub.url), publication, state, {
    since: now,
    takenIds: new Set(taken),
  });
}

describe('a look-up on X', () => {
  const linked = { publication: textPost('see https://example.com/a') };
  const reply = { publication: textPost('thanks', { replyTo }) };
  const pictured = { publication: textPost('look'), state: upload('3_9') };
  const quote = { publication: textPost('look', { options: { quotePost: '77' } }) };
  const answer = {
    publication: textPost('thanks', { options: { replyToPost: 'https://x.com/a/status/42' } }),
  };
  const pollOptions = { poll: { options: ['yes', 'no'], durationMinutes: 60 } };
  const polled = { publication: textPost('well?', { options: pollOptions }) };

  it.each([
    ['the same link', linked, { text: `see ${t}`, ...urls('https://example.com/a') }, found('5')],
    ['another link', linked, { text: `see ${t}`, ...urls('https://example.com/b') }, { kind: 'absent' }],
    ['a link without a target', linked, { text: `see ${t}` }, { kind: 'ambiguous' }],
    [
      'a link with an unknown target',
      linked,
      { text: `see ${t}`, entities: { urls: [{ url: t }] } },
      { kind: 'ambiguous' },
    ],
    [
      'another link that leads to the same page',
      linked,
      { text: `see ${t}`, ...urls('https://short.example/1', { unwound_url: 'https://example.com/a' }) },
      { kind: 'ambiguous' },
    ],
    ['the same parent', reply, { text: 'thanks', ...repliedTo('42') }, found('5')],
    [
      'the same parent, in the field of a later version',
      reply,
      { text: 'thanks', referenced_posts: [{ type: 'replied_to', id: '42' }] },
      found('5'),
    ],
    [
      'the parent before it was edited',
      {
        publication: textPost('thanks', { replyTo: { ...replyTo, reference: { earlierIds: ['40', '41'] } } }),
      },
      { text: 'thanks', ...repliedTo('41') },
      found('5'),
    ],
    ['another parent', reply, { text: 'thanks', ...repliedTo('43') }, { kind: 'absent' }],
    ['no parent', reply, { text: 'thanks' }, { kind: 'ambiguous' }],
    [
      'a reply instead of a post',
      { publication: textPost('thanks') },
      { text: 'thanks', ...repliedTo('42') },
      { kind: 'absent' },
    ],
    ['the parent of the options', answer, { text: 'thanks', ...repliedTo('42') }, found('5')],
    ['another parent than the options', answer, { text: 'thanks', ...repliedTo('43') }, { kind: 'absent' }],
    ['the same quote', quote, { text: `look ${t}`, ...referring('quoted', '77') }, found('5')],
    ['another quote', quote, { text: `look ${t}`, ...referring('quoted', '78') }, { kind: 'absent' }],
    ['no references', quote, { text: `look ${t}` }, { kind: 'ambiguous' }],
    [
      'a quote that we have not sent',
      { publication: textPost('look') },
      { text: 'look', ...referring('quoted', '77') },
      { kind: 'absent' },
    ],
    [
      'our link to a post, which X shows as a quote',
      { publication: textPost('see https://x.com/a/status/77') },
      { text: `see ${t}`, ...urls('https://x.com/a/status/77'), ...referring('quoted', '77') },
      found('5'),
    ],
    [
      'our link, which X may show as a quote of what it leads to',
      { publication: textPost('see https://x.com/a/status/77') },
      { text: `see ${t}`, ...urls('https://x.com/a/status/77'), ...referring('quoted', '78') },
      { kind: 'ambiguous' },
    ],
    ['our media', pictured, { text: `look ${t}`, ...media(['3_9']) }, found('5')],
    ['other media', pictured, { text: `look ${t}`, ...media(['3_8']) }, { kind: 'absent' }],
    ['unnamed media', pictured, { text: `look ${t}`, ...media(null) }, { kind: 'ambiguous' }],
    ['no media', pictured, { text: 'look' }, { kind: 'ambiguous' }],
    [
      'media with a name that we do not know',
      { publication: textPost('look'), state: upload(null) },
      { text: `look ${t}`, ...media(['3_8']) },
      { kind: 'ambiguous' },
    ],
    [
      'media that we have not sent',
      { publication: textPost('look') },
      { text: `look ${t}`, ...media(['3_8']) },
      { kind: 'absent' },
    ],
    [
      'media, while it is unknown whether we sent any',
      { publication: textPost('look'), state: null },
      { text: `look ${t}`, ...media(['3_8']) },
      { kind: 'ambiguous' },
    ],
    [
      'a text if the prepared state is lost',
      { publication: textPost('look'), state: null },
      { text: 'look' },
      found('5'),
    ],
    ['a link after our text', { publication: textPost('look') }, { text: `look ${t}` }, { kind: 'absent' }],
    [
      'a poll that we have not sent',
      { publication: textPost('well?') },
      { text: 'well?', attachments: { poll_ids: ['1'] } },
      { kind: 'absent' },
    ],
    [
      'a poll without its options',
      polled,
      { text: 'well?', attachments: { poll_ids: ['1'] } },
      { kind: 'ambiguous' },
    ],
    ['no poll', polled, { text: 'well?' }, { kind: 'ambiguous' }],
    [
      'only an id and a text',
      { publication: textPost('hi') },
      { text: 'hi', created_at: undefined },
      { kind: 'ambiguous' },
    ],
  ])('gets the right verdict from a post with %s', async (_what, ours, seen, expected) => {
    expect(await lookUp([{ id: '5', created_at: createdAt, ...seen }], ours)).toMatchObject(expected);
  });

  const hi = { id: '5', text: 'hi', created_at: createdAt };
  it.each([
    ['a post without text', { id: '6', created_at: createdAt }],
    ['a post with media_keys: null', { id: '6', text: 'other', created_at: createdAt, ...media(null) }],
    ['null', null],
    ['invalid posts', 'hi'],
  ])('ignores %s', async (_what, unreadable) => {
    const publication = textPost('hi');
    expect(await lookUp([unreadable, hi], { publication })).toMatchObject(found('5'));
    expect(await lookUp([unreadable], { publication })).toEqual({ kind: 'absent' });
  });

  it('ends if next_token is null', async () => {
    await using stub = await startStub(() => page([hi], { next_token: null }));
    const search = { since: now, takenIds: new Set<string>() };
    const answer = await x.findPublished(sandboxSession(stub.url), textPost('hi'), {}, search);
    expect(answer).toMatchObject(found('5'));
    expect(stub.requests).toHaveLength(1);
  });

  it('does not choose between two equal posts, unless one is already known as another post', async () => {
    const seen = [hi, { ...hi, id: '4' }];
    const publication = textPost('hi');
    expect(await lookUp(seen, { publication })).toMatchObject({ kind: 'ambiguous' });
    expect(await lookUp(seen, { publication, taken: ['5'] })).toMatchObject(found('4'));
  });

  it('reads page by page, and is ambiguous if there are too many pages', async () => {
    await using stub = await startStub(({ url }) =>
      url.includes('pagination_token=p2')
        ? page([hi])
        : page([{ ...hi, id: '6', text: 'other' }], { next_token: 'p2' }),
    );
    const search = { since: now, takenIds: new Set<string>() };
    expect(await x.findPublished(sandboxSession(stub.url), textPost('hi'), {}, search)).toMatchObject(
      found('5'),
    );
    const first = new URL(stub.requests[0]?.url ?? '', stub.url);
    expect(first.pathname).toBe('/2/users/7007/tweets');
    expect(Object.fromEntries(first.searchParams)).toEqual({
      start_time: '2026-11-21T12:00:00Z',
      max_results: '100',
      exclude: 'retweets',
      'tweet.fields': 'attachments,created_at,entities,note_tweet,referenced_tweets',
    });
    await using endless = await startStub(() => page([], { next_token: 'more' }));
    expect(await x.findPublished(sandboxSession(endless.url), textPost('hi'), {}, search)).toMatchObject({
      kind: 'ambiguous',
    });
    expect(endless.requests).toHaveLength(3);
  });

  it('uses the parameter names for posts if the server does not accept those for tweets, and keeps using them', async () => {
    const own = connectorOf(definition, { fetch: safeFetch, now: () => now });
    await using stub = await startStub(({ url }) =>
      url.includes('post.fields=')
        ? page([{ ...hi, note_post: null }])
        : { status: 400, body: { title: 'Invalid' } },
    );
    const search = { since: now, takenIds: new Set<string>() };
    for (const requests of [2, 3]) {
      expect(await own.findPublished(sandboxSession(stub.url), textPost('hi'), {}, search)).toMatchObject(
        found('5'),
      );
      expect(stub.requests).toHaveLength(requests);
    }
    await using refusing = await startStub(() => ({ status: 400, body: { title: 'Invalid' } }));
    expect(await own.findPublished(sandboxSession(refusing.url), textPost('hi'), {}, search)).toMatchObject({
      kind: 'rejected',
    });
    expect(refusing.requests).toHaveLength(2);
  });

  const long = `${'word '.repeat(70)}end`;
  it.each([
    ['whole', { note_tweet: { text: long } }, found('5')],
    ['with another end', { note_tweet: { text: `${long} of it` } }, { kind: 'absent' }],
    ['only shortened', {}, { kind: 'ambiguous' }],
  ])('gets the right verdict from a long text that is shown %s', async (_what, more, expected) => {
    const seen = { ...hi, text: `${'word '.repeat(50)}… ${t}`, ...more };
    expect(await lookUp([seen], { publication: textPost(long) })).toMatchObject(expected);
  });
});
