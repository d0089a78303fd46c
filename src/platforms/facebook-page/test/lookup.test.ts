import { describe, expect, it } from 'vitest';
import { startStub, textPost, type StubAnswer } from '../../../../test/platforms/support.js';
import type { JsonObject } from '../../../domain/json.js';
import type { Publication } from '../../kit/platform.js';
import { pageAt, useBench } from './support.js';

const now = new Date('2026-11-21T12:00:00Z');
const since = new Date('2026-11-21T11:50:00Z');
const bench = useBench(() => now);

const ok = (body: unknown): StubAnswer => ({ status: 200, body });

/** Returns the id that the look-up found, or else the kind of its answer. */
async function look(
  publication: Publication,
  answer: StubAnswer | ((url: string) => StubAnswer),
  { state = {}, taken = [] }: { state?: JsonObject | null; taken?: string[] } = {},
) {
  await using stub = await startStub(({ url }) => (typeof answer === 'function' ? answer(url) : answer));
  const found = await bench.facebook.findPublished(pageAt(stub.url), publication, state, {
    since,
    takenIds: new Set(taken),
  });
  expect(stub.requests.every(({ method }) => method === 'GET')).toBe(true);
  return { answer: found.kind === 'found' ? found.published.externalPostId : found.kind, stub, found };
}

const post = (id: string, more: object = {}): object => ({
  id,
  message: 'the words',
  created_time: '2026-11-21T11:55:00+0000',
  permalink_url: `https://www.facebook.com/a/posts/${id}`,
  ...more,
});
const attached = (...data: object[]): object => ({ attachments: { data } });
const photo = (id: string): object => ({ media_type: 'photo', target: { id } });
const album = (...ids: string[]): object =>
  attached({ media_type: 'album', subattachments: { data: ids.map(photo) } });

describe('a text that is looked up among the posts of the Page', () => {
  it.each([
    ['one possible post', [post('1'), post('2', { message: 'others' })], [], '1'],
    ['two possible posts', [post('1'), post('2')], [], 'ambiguous'],
    ['two possible posts, of which one belongs to another post of ours', [post('1'), post('2')], ['1'], '2'],
    ['only a post with a photo', [post('1', attached(photo('5')))], [], 'absent'],
    ['only a post with a video', [post('1', attached({ media_type: 'video' }))], [], 'absent'],
    ['only a post with an unknown card', [post('1', attached({ media_type: 'link' }))], [], 'ambiguous'],
    [
      'only a post from before the attempt',
      [post('1', { created_time: '2026-11-21T11:49:59+0000' })],
      [],
      'absent',
    ],
    ['only a post with an unreadable time', [post('1', { created_time: null })], [], '1'],
    ['unreadable entries', [null, 7, { id: 5 }, post('1')], [], '1'],
    ['a post with its white space collapsed', [post('1', { message: ' the\nwords ' })], [], '1'],
    ['no posts', [], [], 'absent'],
  ])('gets the right verdict if the list has %s', async (_what, data, taken, expected) => {
    expect((await look(textPost('the words'), ok({ data }), { taken })).answer).toBe(expected);
  });

  it('may have a card for a link in its text', async () => {
    const text = 'see https://example.com/a';
    const card = attached({ media_type: 'link', unshimmed_url: 'https://example.com/a' });
    const data = [post('1', { message: text, ...card })];
    expect((await look(textPost(text), ok({ data }))).answer).toBe('1');
  });

  it.each([
    ['https://example.com/a', '1'],
    ['https://example.com/a/', '1'],
    ['https://example.com/other', 'ambiguous'],
    [undefined, 'ambiguous'],
  ])('is recognized only by the card for its link: %s', async (shown, expected) => {
    const publication = textPost('the words', { options: { link: 'https://example.com/a' } });
    const data = [post('1', attached({ media_type: 'link', unshimmed_url: shown }))];
    expect((await look(publication, ok({ data }))).answer).toBe(expected);
  });
});

describe('photos that are looked up among the posts of the Page', () => {
  const publication = (): Publication =>
    textPost('the words', { media: [bench.shelf.medium(), bench.shelf.medium()] });
  const state = {
    media: ['11', '12'].map((photoId) => ({
      as: 'photo',
      sha256: 'x',
      altText: null,
      photoId,
      startedAt: now.toISOString(),
    })),
  };

  it.each([
    ['our photos', [post('1', album('11', '12'))], state, '1'],
    [
      'our photos, next to other photos with the same text',
      [post('1', album('11', '12')), post('2', album('8', '9'))],
      state,
      '1',
    ],
    ['other photos', [post('2', album('8', '9'))], state, 'ambiguous'],
    ['fewer photos', [post('2', attached(photo('8')))], state, 'absent'],
    ['no photos', [post('2')], state, 'ambiguous'],
    ['as many photos, while the ids of ours are lost', [post('2', album('8', '9'))], null, '2'],
    [
      'two of as many, and ours are not known',
      [post('2', album('8', '9')), post('3', album('6', '7'))],
      null,
      'ambiguous',
    ],
  ])('get the right verdict if a listed post shows %s', async (_what, data, known, expected) => {
    expect((await look(publication(), ok({ data }), { state: known })).answer).toBe(expected);
  });
});

