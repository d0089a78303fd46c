import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../domain/json.js';
import type { Publication } from '../../kit/platform.js';
import type { PlatformSession } from '../../kit/session.js';
import { bluesky as definition } from '../definition.js';
import { upload, uploaded } from '../../../../test/platforms/media-support.js';
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

const safeFetch = useSafeFetch();
const bluesky = connectorOf(definition, { fetch: safeFetch });
const did = 'did:plc:keyed';
const search = { since: new Date(0), takenIds: new Set<string>() };

const sandbox = useSandbox();
const shelf = useShelf();

const session = (baseUrl = `${sandbox.url}/bluesky`): PlatformSession => ({
  externalAccountId: did,
  handle: 'keyed.test',
  baseUrl,
  credentials: { accessJwt: `sandbox:${did}`, refreshJwt: `sandbox-refresh:${did}` },
});

interface RecordView {
  uri: string;
  cid: string;
  value: Record<string, unknown>;
}

async function read(uri: string, collection = 'app.bsky.feed.post'): Promise<RecordView | null> {
  const rkey = uri.split('/').at(-1) ?? '';
  const query = new URLSearchParams({ repo: did, collection, rkey }).toString();
  const url = `${sandbox.url}/bluesky/xrpc/com.atproto.repo.getRecord?${query}`;
  const answer = await safeFetch({ url, method: 'GET' });
  return answer.status === 200 ? (JSON.parse(answer.body) as RecordView) : null;
}

async function texts(): Promise<string[]> {
  const url = `${sandbox.url}/publications?accountId=${encodeURIComponent(did)}`;
  const { body } = await safeFetch({ url, method: 'GET' });
  return (JSON.parse(body) as { data: { text: string }[] }).data.map(({ text }) => text);
}

describe('a post of a restored database', () => {
  it('is prepared under the same key again, so that it is not published twice', async () => {
    const publication = textPost('before the restore');
    const first = published((await publish(bluesky, session(), publication)).answer);
    // The row from before the restore does not contain the prepared state.
    const { answer, state } = await publish(bluesky, session(), publication);
    expect(answer.kind).toBe('ambiguous');
    expect(await bluesky.findPublished(session(), publication, state, search)).toEqual({
      kind: 'found',
      published: first,
    });
    expect((await texts()).filter((text) => text === publication.text)).toHaveLength(1);
  });

  it('is looked up under its key without any state', async () => {
    const publication = textPost('nothing is known');
    expect(await bluesky.findPublished(session(), publication, null, search)).toEqual({ kind: 'absent' });
    const first = published((await publish(bluesky, session(), publication)).answer);
    expect(await bluesky.findPublished(session(), publication, null, search)).toEqual({
      kind: 'found',
      published: first,
    });
  });

  it('is found if it is a reply, with the root of its thread', async () => {
    const post = published((await publish(bluesky, session(), textPost('the root'))).answer);
    const replyTo = { externalPostId: post.externalPostId, reference: post.reference };
    const publication = textPost('the reply', { replyTo });
    const reply = published((await publish(bluesky, session(), publication)).answer);
    expect(await bluesky.findPublished(session(), publication, null, search)).toEqual({
      kind: 'found',
      published: reply,
    });
  });

  it('is not confused with other content under its key, or with a reply to another post', async () => {
    const publication = textPost('as it was sent');
    await publish(bluesky, session(), publication);
    const edited = { ...publication, text: 'as it was edited after the restore' };
    const { answer, state } = await publish(bluesky, session(), edited);
    expect(answer.kind).toBe('ambiguous');
    for (const known of [state, null]) {
      expect((await bluesky.findPublished(session(), edited, known, search)).kind).toBe('ambiguous');
    }
    const replyTo = { externalPostId: `at://${did}/app.bsky.feed.post/3m65jb5ygiutj`, reference: null };
    const elsewhere = { ...publication, replyTo };
    expect((await bluesky.findPublished(session(), elsewhere, null, search)).kind).toBe('ambiguous');
    expect(await texts()).toContain('as it was sent');
  });

  it('keeps the key if its state has one', async () => {
    const earlier = {
      rkey: '3kabcabcabcab',
      createdAt: '2026-01-01T00:00:00Z',
      text: 'old',
      facets: [],
      reply: null,
    };
    const state = await prepared(bluesky, session(), textPost('new'), earlier);
    expect(state).toMatchObject({ rkey: earlier.rkey, createdAt: earlier.createdAt, text: 'new' });
  });
});

