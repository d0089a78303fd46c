import { describe, expect, it, vi } from 'vitest';
import { connectorOf, publish, published, startStub, textPost } from '../../../../test/platforms/support.js';
import { useSafeFetch, useSandbox } from '../../../../test/platforms/use-sandbox.js';
import type { JsonObject } from '../../../domain/json.js';
import type { Publication } from '../../kit/platform.js';
import type { PlatformSession } from '../../kit/session.js';
import { linkedInCompany as definition } from '../definition.js';

const now = new Date('2026-11-21T12:00:00Z');
const createdAt = now.getTime();
const safeFetch = useSafeFetch();
const company = connectorOf(definition, { fetch: safeFetch, now: () => now });
const sandbox = useSandbox();

const author = 'urn:li:organization:4004';
const session = (baseUrl = `${sandbox.url}/linkedin-company`): PlatformSession => ({
  externalAccountId: author,
  handle: 'acme',
  baseUrl,
  credentials: { accessToken: `sandbox:${author}~0` },
});
const search = (...takenIds: string[]) => ({
  since: new Date(createdAt - 60_000),
  takenIds: new Set(takenIds),
});

/** Returns the result of a look-up for which LinkedIn lists these posts. */
async function look(
  publication: Publication,
  elements: unknown[],
  state: JsonObject | null = {},
  taken: string[] = [],
) {
  await using stub = await startStub(({ url }) => ({
    status: 200,
    body: { elements: /start=0\b/.test(url) ? elements : [] },
  }));
  const found = await company.findPublished(session(stub.url), publication, state, search(...taken));
  return { found, requests: stub.requests };
}

const post = (id: number, commentary: string, more: object = {}) => ({
  id: `urn:li:share:${id}`,
  author,
  commentary,
  createdAt,
  ...more,
});
const found = (id: number) => ({ kind: 'found', published: { externalPostId: `urn:li:share:${id}` } });
const upload = (urn: string) => ({
  sha256: 'a',
  kind: 'image',
  urn,
  expiresAt: null,
  parts: [],
  partIds: [],
  uploadToken: '',
  doneAt: now.toISOString(),
});