describe('photos without a text', () => {
  it('are recognized only by their ids', async () => {
    const publication = textPost('', { media: [bench.shelf.medium()] });
    const data = [post('2', { message: '', ...attached(photo('8')) })];
    const state = (photoId: string) => ({
      media: [{ as: 'photo', sha256: 'x', altText: null, photoId, startedAt: now.toISOString() }],
    });
    expect((await look(publication, ok({ data }), { state: null })).answer).toBe('ambiguous');
    expect((await look(publication, ok({ data }), { state: state('7') })).answer).toBe('ambiguous');
    expect((await look(publication, ok({ data }), { state: state('8') })).answer).toBe('2');
  });
});

describe('a list of posts', () => {
  it('is read to its last page, from the time of the attempt on', async () => {
    const { answer, stub } = await look(textPost('the words'), (url) =>
      url.includes('after=next')
        ? ok({ data: [post('9')] })
        : ok({ data: [post('1', { message: 'x' })], paging: { cursors: { after: 'next' } } }),
    );
    expect(answer).toBe('9');
    const [first] = stub.requests;
    const url = new URL(first?.url ?? '', 'http://stub');
    expect(url.pathname).toBe('/v26.0/100/published_posts');
    expect(url.searchParams.get('since')).toBe(String(since.getTime() / 1000));
  });

  it('leads to no verdict if it does not end', async () => {
    const endless = ok({ data: [post('1')], paging: { cursors: { after: 'more' } } });
    const { answer, stub } = await look(textPost('the words'), endless);
    expect(answer).toBe('ambiguous');
    expect(stub.requests).toHaveLength(4);
  });
});

describe('a comment that is looked up among those of its post', () => {
  const replyTo = { externalPostId: '100_1', reference: null };
  const comment = (id: string, more: object = {}): object => post(id, { from: { id: '100' }, ...more });
  const thread = { externalPostId: '1_2', reference: { postId: '100_1', threadId: '1_1' } };
  const known = { externalPostId: '1_1', reference: null, root: replyTo };

  it.each([
    ['our comment', replyTo, [comment('1_9')], '1_9'],
    ['a visitor’s comment', replyTo, [comment('1_9', { from: { id: '7' } })], 'absent'],
    ['a comment by an unknown author', replyTo, [comment('1_9', { from: undefined })], 'ambiguous'],
    ['a comment below another comment', replyTo, [comment('1_9', { parent: { id: '1_4' } })], 'absent'],
    ['a comment below the post itself', replyTo, [comment('1_9', { parent: { id: '100_1' } })], '1_9'],
    ['two equal comments', replyTo, [comment('1_8'), comment('1_9')], 'ambiguous'],
    [
      'a reply in the thread, below its first comment',
      thread,
      [comment('1_9', { parent: { id: '1_1' } })],
      '1_9',
    ],
    ['a reply in the thread, below its parent', thread, [comment('1_9', { parent: { id: '1_2' } })], '1_9'],
    [
      'a reply below a parent that is known by its post',
      known,
      [comment('1_9', { parent: { id: '1_1' } })],
      '1_9',
    ],
    [
      'a reply elsewhere, while the parent is known by its post',
      known,
      [comment('1_9', { parent: { id: '1_5' } })],
      'absent',
    ],
    ['a comment at the top, while the parent is known by its post', known, [comment('1_9')], 'absent'],
    ['a reply in another thread', thread, [comment('1_9', { parent: { id: '1_5' } })], 'absent'],
    ['a comment at the top, not in the thread', thread, [comment('1_9')], 'absent'],
  ])('gets the right verdict if the list has %s', async (_what, target, data, expected) => {
    const { answer, stub } = await look(textPost('the words', { replyTo: target }), ok({ data }));
    expect(answer).toBe(expected);
    expect(new URL(stub.requests[0]?.url ?? '', 'http://stub').pathname).toBe('/v26.0/100_1/comments');
  });
});