describe('a look-up', () => {
  const publication = textPost('looked for');
  const error = (status: number, name: string): StubAnswer => ({
    status,
    body: { error: name, message: 'words' },
  });

  it.each([
    [error(400, 'RecordNotFound'), 'absent'],
    [error(404, 'RecordNotFound'), 'ambiguous'],
    [error(500, 'RecordNotFound'), 'ambiguous'],
    [error(400, 'InvalidRequest'), 'ambiguous'],
    [error(400, 'RepoNotFound'), 'ambiguous'],
    [error(400, 'RepoTakendown'), 'ambiguous'],
    [error(400, 'RepoDeactivated'), 'ambiguous'],
    [error(400, 'ExpiredToken'), 'ambiguous'],
    [error(401, 'AuthMissing'), 'ambiguous'],
    [error(403, 'Forbidden'), 'ambiguous'],
    [error(404, 'XRPCNotSupported'), 'ambiguous'],
    [error(429, 'RateLimitExceeded'), 'rate-limited'],
    [error(502, 'UpstreamFailure'), 'ambiguous'],
    [{ status: 404, body: '<html>' }, 'ambiguous'],
    [
      {
        status: 200,
        body: { uri: 'at://did:plc:other/app.bsky.feed.post/x', cid: 'c', value: { text: 'looked for' } },
      },
      'ambiguous',
    ],
    [{ status: 200, body: { uri: 'at://did:plc:keyed/app.bsky.feed.post/x', cid: 'c' } }, 'ambiguous'],
  ])('interprets the response %o', async (answer, kind) => {
    await using stub = await startStub(() => answer);
    expect((await bluesky.findPublished(session(stub.url), publication, null, search)).kind).toBe(kind);
  });
});

describe('the call that publishes', () => {
  it.each([
    [{ status: 400, body: { error: 'InvalidRequest', message: 'Record already exists' } }, 'ambiguous'],
    [
      { status: 409, body: { error: 'RecordAlreadyExists', message: 'There is already a value at key' } },
      'ambiguous',
    ],
    [{ status: 200, body: { uri: 'at://did:plc:keyed/app.bsky.feed.post/other', cid: 'c' } }, 'ambiguous'],
    [{ status: 200, body: { commit: { cid: 'c', rev: 'r' } } }, 'ambiguous'],
  ])('leads to a look-up after the response %o, which proves nothing', async (answer, kind) => {
    await using stub = await startStub(() => answer);
    const publication = textPost('answered');
    const state = await prepared(bluesky, session(stub.url), publication);
    expect((await bluesky.commit(session(stub.url), publication, state)).kind).toBe(kind);
    expect(stub.requests.map(({ url }) => url)).toEqual(['/xrpc/com.atproto.repo.createRecord']);
  });
});

describe('gates', () => {
  const gated = (options: JsonObject): Publication =>
    textPost(`gated ${JSON.stringify(options)}`, { options });
  const list = `at://${did}/app.bsky.graph.list/3kabcabcabcab`;

  it.each([
    [{ replyGate: 'nobody' }, [], false],
    [{ replyGate: 'nobody', disableQuotes: true }, [], true],
    [{ disableQuotes: true }, null, true],
    [
      { replyGate: { mentioned: true, followers: true, following: false, lists: [list] } },
      [
        { $type: 'app.bsky.feed.threadgate#mentionRule' },
        { $type: 'app.bsky.feed.threadgate#followerRule' },
        { $type: 'app.bsky.feed.threadgate#listRule', list },
      ],
      false,
    ],
    [{ replyGate: 'everyone', disableQuotes: false }, null, false],
  ])('%o are created together with their post', async (options, allow, closesQuotes) => {
    const publication = gated(options);
    const { answer } = await publish(bluesky, session(), publication);
    const { externalPostId: uri, reference } = published(answer);
    const post = await read(uri);
    expect(reference).toMatchObject({ uri, cid: post?.cid });
    const createdAt = post?.value['createdAt'];
    const threadgate = await read(uri, 'app.bsky.feed.threadgate');
    expect(threadgate?.value).toEqual(
      allow === null ? undefined : { $type: 'app.bsky.feed.threadgate', post: uri, createdAt, allow },
    );
    const postgate = await read(uri, 'app.bsky.feed.postgate');
    expect(postgate?.value['embeddingRules']).toEqual(
      closesQuotes ? [{ $type: 'app.bsky.feed.postgate#disableRule' }] : undefined,
    );
  });

  it('are written in the same call as the post, under its key', async () => {
    const publication = gated({ replyGate: 'nobody', disableQuotes: true });
    const state = await prepared(bluesky, session(), publication);
    const first = published(await bluesky.commit(session(), publication, state));
    expect((await bluesky.commit(session(), publication, state)).kind).toBe('ambiguous');
    expect(await bluesky.findPublished(session(), publication, state, search)).toEqual({
      kind: 'found',
      published: first,
    });
    await using stub = await startStub(() => ({ status: 500 }));
    expect((await bluesky.commit(session(stub.url), publication, state)).kind).toBe('ambiguous');
    expect(stub.requests.map(({ url }) => url)).toEqual(['/xrpc/com.atproto.repo.applyWrites']);
    const { writes } = JSON.parse(stub.requests[0]?.body ?? '') as { writes: Record<string, unknown>[] };
    expect(writes.map(({ $type, collection, rkey }) => ({ $type, collection, rkey }))).toEqual(
      ['post', 'threadgate', 'postgate'].map((kind) => ({
        $type: 'com.atproto.repo.applyWrites#create',
        collection: `app.bsky.feed.${kind}`,
        rkey: state['rkey'],
      })),
    );
  });
});

