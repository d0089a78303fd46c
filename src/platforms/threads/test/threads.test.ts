import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../domain/json.js';
import type { Publication } from '../../kit/platform.js';
import type { PlatformSession } from '../../kit/session.js';
import { threads as definition } from '../definition.js';
import { upload } from '../../../../test/platforms/media-support.js';
import {
  connectorOf,
  prepared,
  publish,
  published,
  startStub,
  textPost,
  type Stub,
  type StubAnswer,
  type StubRequest,
} from '../../../../test/platforms/support.js';
import { waitMsMax } from '../../../../test/harness/patience.js';
import { useSafeFetch, useSandbox, useShelf } from '../../../../test/platforms/use-sandbox.js';

const safeFetch = useSafeFetch();
const now = Date.now();
const threads = connectorOf(definition, { fetch: safeFetch, now: () => new Date(now) });
const accountId = '7007';

const sandbox = useSandbox();
const shelf = useShelf();

const session = (baseUrl = `${sandbox.url}/threads`, id = accountId): PlatformSession => ({
  externalAccountId: id,
  handle: 'some.one',
  baseUrl,
  credentials: { accessToken: `sandbox:${id}` },
});
const error = (code: number, subcode: number, message = 'words'): StubAnswer => ({
  status: 400,
  body: { error: { message, code, error_subcode: subcode } },
});
const ok = (body: unknown): StubAnswer => ({ status: 200, body });
const pathOf = ({ url }: StubRequest): string => new URL(url, 'http://stub').pathname;
const posts = ({ requests }: Stub): string[] =>
  requests.filter(({ method }) => method === 'POST').map((request) => pathOf(request));

describe('a container that is not found at publishing', () => {
  const notFound = error(24, 4_279_009, 'The requested resource does not exist');
  const publication = textPost('hi');
  const stateOf = (ageMs: number | null): JsonObject => ({
    containerId: '77',
    fields: { media_type: 'TEXT', text: 'hi' },
    ...(ageMs === null ? {} : { createdAt: new Date(now - ageMs).toISOString() }),
  });
  const answers =
    (status: StubAnswer) =>
    ({ method }: StubRequest): StubAnswer =>
      method === 'POST' ? notFound : status;

  it.each([
    [5_000, ok({ id: '77', status: 'FINISHED' }), 'not-sent'],
    [59_000, ok({ id: '77', status: 'FINISHED' }), 'not-sent'],
    [61_000, ok({ id: '77', status: 'FINISHED' }), 'prepare-again'],
    [61_000, ok({ id: '77', status: 'EXPIRED' }), 'prepare-again'],
    [61_000, notFound, 'prepare-again'],
    [null, notFound, 'prepare-again'],
    // The post is public, so a new container would publish it twice.
    [61_000, ok({ id: '77', status: 'PUBLISHED' }), 'ambiguous'],
    [61_000, { status: 500 }, 'ambiguous'],
  ])('is judged %s ms after its creation by the response %o to its status', async (ageMs, status, kind) => {
    await using stub = await startStub(answers(status));
    const answer = await threads.commit(session(stub.url), publication, stateOf(ageMs));
    expect(answer.kind).toBe(kind);
    expect(posts(stub)).toEqual([`/v1.0/${accountId}/threads_publish`]);
  });

  it('is published once when Threads finds it later', async () => {
    const waiting = textPost('[sandbox:not-found-yet] at last');
    const { answer, state } = await publish(threads, session(), waiting);
    expect(answer.kind).toBe('not-sent');
    expect(await prepared(threads, session(), waiting, state)).toEqual(state);
    published(await threads.commit(session(), waiting, state));
  });
});

