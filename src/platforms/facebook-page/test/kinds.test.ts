import { describe, expect, it, vi } from 'vitest';
import { published, startStub, textPost } from '../../../../test/platforms/support.js';
import type { JsonObject } from '../../../domain/json.js';
import type { Publication } from '../../kit/platform.js';
import { newPageId, useBench } from './support.js';
import { waitMsMax } from '../../../../test/harness/patience.js';

const bench = useBench();

const video = (marks = '') => bench.shelf.medium({ mime: 'video/mp4', marks });
const photo = (altText: string | null = null, marks = '') => bench.shelf.medium({ altText, marks });
const kinds: [what: string, guarantee: string, make: () => Publication, shown: Record<string, string>][] = [
  ['a text', 'blind', () => textPost('words'), {}],
  [
    'a link',
    'blind',
    () => textPost('', { options: { link: 'https://example.com/a?b=1' } }),
    { Link: 'https://example.com/a?b=1' },
  ],
  [
    'a text on a background, with a place',
    'blind',
    () => textPost('short', { options: { textFormatPresetId: '106018623298955', place: '110' } }),
    { Place: '110', Background: '106018623298955' },
  ],
  ['one photo', 'blind', () => textPost('see', { media: [photo('a cat')] }), {}],
  ['several photos', 'blind', () => textPost('', { media: [photo('a'), photo(), photo('c')] }), {}],
  [
    'a video',
    'queryable',
    () => textPost('watch', { media: [video()], options: { title: 'Title' } }),
    { Title: 'Title' },
  ],
  [
    'a reel',
    'queryable',
    () => textPost('watch', { media: [video()], options: { kind: 'REEL', title: 'T', place: '7' } }),
    { Shown: 'as a reel', Title: 'T', Place: '7' },
  ],
  [
    'an image story',
    'queryable',
    () => textPost('', { media: [photo('alt')], options: { kind: 'STORY' } }),
    { Shown: 'as a story' },
  ],
  [
    'a video story',
    'queryable',
    () => textPost('', { media: [video()], options: { kind: 'STORY' } }),
    { Shown: 'as a story' },
  ],
];

describe.each(kinds)('a kind of post: %s', (_what, guarantee, make, shown) => {
  it('is published once, found by a look-up, and has a URL', async () => {
    const page = bench.session();
    const publication = make();
    const { answer, state } = await bench.post(publication, page);
    const post = published(answer);
    const feed = await bench.feed(page.externalAccountId);
    expect(feed).toMatchObject([
      {
        externalPostId: post.externalPostId,
        text: publication.text,
        shown,
        media: publication.media.map(({ mime, sha256, altText, kind }) => ({
          mime,
          sha256,
          altText: kind === 'VIDEO' ? null : altText,
        })),
      },
    ]);
    expect(bench.facebook.guaranteeOf(publication)).toBe(guarantee);
    const found = await bench.find({ ...publication, media: [] }, state, page);
    expect(found).toMatchObject({ kind: 'found', published: { externalPostId: post.externalPostId } });
    const url = post.externalUrl ?? (await bench.facebook.readPermalink?.(page, post)) ?? '';
    const shownPage = await fetchText(url);
    expect(shownPage).toContain(page.externalAccountId);
  });

  it('is published with one mutating request', async () => {
    const page = bench.session();
    const { state } = await bench.post(make(), page);
    const publication = make();
    const brought = publication.media.length === 0 ? {} : state;
    const before = bench.requests.length;
    await bench.facebook.commit(page, publication, brought);
    const sent = bench.requests.slice(before).filter(({ method }) => method !== 'GET');
    expect(sent).toHaveLength(1);
  });

  it('is not sent after its deadline', async () => {
    const page = bench.session();
    const publication = make();
    const { state } = await bench.post(publication, page);
    const past = { monotonicMs: performance.now() - 1, wallMs: Date.now() - 1 };
    expect((await bench.facebook.commit(page, publication, state, past)).kind).toBe('not-sent');
    expect(await bench.feed(page.externalAccountId)).toHaveLength(1);
  });
});

async function fetchText(url: string): Promise<string> {
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  return answer.text();
}