describe('embeds', () => {
  const external = { uri: 'https://example.com/a', title: 'A page', description: 'What it says' };
  const embedOf = async (publication: Publication): Promise<unknown> => {
    const state =
      publication.media.length > 0 ? uploaded(await upload(bluesky, session(), publication)) : null;
    const ready = await prepared(bluesky, session(), publication, state);
    const { externalPostId } = published(await bluesky.commit(session(), publication, ready));
    return (await read(externalPostId))?.value['embed'];
  };
  const quoted = async (): Promise<{ uri: string; cid: string }> => {
    const { externalPostId } = published((await publish(bluesky, session(), textPost('quote me'))).answer);
    return { uri: externalPostId, cid: (await read(externalPostId))?.cid ?? '' };
  };

  it('show a link as a card', async () => {
    const embed = await embedOf(textPost('see this', { options: { external } }));
    expect(embed).toEqual({ $type: 'app.bsky.embed.external', external });
  });

  it('use the image of the post on the card', async () => {
    const media = [shelf.medium()];
    const embed = await embedOf(textPost('see this, with a picture', { options: { external }, media }));
    const thumb = { $type: 'blob', mimeType: 'image/png', size: 20_000 };
    expect(embed).toMatchObject({ $type: 'app.bsky.embed.external', external: { ...external, thumb } });
  });

  it('quote a post by its web or AT URI, in its current version', async () => {
    const ref = await quoted();
    const record = { $type: 'app.bsky.embed.record', record: ref };
    expect(await embedOf(textPost('by its uri', { options: { quoteUri: ref.uri } }))).toEqual(record);
    const page = `https://bsky.app/profile/${did}/post/${ref.uri.split('/').at(-1) ?? ''}`;
    expect(await embedOf(textPost('by its page', { options: { quoteUri: page } }))).toEqual(record);
  });

  it('are shown in the sandbox as readers see them', async () => {
    const { uri } = await quoted();
    const gates = { replyGate: { mentioned: true, followers: true }, disableQuotes: true };
    const options = { external, quoteUri: uri, tags: ['news'], labels: ['nudity'], langs: ['en'], ...gates };
    await publish(bluesky, session(), textPost('with everything', { options }));
    const url = `${sandbox.url}/publications?accountId=${encodeURIComponent(did)}&limit=1`;
    const { body } = await safeFetch({ url, method: 'GET' });
    const [post] = (JSON.parse(body) as { data: { shown: object }[] }).data;
    expect(post?.shown).toEqual({
      Link: external.uri,
      'Title of the link': external.title,
      'About the link': external.description,
      Quotes: '“quote me”',
      Tags: '#news',
      'Content warning': 'nudity',
      Languages: 'en',
      'Who may reply': 'accounts that are mentioned, followers',
      'Who may quote': 'nobody',
    });
  });

  it('quote a post next to images or a card', async () => {
    const ref = await quoted();
    const record = { $type: 'app.bsky.embed.record', record: ref };
    const options = { quoteUri: ref.uri };
    expect(
      await embedOf(textPost('and pictures', { options, media: [shelf.medium({ altText: 'a' })] })),
    ).toMatchObject({
      $type: 'app.bsky.embed.recordWithMedia',
      record,
      media: { $type: 'app.bsky.embed.images', images: [{ alt: 'a' }] },
    });
    expect(await embedOf(textPost('and a card', { options: { ...options, external } }))).toEqual({
      $type: 'app.bsky.embed.recordWithMedia',
      record,
      media: { $type: 'app.bsky.embed.external', external },
    });
  });

  it('fetch the quoted post once, and again only if another post is quoted', async () => {
    const [one, two] = [await quoted(), await quoted()];
    const publication = textPost('quoting', { options: { quoteUri: one.uri } });
    const state = await prepared(bluesky, session(), publication);
    await using nobody = await startStub(() => ({ status: 500 }));
    expect(await prepared(bluesky, session(nobody.url), publication, state)).toEqual(state);
    expect(nobody.requests).toEqual([]);
    const changed = { ...publication, options: { quoteUri: two.uri } };
    const next = await prepared(bluesky, session(), changed, state);
    expect(next).toMatchObject({ rkey: state['rkey'], quote: { ref: two } });
  });

  it('fail before the call if the quoted post does not exist', async () => {
    const options = { quoteUri: `at://${did}/app.bsky.feed.post/3kabcabcabcab` };
    const answer = await bluesky.prepare(session(), textPost('quoting nothing', { options }), null);
    expect(answer).toMatchObject({ kind: 'rejected', code: 'PLATFORM_REJECTED' });
  });
});