describe('the quota', () => {
  const limit = (used: number, replies: number, seconds = 86_400) =>
    ok({
      data: [
        {
          quota_usage: used,
          config: { quota_total: 250, quota_duration: seconds },
          reply_quota_usage: replies,
          reply_config: { quota_total: 1_000, quota_duration: seconds },
        },
      ],
    });
  const replyTo = { externalPostId: '42', reference: null };
  const answers =
    (quota: StubAnswer) =>
    ({ url }: StubRequest): StubAnswer =>
      url.includes('threads_publishing_limit') ? quota : ok({ id: '78' });
  const hour = 60 * 60 * 1000;

  it.each([
    ['a post at the limit', {}, limit(250, 0), { kind: 'rate-limited', retryAfterMs: hour }],
    ['a post below the limit', {}, limit(249, 1_000), { kind: 'prepared' }],
    ['a reply at its own limit', { replyTo }, limit(0, 1_000), { kind: 'rate-limited', retryAfterMs: hour }],
    ['a reply below its own limit', { replyTo }, limit(250, 999), { kind: 'prepared' }],
    ['a short window', {}, limit(250, 0, 90), { kind: 'rate-limited', retryAfterMs: 90_000 }],
    [
      'a limited number of requests for it',
      {},
      { status: 429, headers: { 'retry-after': '7' } },
      { kind: 'rate-limited', retryAfterMs: 7_000 },
    ],
    ['no permission for it', {}, error(10, 0), { kind: 'prepared' }],
    ['a response without it', {}, ok({ data: [] }), { kind: 'prepared' }],
    ['a server error', {}, { status: 500, body: '<html>' }, { kind: 'prepared' }],
  ])('is requested before a container is made: %s', async (_what, more, quota, expected) => {
    await using stub = await startStub(answers(quota));
    const answer = await threads.prepare(session(stub.url), textPost('hi', more), null);
    expect(answer).toMatchObject(expected);
    expect(pathOf(stub.requests[0] ?? { method: '', url: '', headers: {}, body: '' })).toBe(
      `/v1.0/${accountId}/threads_publishing_limit`,
    );
    expect(posts(stub)).toHaveLength(expected.kind === 'prepared' ? 1 : 0);
  });

  it.each([1, 2])('is requested before %i files are uploaded', async (count) => {
    const media = Array.from({ length: count }, () => shelf.medium());
    await using stub = await startStub(answers(limit(250, 0)));
    const { answer } = await upload(threads, session(stub.url), textPost('hi', { media }));
    expect(answer).toMatchObject({ kind: 'rate-limited', retryAfterMs: hour });
    expect(posts(stub)).toEqual([]);
  });

  it('is not requested again if a container exists', async () => {
    await using stub = await startStub(answers(limit(0, 0)));
    const state = await prepared(threads, session(stub.url), textPost('hi'));
    const { length } = stub.requests;
    await prepared(threads, session(stub.url), textPost('hi'), state);
    expect(stub.requests).toHaveLength(length);
  });

  it('runs out in the sandbox on demand, and is restored later', async () => {
    const ownSession = session(undefined, '7008');
    const waiting = textPost('made before');
    const earlier = await prepared(threads, ownSession, waiting);
    published((await publish(threads, ownSession, textPost('the last one [sandbox:quota-spent]'))).answer);
    const next = textPost('one too many');
    expect(await threads.prepare(ownSession, next, null)).toMatchObject({
      kind: 'rate-limited',
      retryAfterMs: 2_000,
    });
    expect((await threads.commit(ownSession, waiting, earlier)).kind).toBe('rate-limited');
    await vi.waitFor(async () => published((await publish(threads, ownSession, next)).answer), {
      timeout: waitMsMax,
      interval: 200,
    });
  });
});

describe('the permalink', () => {
  it('is not read before the published post is recorded', async () => {
    await using stub = await startStub(() => ok({ id: '88' }));
    const state = { containerId: '77', fields: {} };
    const answer = await threads.commit(session(stub.url), textPost('hi'), state);
    expect(answer).toEqual({
      kind: 'published',
      published: { externalPostId: '88', externalUrl: null, reference: null },
    });
    expect(stub.requests).toHaveLength(1);
  });

  it.each([
    [ok({ id: '88', permalink: 'https://www.threads.com/@a/post/x' }), 'https://www.threads.com/@a/post/x'],
    [ok({ id: '89', permalink: 'https://www.threads.com/@a/post/other' }), null],
    [ok({ id: '88', permalink: 'javascript:alert(1)' }), null],
    [ok({ id: '88' }), null],
    [error(190, 463), null],
    [{ status: 500 }, null],
  ])('is read only from a valid response: %o', async (answer, expected) => {
    await using stub = await startStub(() => answer);
    const post = { externalPostId: '88', externalUrl: null, reference: null };
    expect(await threads.readPermalink?.(session(stub.url), post)).toBe(expected);
    expect(stub.requests.map((request) => pathOf(request))).toEqual(['/v1.0/88']);
  });
});