describe('a video that is looked up', () => {
  const video = (as: string): JsonObject => ({
    media: [
      {
        as,
        sha256: 'x',
        videoId: '55',
        sessionId: as === 'film' ? '66' : null,
        uploadUrl: null,
        sentBytes: 9,
        chunkEndByte: 9,
        isComplete: true,
        startedAt: now.toISOString(),
      },
    ],
  });
  const publication = (kind: string): Publication =>
    textPost('the words', { media: [bench.shelf.medium({ mime: 'video/mp4' })], options: { kind } });
  const status = (more: object): StubAnswer =>
    ok({ id: '55', permalink_url: '/reel/55/', status: { video_status: 'processing', ...more } });

  it.each([
    ['complete', status({ publishing_phase: { status: 'complete', publish_status: 'published' } }), '55'],
    [
      'complete, as a draft',
      status({ publishing_phase: { status: 'complete', publish_status: 'draft' } }),
      'absent',
    ],
    ['ready, without phases', status({ video_status: 'ready' }), '55'],
    ['being processed', status({ processing_phase: { status: 'in_progress' } }), 'processing'],
    ['being published', status({ publishing_phase: { status: 'in_progress' } }), 'processing'],
    [
      'waiting',
      status({ video_status: 'upload_complete', publishing_phase: { status: 'not_started' } }),
      'absent',
    ],
    ['partly known', status({}), 'processing'],
    ['with phases that have not started', status({ processing_phase: { status: 'not_started' } }), 'absent'],
    ['expired', status({ video_status: 'expired' }), 'absent'],
    ['failed', status({ video_status: 'error' }), 'refused'],
    ['with an error', status({ processing_phase: { errors: [{ message: 'too odd' }] } }), 'refused'],
    [
      'unknown',
      { status: 400, body: { error: { code: 100, error_subcode: 33, message: 'gone' } } },
      'ambiguous',
    ],
    ['without a status', ok({ id: '55' }), 'ambiguous'],
    ['an error of the server', { status: 500, body: '' }, 'ambiguous'],
  ])('gets the right verdict by its status: %s', async (_what, answer, expected) => {
    expect((await look(publication('REEL'), answer, { state: video('reel') })).answer).toBe(expected);
  });

  it('is refused with the reason, and found with its URL on the site', async () => {
    const failed = status({ publishing_phase: { status: 'error', errors: [{ message: 'not allowed' }] } });
    const refused = await look(publication('POST'), failed, { state: video('film') });
    expect(refused.found).toEqual({
      kind: 'refused',
      code: 'PLATFORM_REJECTED',
      message: 'Facebook reports this status for the video: processing: not allowed.',
    });
    const shown = status({ publishing_phase: { status: 'complete' } });
    const { found, stub } = await look(publication('REEL'), shown, { state: video('reel') });
    expect(found).toMatchObject({ published: { externalUrl: `${stub.url}/reel/55/` } });
  });

  it.each([
    ['POST', '/v26.0/100/videos'],
    ['REEL', '/v26.0/100/video_reels'],
  ])('is searched for in the list if its id was lost: %s', async (kind, path) => {
    const listed = (id: string): object => ({ ...post(id), description: 'the words' });
    const one = await look(publication(kind), ok({ data: [listed('5'), post('6')] }), { state: null });
    expect(one.answer).toBe('5');
    expect(new URL(one.stub.requests[0]?.url ?? '', 'http://stub').pathname).toBe(path);
    const two = await look(publication(kind), ok({ data: [listed('5'), listed('6')] }), { state: null });
    expect(two.answer).toBe('ambiguous');
    const taken = await look(publication(kind), ok({ data: [listed('5')] }), { state: null, taken: ['5'] });
    expect(taken.answer).toBe('absent');
  });

  it('is not searched for if its id was lost and it has no text', async () => {
    const wordless = { ...publication('REEL'), text: '' };
    const { answer, stub } = await look(wordless, ok({ data: [post('5')] }), { state: null });
    expect(answer).toBe('ambiguous');
    expect(stub.requests).toEqual([]);
  });

  it('is not searched for if its id was lost and it is a story', async () => {
    const { answer, stub } = await look(publication('STORY'), ok({ data: [] }), { state: null });
    expect(answer).toBe('ambiguous');
    expect(stub.requests).toEqual([]);
  });
});

describe('the URL of a post', () => {
  const posted = (id: string, reference: JsonObject | null = null) => ({
    externalPostId: id,
    externalUrl: null,
    reference,
  });
  const read = async (answer: StubAnswer, published = posted('88')) => {
    await using stub = await startStub(() => answer);
    return { url: await bench.facebook.readPermalink?.(pageAt(stub.url), published), site: stub.url };
  };

  it('is the permalink from Facebook, or else one built from the id', async () => {
    const absolute = await read(ok({ id: '88', permalink_url: 'https://www.facebook.com/a/posts/x' }));
    expect(absolute.url).toBe('https://www.facebook.com/a/posts/x');
    const path = await read(ok({ id: '88', permalink_url: '/a/videos/88/' }));
    expect(path.url).toBe(`${path.site}/a/videos/88/`);
    for (const answer of [
      ok({ id: '89', permalink_url: 'https://www.facebook.com/a/posts/other' }),
      ok({ id: '88', permalink_url: 'javascript:alert(1)' }),
      ok({ id: '88', permalink_url: '//evil.example/' }),
      ok({ id: '88' }),
      { status: 500 },
    ]) {
      const { url, site } = await read(answer);
      expect(url).toBe(`${site}/88`);
    }
  });

  it('is read only from the list of stories for a story', async () => {
    const story = posted('88', { storyMediaId: '55' });
    const data = [
      null,
      { post_id: 87, media_id: 54, url: 'https://x.test/no' },
      { post_id: '88', media_id: '55', url: 'https://facebook.com/stories/1' },
    ];
    expect((await read(ok({ data }), story)).url).toBe('https://facebook.com/stories/1');
    expect((await read(ok({ data: [] }), story)).url).toBeNull();
    expect((await read({ status: 500 }, story)).url).toBeNull();
  });
});