describe('a video that Facebook is still processing', () => {
  const options = (kind: string): JsonObject => (kind === 'POST' ? {} : { kind });

  it.each(['POST', 'REEL'])('becomes public afterwards: %s', async (kind) => {
    const page = bench.session();
    const publication = textPost('[sandbox:late-processing=2000] soon', {
      media: [video()],
      options: options(kind),
    });
    const { answer, state } = await bench.post(publication, page);
    expect(answer).toEqual({
      kind: 'ambiguous',
      message: 'Facebook has accepted the video and is processing it.',
    });
    expect((await bench.find(publication, state, page)).kind).toBe('processing');
    await vi.waitFor(async () => expect((await bench.find(publication, state, page)).kind).toBe('found'), {
      timeout: waitMsMax,
      interval: 50,
    });
    expect(await bench.feed(page.externalAccountId)).toHaveLength(1);
  });

  it('may be refused afterwards', async () => {
    const page = bench.session();
    const publication = textPost('[sandbox:late-refusal] no', {
      media: [video()],
      options: options('REEL'),
    });
    const { answer, state } = await bench.post(publication, page);
    expect(answer.kind).toBe('ambiguous');
    await vi.waitFor(
      async () =>
        expect(await bench.find(publication, state, page)).toMatchObject({
          kind: 'refused',
          code: 'PLATFORM_REJECTED',
        }),
      { timeout: waitMsMax, interval: 50 },
    );
    expect(await bench.feed(page.externalAccountId)).toEqual([]);
  });

  it.each(['POST', 'REEL', 'STORY'])('is absent before it is finished: %s', async (kind) => {
    const page = bench.session();
    const marked = kind === 'STORY' ? video('[sandbox:drop-before-accept]') : video();
    const text = kind === 'STORY' ? '' : '[sandbox:drop-before-accept] gone';
    const publication = textPost(text, { media: [marked], options: options(kind) });
    const { answer, state } = await bench.post(publication, page);
    expect(answer.kind).toBe('ambiguous');
    expect((await bench.find(publication, state, page)).kind).toBe('absent');
    published(await bench.facebook.commit(page, publication, state));
    expect((await bench.find(publication, state, page)).kind).toBe('found');
  });

  it.each(['POST', 'REEL', 'STORY'])('is found although the response was lost: %s', async (kind) => {
    const page = bench.session();
    const marked = kind === 'STORY' ? video('[sandbox:drop-after-accept]') : video();
    const text = kind === 'STORY' ? '' : '[sandbox:drop-after-accept] there';
    const publication = textPost(text, { media: [marked], options: options(kind) });
    const { answer, state } = await bench.post(publication, page);
    expect(answer.kind).toBe('ambiguous');
    expect((await bench.find(publication, state, page)).kind).toBe('found');
    // If it is finished once more nevertheless, it is not refused, and there is no second post.
    published(await bench.facebook.commit(page, publication, state));
    expect(await bench.feed(page.externalAccountId)).toHaveLength(1);
    expect((await bench.facebook.checkReadiness(page, publication, state)).kind).toBe('used-up');
  });
});

describe('an image story', () => {
  const story = (marks: string): Publication =>
    textPost('', { media: [photo(null, marks)], options: { kind: 'STORY' } });

  it('is found although the response was lost', async () => {
    const page = bench.session();
    const publication = story('[sandbox:drop-after-accept]');
    const { answer, state } = await bench.post(publication, page);
    expect(answer.kind).toBe('ambiguous');
    const [shown] = await bench.feed(page.externalAccountId);
    const found = await bench.find(publication, state, page);
    expect(found).toMatchObject({ kind: 'found', published: { externalPostId: shown?.externalPostId } });
    expect(found).toMatchObject({
      published: { externalUrl: expect.stringContaining('/stories/') as string },
    });
  });

  it('is reported as absent only once the lists have caught up', async () => {
    const page = bench.session();
    const publication = story('[sandbox:drop-before-accept]');
    const { state } = await bench.post(publication, page);
    const look = (ageMs: number) =>
      bench.facebook.findPublished(page, publication, state, {
        since: new Date(Date.now() - ageMs),
        takenIds: new Set(),
      });
    expect((await look(100_000)).kind).toBe('ambiguous');
    expect((await look(130_000)).kind).toBe('absent');
    expect(
      (
        await bench.facebook.findPublished(page, publication, null, {
          since: new Date(0),
          takenIds: new Set(),
        })
      ).kind,
    ).toBe('ambiguous');
  });
});

