import { describe, expect, it } from 'vitest';
import { upload, type MediaShelf } from '../../../../test/platforms/media-support.js';
import {
  connectorOf,
  prepared,
  publish,
  published,
  startStub,
  textPost,
  type StubAnswer,
} from '../../../../test/platforms/support.js';
import { useSafeFetch, useSandbox, useShelf } from '../../../../test/platforms/use-sandbox.js';
import type { JsonObject } from '../../../domain/json.js';
import type { MediaFacts } from '../../../domain/media.js';
import type { PublicationDraft } from '../../kit/platform.js';
import type { PlatformSession } from '../../kit/session.js';
import { threads as definition } from '../definition.js';

const safeFetch = useSafeFetch();
const threads = connectorOf(definition, { fetch: safeFetch });
const sandbox = useSandbox();
const shelf = useShelf();

const session = (baseUrl = `${sandbox.url}/threads`): PlatformSession => ({
  externalAccountId: '7009',
  handle: 'some.one',
  baseUrl,
  credentials: { accessToken: 'sandbox:7009' },
});
const facts: MediaFacts = {
  kind: 'IMAGE',
  mime: 'image/jpeg',
  width: 640,
  height: 480,
  durationMs: null,
  videoCodec: null,
  audioCodec: null,
  frameRate: null,
  frameCount: null,
  hasMetadata: false,
  hasAudio: null,
  orientation: null,
  hasAlpha: false,
};
const picture = { assetId: 'med_1', facts, sizeBytes: 1_000, altText: null };
const poll = { options: ['tea', 'coffee'] };
const gif = 'a1B2c3D4';
const ok = (body: unknown): StubAnswer => ({ status: 200, body });

describe('a draft for Threads', () => {
  const found = (options: JsonObject, draft: Partial<PublicationDraft> = {}) =>
    threads.validate({ text: 'the butler did it', firstComment: null, options, media: [], ...draft });
  const rulesOf = (...args: Parameters<typeof found>) => found(...args).map(({ rule }) => rule);

  it('has a poll or a GIF only without media', () => {
    expect(found({ poll })).toEqual([]);
    expect(found({ gif })).toEqual([]);
    expect(found({ poll }, { media: [picture] })).toMatchObject([
      { field: 'platformOptions', option: 'poll', rule: 'poll_with_media', limit: 0, actual: 1 },
    ]);
    expect(found({ gif }, { media: [picture] })).toMatchObject([
      { option: 'gif', rule: 'gif_with_media', limit: 0, actual: 1 },
    ]);
  });

  it.each([[['one']], [['1', '2', '3', '4', '5']], [['one', '']], [['one', 'x'.repeat(26)]]])(
    'has no poll with the answers %j',
    (options) => {
      expect(new Set(rulesOf({ poll: { options } }))).toEqual(new Set(['invalid_option']));
    },
  );

  it('gets a warning if it has several attachments', () => {
    expect(found({ poll, gif, linkAttachment: 'https://example.com/' })).toMatchObject([
      { option: 'gif', rule: 'several_attachments', severity: 'warning' },
      { option: 'linkAttachment', rule: 'several_attachments', severity: 'warning' },
    ]);
  });

  it('gets a warning if two answers of its poll are equal', () => {
    expect(found({ poll: { options: ['yes', 'no', ' yes '] } })).toMatchObject([
      { option: 'poll.options', rule: 'equal_poll_options', severity: 'warning' },
    ]);
  });

  it('hides only passages that its text has, at most ten parts of it', () => {
    expect(found({ spoilers: ['butler', 'it'] })).toEqual([]);
    expect(found({ spoilers: ['butler', 'gardener'] })).toMatchObject([
      { option: 'spoilers.1', rule: 'spoiler_not_in_text' },
    ]);
    expect(found({ spoilers: ['a'] }, { text: 'a '.repeat(11) })).toMatchObject([
      { option: 'spoilers', rule: 'spoiler_limit_exceeded', limit: 10, actual: 11 },
    ]);
  });

  it('hides its media only if it has some', () => {
    expect(rulesOf({ spoilerMedia: true })).toEqual(['spoiler_media_without_media']);
    expect(rulesOf({ spoilerMedia: true }, { media: [picture] })).toEqual([]);
    expect(rulesOf({ spoilerMedia: false })).toEqual([]);
  });

  it.each([
    ['a1B2c3D4', true],
    ['https://giphy.com/gifs/a1B2c3D4', true],
    ['https://giphy.com/gifs/cat-cute-a1B2c3D4?utm=1', true],
    ['https://www.giphy.com/stickers/cat-a1B2c3D4/', true],
    ['https://giphy.com/gifs/', false],
    ['https://giphy.com.example/gifs/a1B2c3D4', false],
    ['https://example.com/a1B2c3D4.gif', false],
    ['', false],
  ])('names a GIF by its id or its page: %s', (reference, isFit) => {
    expect(rulesOf({ gif: reference })).toEqual(isFit ? [] : ['invalid_option']);
  });
});