describe('a look-up', () => {
  const since = new Date('2026-11-21T12:00:00Z');
  const item = (id: string, more: object = {}): object => ({
    id,
    text: 'the words',
    timestamp: '2026-11-21T12:00:05+0000',
    permalink: `https://www.threads.com/@a/post/${id}`,
    media_type: 'TEXT_POST',
    ...more,
  });
  const state = { containerId: '77', fields: { media_type: 'TEXT', text: 'the words' } };
  const look = async (list: unknown[], publication: Publication, taken: string[] = []) => {
    await using stub = await startStub(({ url }) =>
      url.startsWith('/v1.0/77') ? ok({ id: '77', status: 'PUBLISHED' }) : ok({ data: list }),
    );
    const search = { since, takenIds: new Set(taken) };
    const answer = await threads.findPublished(session(stub.url), publication, state, search);
    return answer.kind === 'found' ? answer.published.externalPostId : answer.kind;
  };
  const post = textPost('the words');
  const reply = textPost('the words', { replyTo: { externalPostId: '42', reference: null } });
  const to = (id: string): object => ({ replied_to: { id } });

  it.each([
    ['one possible post', [item('1'), item('2', { text: 'others' })], [], '1'],
    ['two possible posts', [item('1'), item('2')], [], 'ambiguous'],
    ['two possible posts, of which one belongs to another post', [item('1'), item('2')], ['1'], '2'],
    ['a post of another kind', [item('1', { media_type: 'IMAGE' })], [], 'ambiguous'],
    ['a post of an unknown kind', [item('1', { media_type: 'HOLOGRAM' })], [], '1'],
    [
      'a post from before the attempt',
      [item('1', { timestamp: '2026-11-21T11:59:59+0000' })],
      [],
      'ambiguous',
    ],
    ['unreadable entries', [null, 7, { text: 'the words' }, { id: 5 }, item('1')], [], '1'],
    ['an entry without a text', [{ id: '3', timestamp: null, text: null }, item('1')], [], '1'],
    ['the same post twice, because pages overlap', [item('1'), item('1')], [], '1'],
    ['no posts', [], [], 'ambiguous'],
  ])('gets the right verdict from a list with %s', async (_what, list, taken, expected) => {
    expect(await look(list, post, taken)).toBe(expected);
  });

  it.each([
    ['to its parent', [item('1', to('42'))], '1'],
    ['to another post', [item('1', to('43'))], 'ambiguous'],
    ['to both of them', [item('1', to('43')), item('2', to('42'))], '2'],
    ['with an unknown parent', [item('1')], 'ambiguous'],
    [
      'with its parent, and one with an unknown parent',
      [item('1', to('42')), item('2', { replied_to: 'x' })],
      'ambiguous',
    ],
  ])('gets the right verdict for a reply from a list with one %s', async (_what, list, expected) => {
    expect(await look(list, reply)).toBe(expected);
  });

  it('reaches no verdict from a list that it could not read to its end', async () => {
    await using stub = await startStub(({ url }) =>
      url.startsWith('/v1.0/77')
        ? ok({ id: '77', status: 'PUBLISHED' })
        : ok({
            data: [item(url.includes('after=') ? '9' : '1', url.includes('after=') ? { text: 'x' } : {})],
            paging: { cursors: { after: 'more' } },
          }),
    );
    const search = { since, takenIds: new Set<string>() };
    const answer = await threads.findPublished(session(stub.url), post, state, search);
    expect(answer.kind).toBe('ambiguous');
  });

  it.each([
    ['a single match is adopted', [item('1')], 'found'],
    ['several matches are ambiguous', [item('1'), item('2')], 'ambiguous'],
    ['no match means absence', [], 'absent'],
  ])('depends on the list alone without a container: %s', async (_name, data, kind) => {
    await using stub = await startStub(() => ok({ data }));
    const search = { since, takenIds: new Set<string>() };
    expect((await threads.findPublished(session(stub.url), post, null, search)).kind).toBe(kind);
    expect(stub.requests.every(({ url }) => url.includes('/me/threads'))).toBe(true);
  });

  it('distinguishes two equal replies by their parents in the sandbox', async () => {
    const [one, two] = [
      published((await publish(threads, session(), textPost('parent one'))).answer),
      published((await publish(threads, session(), textPost('parent two'))).answer),
    ];
    const under = (externalPostId: string) =>
      textPost('[sandbox:500-after-accept] thanks', { replyTo: { externalPostId, reference: null } });
    const first = await publish(threads, session(), under(one.externalPostId));
    const second = await publish(threads, session(), under(two.externalPostId));
    expect([first.answer.kind, second.answer.kind]).toEqual(['ambiguous', 'published']);
    const search = { since: new Date(now - 60_000), takenIds: new Set<string>() };
    const found = await threads.findPublished(session(), under(one.externalPostId), first.state, search);
    expect(found.kind).toBe('found');
    expect(found).not.toMatchObject({
      published: { externalPostId: published(second.answer).externalPostId },
    });
  });
});