describe('options', () => {
  const rulesOf = (options: JsonObject, media: Publication['media'] = []) =>
    bluesky.validate({
      text: 'hi',
      firstComment: null,
      options,
      media: media.map(({ assetId, kind, mime, sizeBytes, width, height, durationMs }) => ({
        assetId,
        sizeBytes,
        altText: null,
        facts: {
          kind,
          mime,
          width,
          height,
          durationMs,
          videoCodec: null,
          audioCodec: null,
          frameRate: null,
          hasAudio: null,
          orientation: null,
          frameCount: null,
          hasMetadata: null,
          hasAlpha: null,
        },
      })),
    });
  const list = `at://${did}/app.bsky.graph.list/3kabcabcabcab`;
  const external = { uri: 'https://example.com', title: 'T', description: '' };

  it.each([
    { langs: ['de', 'zh-yue', 'zh-Hant-TW'] },
    { langs: ['sl-rozaj-biske-1994', 'en-u-hc-h12', 'es-419'] },
    { langs: ['en-x-private'] },
    { tags: ['x'.repeat(64)] },
    { replyGate: { lists: [list, list, list, list, list] } },
    { external },
    { quoteUri: 'https://bsky.app/profile/someone.example.com/post/3kabcabcabcab' },
    { quoteUri: 'at://did:web:example.com/app.bsky.feed.post/3kabcabcabcab' },
  ])('are accepted: %o', (options) => {
    expect(rulesOf(options)).toEqual([]);
  });

  it.each([
    [{ langs: ['a', 'b', 'c', 'd'] }, { option: 'langs', limit: 3, actual: 4 }],
    [{ langs: ['en', 'en-a'] }, { option: 'langs.1' }],
    [{ langs: ['en-x'] }, { option: 'langs.0' }],
    [{ langs: ['en_GB'] }, { option: 'langs.0' }],
    [{ tags: ['fine', 'x'.repeat(65)] }, { option: 'tags.1', limit: 64, actual: 65 }],
    [{ tags: ['👩‍👩‍👧‍👦'.repeat(26)] }, { option: 'tags.0', limit: 640, actual: 650 }],
    [{ tags: Array.from({ length: 9 }, () => 'x') }, { option: 'tags', limit: 8, actual: 9 }],
    [{ replyGate: 'friends' }, { option: 'replyGate' }],
    [{ replyGate: {} }, { option: 'replyGate' }],
    [{ replyGate: { lists: ['https://example.com'] } }, { option: 'replyGate.lists.0' }],
    [
      { replyGate: { mentioned: true, lists: Array.from({ length: 5 }, () => list) } },
      { option: 'replyGate', limit: 5, actual: 6 },
    ],
    [{ external: { ...external, uri: 'javascript:alert(1)' } }, { option: 'external.uri' }],
    [
      { external: { ...external, title: 'x'.repeat(301) } },
      { option: 'external.title', limit: 300, actual: 301 },
    ],
    [{ quoteUri: 'https://example.com/profile/a.b/post/c' }, { option: 'quoteUri' }],
    [{ quoteUri: `at://${did}/app.bsky.feed.like/3kabcabcabcab` }, { option: 'quoteUri' }],
  ])('are refused by name: %o', (options, expected) => {
    expect(rulesOf(JSON.parse(JSON.stringify(options)) as JsonObject)).toContainEqual(
      expect.objectContaining({ field: 'platformOptions', rule: 'invalid_option', ...expected }),
    );
  });

  it('include no card together with several images or a video', () => {
    const refusal = { field: 'platformOptions', option: 'external', rule: 'link_card_with_media', limit: 1 };
    expect(rulesOf({ external }, [shelf.medium(), shelf.medium()])).toMatchObject([
      { ...refusal, actual: 2 },
    ]);
    expect(rulesOf({ external }, [shelf.medium({ mime: 'video/mp4' })])).toMatchObject([refusal]);
    expect(rulesOf({ external }, [shelf.medium()])).toEqual([]);
  });
});