describe('the container of a post', () => {
  const sent = async (options: JsonObject, media = [] as ReturnType<MediaShelf['medium']>[]) => {
    await using stub = await startStub(({ method }) =>
      method === 'POST' ? ok({ id: '78' }) : ok({ data: [] }),
    );
    const publication = textPost('the butler did it', { options, media });
    if (media.length === 0) await prepared(threads, session(stub.url), publication);
    else await upload(threads, session(stub.url), publication);
    const form = stub.requests.find(({ method }) => method === 'POST')?.body;
    return Object.fromEntries(new URLSearchParams(form));
  };

  it('has the attachments and the spoilers under the names of Threads', async () => {
    const spoilers = ['butler'];
    const fields = await sent({ poll, spoilers });
    expect(JSON.parse(fields['poll_attachment'] ?? '')).toEqual({ option_a: 'tea', option_b: 'coffee' });
    expect(JSON.parse(fields['text_entities'] ?? '')).toEqual([
      { entity_type: 'SPOILER', offset: 4, length: 6 },
    ]);
    const { gif_attachment: attached } = await sent({ gif: `https://giphy.com/gifs/cat-${gif}` });
    expect(JSON.parse(attached ?? '')).toEqual({ gif_id: gif, provider: 'GIPHY' });
    expect(await sent({ spoilerMedia: true }, [shelf.medium()])).toMatchObject({
      media_type: 'IMAGE',
      is_spoiler_media: 'true',
    });
    expect(Object.keys(await sent({ spoilerMedia: false })).sort()).toEqual([
      'access_token',
      'media_type',
      'text',
    ]);
  });
});

describe('a look-up', () => {
  const look = async (
    listed: object,
    options: JsonObject,
    state: JsonObject | null = { containerId: '77', fields: {} },
  ) => {
    const item = { id: '1', text: 'hi', timestamp: '2030-01-01T00:00:00+0000', media_type: 'TEXT_POST' };
    await using stub = await startStub(({ url }) =>
      url.startsWith('/v1.0/77')
        ? ok({ id: '77', status: 'PUBLISHED' })
        : ok({ data: [{ ...item, ...listed }] }),
    );
    const search = { since: new Date('2026-11-21T12:00:00Z'), takenIds: new Set<string>() };
    const publication = textPost('hi', { options });
    return (await threads.findPublished(session(stub.url), publication, state, search)).kind;
  };
  const polled = (...answers: string[]) => ({
    poll_attachment: Object.fromEntries(
      answers.map((answer, index) => [`option_${'abcd'[index] ?? ''}`, answer]),
    ),
  });
  const gifOf = (url: string) => ({ gif_url: url });

  it.each<[string, object, JsonObject, string]>([
    ['the same poll', polled('tea', 'coffee'), { poll }, 'found'],
    ['another poll', polled('tea', 'milk'), { poll }, 'ambiguous'],
    ['a longer poll', polled('tea', 'coffee', 'milk'), { poll }, 'ambiguous'],
    ['no poll', {}, { poll }, 'ambiguous'],
    ['a poll that we have not sent', polled('tea', 'coffee'), {}, 'ambiguous'],
    ['the same GIF', gifOf(`https://media.giphy.com/media/${gif}/giphy.gif`), { gif }, 'found'],
    ['another GIF', gifOf('https://media.giphy.com/media/other/giphy.gif'), { gif }, 'ambiguous'],
    ['a GIF at another URL', gifOf('https://cdn.example/1.gif'), { gif }, 'found'],
    ['no GIF', {}, { gif }, 'ambiguous'],
    ['a GIF that we have not sent', gifOf('https://cdn.example/1.gif'), {}, 'ambiguous'],
  ])('gets the right verdict from a post with %s', async (_what, listed, options, expected) => {
    expect(await look(listed, options)).toBe(expected);
  });

  it('does not take a post without the poll as proof of absence', async () => {
    expect(await look({}, { poll }, null)).toBe('ambiguous');
    expect(await look(polled('tea', 'milk'), { poll }, null)).toBe('absent');
  });

  it('distinguishes two equal texts with different polls in the sandbox', async () => {
    const asking = (...options: string[]) =>
      textPost('[sandbox:500-after-accept] which one?', { options: { poll: { options } } });
    const first = await publish(threads, session(), asking('tea', 'coffee'));
    const second = await publish(threads, session(), asking('tea', 'milk'));
    expect([first.answer.kind, second.answer.kind]).toEqual(['ambiguous', 'published']);
    const search = { since: new Date(Date.now() - 60_000), takenIds: new Set<string>() };
    const found = await threads.findPublished(session(), asking('tea', 'coffee'), first.state, search);
    expect(found.kind).toBe('found');
    expect(found).not.toMatchObject({
      published: { externalPostId: published(second.answer).externalPostId },
    });
  });
});