describe('a look-up', () => {
  it('requests the posts of the author, newest first, as the finder requires', async () => {
    const { found, requests } = await look(textPost('a'), []);
    expect(found).toEqual({ kind: 'absent' });
    expect(requests).toMatchObject([
      {
        method: 'GET',
        url: '/rest/posts?author=urn%3Ali%3Aorganization%3A4004&q=author&count=50&start=0&sortBy=CREATED',
        headers: { 'x-restli-method': 'FINDER' },
      },
    ]);
  });

  it('recognizes the text in LinkedIn’s format, and stops at older posts', async () => {
    const publication = textPost('a (b) #c @D', {
      options: { mentions: [{ name: 'D', urn: 'urn:li:person:d' }] },
    });
    const shown = 'a \\(b\\) {hashtag|\\#|c} @[D](urn:li:person:d)';
    const older = post(2, shown, { createdAt: createdAt - 120_000 });
    const { found: answer, requests } = await look(publication, [post(1, shown), older]);
    expect(answer).toMatchObject(found(1));
    expect(requests).toHaveLength(1);
  });

  it.each<[string, unknown[], object]>([
    ['a post with another text', [post(1, 'b')], { kind: 'absent' }],
    ['a post that belongs to another post of ours', [post(9, 'a')], { kind: 'absent' }],
    [
      'a post with content',
      [post(1, 'a', { content: { article: { source: 'https://a.example' } } })],
      { kind: 'absent' },
    ],
    [
      'a post with content of an unknown kind',
      [post(1, 'a', { content: { event: {} } })],
      { kind: 'ambiguous' },
    ],
    ['a post that shares another one', [post(1, 'a', { reshareContext: {} })], { kind: 'absent' }],
    ['a post without a time', [post(1, 'a', { createdAt: undefined })], { kind: 'ambiguous' }],
    ['two possible posts', [post(1, 'a'), post(2, 'a')], { kind: 'ambiguous' }],
    ['the same post twice', [post(1, 'a'), post(1, 'a')], found(1)],
    ['an unreadable entry', [{ id: 5 }, null, post(1, 'a')], found(1)],
  ])('gets the right verdict from a list with %s', async (_what, elements, expected) => {
    expect((await look(textPost('a'), elements, {}, ['urn:li:share:9'])).found).toMatchObject(expected);
  });

  const withImage = { ...textPost(''), mediaClasses: ['image' as const] };
  const ours = 'urn:li:image:ours';
  it.each<[string, unknown, object]>([
    ['its own image', { media: { id: ours } }, found(1)],
    [
      'its own image among several',
      { multiImage: { images: [{ id: ours }, { id: 'urn:li:image:b' }] } },
      found(1),
    ],
    ['another image', { media: { id: 'urn:li:image:b' } }, { kind: 'absent' }],
    [
      'content with an id of another type',
      { media: { id: 'urn:li:digitalmediaAsset:b' } },
      { kind: 'ambiguous' },
    ],
    ['no image', undefined, { kind: 'absent' }],
    ['a card', { article: { source: 'https://a.example' } }, { kind: 'absent' }],
    ['content of an unknown kind', { event: {} }, { kind: 'ambiguous' }],
  ])('recognizes a post by its image: %s', async (_what, content, expected) => {
    const state = { media: [upload(ours)] };
    expect((await look(withImage, [post(1, '', { content })], state)).found).toMatchObject(expected);
  });

  it('is ambiguous for an image whose state is lost', async () => {
    const elements = [post(1, '', { content: { media: { id: ours } } })];
    expect((await look(withImage, elements, null)).found.kind).toBe('ambiguous');
  });

  const article = { source: 'https://Example.com', title: 'Home' };
  const poll = { question: 'Which?', options: ['a', 'b'] };
  const asked = { question: 'Which?', options: [{ text: 'a' }, { text: 'b' }] };
  it.each<[JsonObject, unknown, object]>([
    [{ article }, { article: { source: 'https://example.com/' } }, found(1)],
    [{ article }, { article: { source: 'https://example.com/b' } }, { kind: 'absent' }],
    [{ article }, undefined, { kind: 'absent' }],
    [{ article }, { poll: asked }, { kind: 'absent' }],
    [{ article }, {}, { kind: 'ambiguous' }],
    [{ poll }, { poll: asked }, found(1)],
    [{ poll }, { poll: { ...asked, question: 'What?' } }, { kind: 'absent' }],
    [{ poll }, { poll: { ...asked, options: [{ text: 'b' }, { text: 'a' }] } }, { kind: 'absent' }],
    [{ poll }, {}, { kind: 'ambiguous' }],
  ])('compares %o with the listed content %o', async (options, content, expected) => {
    expect((await look(textPost('a', { options }), [post(1, 'a', { content })])).found).toMatchObject(
      expected,
    );
  });

  it('reads only a limited number of pages', async () => {
    await using stub = await startStub(() => ({ status: 200, body: { elements: [post(1, 'other')] } }));
    const answer = await company.findPublished(session(stub.url), textPost('a'), {}, search());
    expect(answer.kind).toBe('ambiguous');
    expect(stub.requests).toHaveLength(4);
  });

  it('fails without the permission to read', async () => {
    await using stub = await startStub(() => ({
      status: 403,
      body: { code: 'ACCESS_DENIED', message: 'no' },
    }));
    expect(await company.findPublished(session(stub.url), textPost('a'), {}, search())).toMatchObject({
      kind: 'rejected',
      code: 'PERMISSION_MISSING',
    });
  });
});