describe('a comment', () => {
  it.each(['a text', 'a video', 'a reel'])('is placed under %s', async (what) => {
    const page = bench.session();
    const make = kinds.find(([name]) => name === what)?.[2] ?? (() => textPost(''));
    const post = published((await bench.post(make(), page)).answer);
    const comment = textPost('[sandbox:drop-after-accept] first', {
      replyTo: { externalPostId: post.externalPostId, reference: post.reference },
    });
    expect(bench.facebook.guaranteeOf(comment)).toBe('blind');
    const { answer, state } = await bench.post(comment, page);
    expect(answer.kind).toBe('ambiguous');
    const [shown] = await bench.feed(page.externalAccountId);
    expect(await bench.find(comment, state, page)).toMatchObject({
      kind: 'found',
      published: { externalPostId: shown?.comments[0]?.externalCommentId },
    });
  });

  it('is distinguished from an equal comment in another thread', async () => {
    const page = bench.session();
    const post = published((await bench.post(textPost('post'), page)).answer);
    const under = (of: { externalPostId: string; reference: JsonObject | null }, text: string) =>
      textPost(text, { replyTo: { externalPostId: of.externalPostId, reference: of.reference } });
    const one = published((await bench.post(under(post, 'one'), page)).answer);
    const two = published((await bench.post(under(post, 'two'), page)).answer);
    const deep = published((await bench.post(under(one, 'deep'), page)).answer);
    await bench.post(under(two, 'thanks'), page);
    const lost = under(deep, 'thanks');
    expect((await bench.find(lost, {}, page)).kind).toBe('absent');
    const ours = published((await bench.post(lost, page)).answer);
    expect(await bench.find(lost, {}, page)).toMatchObject({
      kind: 'found',
      published: { externalPostId: ours.externalPostId, reference: ours.reference },
    });
  });
});

describe('a Page that has used its daily quota of reels', () => {
  it('gets the quota error for another reel, and may publish it later', async () => {
    const page = bench.session();
    const reel = (text: string) => textPost(text, { media: [video()], options: { kind: 'REEL' } });
    published((await bench.post(reel('[sandbox:reels-spent] the last'), page)).answer);
    const next = reel('one too many');
    const { answer, state } = await bench.post(next, page);
    expect(answer).toMatchObject({
      kind: 'rate-limited',
      code: 'PLATFORM_QUOTA_EXCEEDED',
      retryAfterMs: 3_600_000,
    });
    published((await bench.post(textPost('a text'), page)).answer);
    await vi.waitFor(async () => published(await bench.facebook.commit(page, next, state)), {
      timeout: waitMsMax,
      interval: 200,
    });
  });

  it('can be predicted from the limit of thirty reels in 24 hours, in which only reels count', () => {
    const [quota, ...others] = bench.facebook.quotas ?? [];
    expect(others).toEqual([]);
    expect(quota).toMatchObject({ rule: 'reels_per_day', max: 30, window: 'rolling-day', scope: 'account' });
    const counted = kinds.filter(([, , make]) => quota?.counts(make()) === true).map(([what]) => what);
    expect(counted).toEqual(['a reel']);
  });
});

describe('a post that lists do not show yet', () => {
  it('is not found at first, and is found later', async () => {
    const page = bench.session();
    const publication = textPost('[sandbox:listed-late] later');
    const { state } = await bench.post(publication, page);
    expect((await bench.find(publication, state, page)).kind).toBe('absent');
    await vi.waitFor(async () => expect((await bench.find(publication, state, page)).kind).toBe('found'), {
      timeout: waitMsMax,
      interval: 200,
    });
  });
});

describe('the token of a Page', () => {
  it('is kept as long as it works, and is not exchanged', async () => {
    const page = bench.session();
    expect(await bench.facebook.refresh(page)).toEqual({ kind: 'refreshed', credentials: page.credentials });
  });

  it('is not reported as revoked while Facebook is down', async () => {
    await using broken = await startStub(() => ({ status: 503, body: 'down' }));
    await using garbled = await startStub(() => ({ status: 200, body: '<html>' }));
    await using proxy = await startStub(() => ({ status: 401, body: '<html>who are you</html>' }));
    for (const { url } of [broken, garbled, proxy]) {
      const stubSession = { ...bench.session(), baseUrl: url, sandboxUrl: url };
      expect((await bench.facebook.refresh(stubSession)).kind).not.toBe('auth-revoked');
    }
  });

  it('is replaced by connecting the Page again after it was revoked', async () => {
    const id = newPageId();
    const publication = textPost('[sandbox:expired-token] again');
    expect((await bench.post(publication, bench.session(id))).answer.kind).toBe('auth-expired');
    expect((await bench.facebook.refresh(bench.session(id))).kind).toBe('auth-revoked');
    published((await bench.post(publication, bench.session(id, 1))).answer);
  });
});