describe('the simulated Threads', () => {
  const create = async (params: Record<string, string>) => {
    const answer = await safeFetch({
      url: `${sandbox.url}/threads/v1.0/7009/threads`,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ access_token: 'sandbox:7009', text: 'hi', ...params }).toString(),
    });
    return answer.status;
  };

  it.each<[Record<string, string>]>([
    [{ media_type: 'TEXT', poll_attachment: '{"option_a":"tea"}' }],
    [{ media_type: 'TEXT', poll_attachment: 'tea' }],
    [
      {
        media_type: 'IMAGE',
        image_url: 'https://a.example/',
        poll_attachment: '{"option_a":"a","option_b":"b"}',
      },
    ],
    [{ media_type: 'TEXT', gif_attachment: '{"gif_id":"1","provider":"TENOR"}' }],
    [{ media_type: 'TEXT', is_spoiler_media: 'true' }],
    [{ media_type: 'TEXT', text_entities: '[{"entity_type":"SPOILER","offset":1,"length":2}]' }],
  ])('refuses %o', async (params) => {
    expect(await create(params)).toBe(400);
  });
});

describe('a search for people on Threads', () => {
  const find = (query: string, baseUrl?: string) =>
    threads.searches?.['mentions']?.find(session(baseUrl), query);
  const nobody = { kind: 'found', choices: [] };

  it('finds a profile by its exact username', async () => {
    expect(await find('Acme.News')).toEqual({
      kind: 'found',
      choices: [
        {
          value: 'acme.news',
          label: 'Acme News',
          detail: '@acme.news',
          text: '@acme.news',
          imageUrl: `${sandbox.url}/threads/avatars/17840000000000002.svg`,
        },
      ],
    });
    expect(await find('nobody.there')).toEqual(nobody);
  });

  it('makes no call for words that cannot be a username', async () => {
    await using stub = await startStub(() => ({ status: 500 }));
    for (const words of ['Acme News', 'müller', 'a'.repeat(31)])
      expect(await find(words, stub.url)).toEqual(nobody);
    expect(stub.requests).toEqual([]);
  });

  it.each<[StubAnswer, object]>([
    [
      { status: 400, body: { error: { code: 10, message: 'No permission' } } },
      { code: 'PERMISSION_MISSING' },
    ],
    [{ status: 400, body: { error: { code: 4, message: 'Slow down' } } }, { kind: 'rate-limited' }],
    [{ status: 500 }, { kind: 'ambiguous' }],
    [ok({ name: 'Nobody' }), { kind: 'ambiguous' }],
  ])('fails with the response %o', async (answer, expected) => {
    await using stub = await startStub(() => answer);
    expect(await find('anna', stub.url)).toMatchObject(expected);
  });
});