describe('a post that was refused as a repeat', () => {
  const urnOf = (time: number): string => `urn:li:share:${(BigInt(time) << 22n) + 5n}`;
  const named = (externalPostId: string): JsonObject => ({
    duplicateOf: { externalPostId, externalUrl: null, reference: null },
  });

  it.each<[string, string, object | null, string[], string]>([
    ['is adopted if it exists and is equal', urnOf(createdAt), { commentary: 'a' }, [], 'found'],
    ['is not adopted if it has another text', urnOf(createdAt), { commentary: 'b' }, [], 'absent'],
    ['is not adopted if it does not exist', urnOf(createdAt), null, [], 'absent'],
    [
      'is not adopted if it belongs to another publication',
      urnOf(createdAt),
      { commentary: 'a' },
      [urnOf(createdAt)],
      'absent',
    ],
    [
      'is not adopted if it is older than the first try',
      urnOf(createdAt - 120_000),
      { commentary: 'a' },
      [],
      'absent',
    ],
    ['is not adopted if it is not a post', 'urn:li:person:1', { commentary: 'a' }, [], 'absent'],
  ])('is resolved by the post that LinkedIn names: it %s', async (_what, urn, shown, taken, kind) => {
    await using stub = await startStub(({ url }) => {
      if (url.includes('q=author')) return { status: 200, body: { elements: [] } };
      return shown === null ? { status: 404 } : { status: 200, body: { id: urn, createdAt, ...shown } };
    });
    const answer = await company.findPublished(
      session(stub.url),
      textPost('a'),
      named(urn),
      search(...taken),
    );
    expect(answer).toMatchObject(kind === 'found' ? { kind, published: { externalPostId: urn } } : { kind });
  });
});

describe('a post in the sandbox', () => {
  it('is not found at first if the list does not show it yet', async () => {
    const publication = textPost('late [sandbox:list-lag]');
    const since = new Date(Date.now() - 60_000);
    const { externalPostId } = published((await publish(company, session(), publication)).answer);
    const look = () => company.findPublished(session(), publication, {}, { since, takenIds: new Set() });
    expect(await look()).toEqual({ kind: 'absent' });
    await vi.waitFor(async () => expect(await look()).toMatchObject({ published: { externalPostId } }), {
      timeout: 6_000,
      interval: 200,
    });
  });

  it('is refused as a repeat with the id of the first one', async () => {
    const text = 'twice [sandbox:refuse-duplicate]';
    const first = published((await publish(company, session(), textPost(text))).answer);
    const { answer } = await publish(company, session(), textPost(text));
    expect(answer).toMatchObject({ kind: 'duplicate', of: { externalPostId: first.externalPostId } });
  });
});

describe('a look-up of a comment', () => {
  const replyTo = { externalPostId: 'urn:li:share:77', reference: null };
  const comment = (id: number, text: string, more: object = {}) => ({
    actor: author,
    commentUrn: `urn:li:comment:(urn:li:activity:8,${id})`,
    message: { text },
    created: { time: createdAt },
    ...more,
  });
  it.each<[string, unknown[], object]>([
    [
      'the account’s comment with its text is found',
      [comment(1, 'b'), comment(2, 'a', { actor: 'urn:li:person:x' }), comment(3, 'a')],
      { kind: 'found', published: { externalPostId: 'urn:li:comment:(urn:li:activity:8,3)' } },
    ],
    [
      'an older comment does not count',
      [comment(3, 'a', { created: { time: createdAt - 120_000 } })],
      { kind: 'absent' },
    ],
    ['a comment by another author does not count, in any notation', [comment(9, 'a')], { kind: 'absent' }],
    [
      'a comment without a time is ambiguous',
      [comment(3, 'a', { created: undefined })],
      { kind: 'ambiguous' },
    ],
    ['several equal comments are ambiguous', [comment(3, 'a'), comment(4, 'a')], { kind: 'ambiguous' }],
    [
      'the id is also read from an older response',
      [comment(3, 'a', { commentUrn: undefined, $URN: 'urn:li:comment:(activity:8,3)' })],
      { kind: 'found' },
    ],
  ])('gets the right verdict: %s', async (_what, elements, expected) => {
    const taken = ['urn:li:comment:(urn:li:share:77,9)'];
    const { found, requests } = await look(textPost('a', { replyTo }), elements, {}, taken);
    expect(found).toMatchObject(expected);
    expect(requests[0]?.url).toBe('/rest/socialActions/urn%3Ali%3Ashare%3A77/comments?start=0&count=50');
  });
});