describe('an error of a container', () => {
  const failWith = async (answer: StubAnswer, count: number) => {
    const media = Array.from({ length: count }, () => shelf.medium());
    await using stub = await startStub(({ method }) => (method === 'POST' ? answer : { status: 500 }));
    return (await upload(threads, session(stub.url), textPost('hi', { media }))).answer;
  };
  const rejected = (code: string): object => ({ kind: 'rejected', code });

  it.each([
    ['one', error(1, 2_207_052), { kind: 'upload-again' }],
    ['one', error(9004, 2_207_052), { kind: 'upload-again' }],
    ['one', error(100, 0, 'The media could not be fetched from this URI.'), { kind: 'upload-again' }],
    ['one', error(36_000, 2_207_004), rejected('MEDIA_REJECTED')],
    ['one', error(352, 2_207_026), rejected('MEDIA_REJECTED')],
    ['one', error(100, 0, 'Invalid aspect ratio'), rejected('MEDIA_REJECTED')],
    ['one', error(100, 0, 'Param text must be at most 500 characters long.'), rejected('PLATFORM_REJECTED')],
    ['one', error(100, 0, 'THREADS_API__LINK_LIMIT_EXCEEDED'), rejected('PLATFORM_REJECTED')],
    ['one', error(100, 0, 'Param topic_tag is invalid'), rejected('PLATFORM_REJECTED')],
    ['several', error(1, 2_207_052), { kind: 'upload-again' }],
    ['several', error(100, 0, 'Invalid parameter'), rejected('MEDIA_REJECTED')],
    ['one', error(1, 0), { kind: 'ambiguous' }],
  ])('is mapped to the right failure for %s: %o', async (count, answer, expected) => {
    expect(await failWith(answer, count === 'one' ? 1 : 2)).toMatchObject(expected);
  });

  it.each([
    ['FAILED_DOWNLOADING_VIDEO', { kind: 'prepare-again' }],
    ['FAILED_PROCESSING_VIDEO', rejected('MEDIA_REJECTED')],
    ['INVALID_ASPEC_RATIO', rejected('MEDIA_REJECTED')],
    ['UNKNOWN', rejected('MEDIA_REJECTED')],
    ['THREADS_API__LINK_LIMIT_EXCEEDED', rejected('PLATFORM_REJECTED')],
  ])('with the status %s is mapped to the right failure', async (detail, expected) => {
    await using stub = await startStub(() => ok({ id: '77', status: 'ERROR', error_message: detail }));
    const publication = textPost('hi', { media: [shelf.medium()] });
    const state = { containerId: '77', fields: {} };
    expect(await threads.checkReadiness(session(stub.url), publication, state)).toMatchObject(expected);
  });

  it('is simulated by the sandbox for the file and for the text', async () => {
    const tooLong = textPost('a'.repeat(501), { media: [shelf.medium()] });
    expect((await upload(threads, session(), tooLong)).answer).toMatchObject(rejected('PLATFORM_REJECTED'));
    shelf.isPublic = false;
    const unreachable = await upload(threads, session(), textPost('hi', { media: [shelf.medium()] }));
    shelf.isPublic = true;
    expect(unreachable.answer.kind).toBe('upload-again');
  });
});

describe('options', () => {
  const draft = { text: 'hi', firstComment: null, media: [] };
  const picture = {
    assetId: 'a',
    sizeBytes: 1_000,
    altText: null,
    facts: {
      kind: 'IMAGE',
      mime: 'image/png',
      width: 400,
      height: 300,
      durationMs: null,
      videoCodec: null,
      audioCodec: null,
      frameRate: null,
      hasAudio: null,
      orientation: null,
      frameCount: null,
      hasMetadata: null,
      hasAlpha: null,
    },
  } as const;

  it('must not contain a link attachment together with media, which Threads would refuse', async () => {
    const options = { linkAttachment: 'https://example.com' };
    expect(threads.validate({ ...draft, options })).toEqual([]);
    expect(threads.validate({ ...draft, options, media: [picture] })).toMatchObject([
      {
        field: 'platformOptions',
        option: 'linkAttachment',
        rule: 'link_attachment_with_media',
        limit: 0,
        actual: 1,
      },
    ]);
    const publication = textPost('hi', { options, media: [shelf.medium()] });
    expect((await upload(threads, session(), publication)).answer).toMatchObject({ kind: 'rejected' });
  });

  it.each(['news', '  news\n', 'two words', 'ü'.repeat(50)])(
    'may contain the topic %o, which is trimmed',
    async (topicTag) => {
      expect(threads.validate({ ...draft, options: { topicTag } })).toEqual([]);
      await using stub = await startStub(() => ok({ id: '78' }));
      const publication = textPost('hi', { options: { topicTag } });
      await prepared(threads, session(stub.url), publication);
      const sent = new URLSearchParams(stub.requests.find(({ method }) => method === 'POST')?.body);
      expect(sent.get('topic_tag')).toBe(topicTag.trim());
      published((await publish(threads, session(), publication)).answer);
    },
  );

  it.each(['', '   ', 'a\nb', 'a\r\nb', 'a\u2028b', 'a\tb', 'a.b', 'a&b', 'ü'.repeat(51)])(
    'must not contain the topic %o',
    (topicTag) => {
      expect(threads.validate({ ...draft, options: { topicTag } })).toMatchObject([
        { field: 'platformOptions', option: 'topicTag', rule: 'invalid_option' },
      ]);
    },
  );
});
