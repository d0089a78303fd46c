import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSafeFetch } from '../../../egress/create-safe-fetch.js';
import type { JsonObject } from '../../../domain/json.js';
import { connectBluesky } from '../connect.js';
import type { PublicationMedia } from '../../kit/platform.js';
import type { PlatformSession } from '../../kit/session.js';
import { bluesky as definition } from '../definition.js';
import {
  blobSha256,
  pdsHookMsMax,
  startPds,
  type Pds,
  type PdsAccount,
} from '../../../../test/harness/pds.js';
import { upload, uploaded } from '../../../../test/platforms/media-support.js';
import { connectorOf, prepared, publish, published, textPost } from '../../../../test/platforms/support.js';

const safeFetch = createSafeFetch();
const bluesky = connectorOf(definition, { fetch: safeFetch });

let pds: Pds;
beforeAll(async () => {
  pds = await startPds();
}, pdsHookMsMax);
afterAll(async () => {
  await pds.close();
  await safeFetch[Symbol.asyncDispose]();
});

async function connect(account: PdsAccount): Promise<PlatformSession> {
  const { handle: identifier, appPassword } = account;
  const connection = await connectBluesky(safeFetch, { serviceUrl: `${pds.url}/`, identifier, appPassword });
  if (connection.kind !== 'connected') throw new Error(connection.message);
  return connection;
}

interface RecordView {
  uri: string;
  cid: string;
  value: {
    text: string;
    facets?: object[];
    reply?: { root: object; parent: object };
    embed?: { $type: string; images: { image: { ref: { $link: string } } }[] };
  };
}

async function listRecords(did: string, collection = 'app.bsky.feed.post'): Promise<RecordView[]> {
  const query = new URLSearchParams({ repo: did, collection, limit: '100' });
  const answer = await safeFetch({
    url: `${pds.url}/xrpc/com.atproto.repo.listRecords?${query.toString()}`,
    method: 'GET',
  });
  return (JSON.parse(answer.body) as { records: RecordView[] }).records;
}

interface ImageOptions {
  width: number;
  height: number;
  format: 'jpeg' | 'png';
  altText: string | null;
}

/** Creates a real image that is different each time. */
async function image({ width, height, format, altText }: ImageOptions): Promise<PublicationMedia> {
  const channels = 3;
  const raw = randomBytes(width * height * channels);
  const bytes = await sharp(raw, { raw: { width, height, channels } }).toFormat(format).toBuffer();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    assetId: sha256,
    kind: 'IMAGE',
    mime: `image/${format}`,
    sizeBytes: bytes.length,
    sha256,
    width,
    height,
    durationMs: null,
    altText,
    open: ({ start, end }) => Readable.from([bytes.subarray(start, end)]),
    publicUrl: () => Promise.reject(new Error('Bluesky takes bytes')),
  };
}

const search = { since: new Date(), takenIds: new Set<string>() };

describe('a real Bluesky server', () => {
  it('accepts the app password once and returns a session at its own URL', async () => {
    const [alice] = pds.accounts;
    const session = await connect(alice);
    expect(session).toMatchObject({ externalAccountId: alice.did, handle: alice.handle, baseUrl: pds.url });
    expect(JSON.stringify(session)).not.toContain(alice.appPassword);
  });

  it('deletes a post once, and reports a repeated deletion as gone', async () => {
    const session = await connect(pds.accounts[0]);
    const publication = textPost('a mistake');
    const { answer } = await publish(bluesky, session, publication);
    const post = { ...publication, ...published(answer), publishedAt: new Date() };
    expect(await bluesky.changes?.find(session, post)).toMatchObject({ kind: 'there', shows: 'BEFORE' });
    expect(await bluesky.changes?.remove?.(session, post)).toEqual({ kind: 'removed' });
    expect(await bluesky.changes?.find(session, post)).toEqual({ kind: 'gone' });
    expect(await bluesky.changes?.remove?.(session, post)).toEqual({ kind: 'gone' });
  });

  it('refuses a wrong app password with a readable message', async () => {
    const [alice] = pds.accounts;
    const login = { serviceUrl: pds.url, identifier: alice.handle, appPassword: 'wrong-wrong-wrong' };
    const answer = await connectBluesky(safeFetch, login);
    expect(answer).toEqual({
      kind: 'failed',
      message: 'The server does not accept this identifier and app password.',
    });
  });

  it('stores a post with its facets at the right bytes', async () => {
    const [alice, bob] = pds.accounts;
    const session = await connect(alice);
    const text = `👩‍👩‍👧‍👦 日本語: @${bob.handle}, #東京 and https://example.com/ä (@nobody.test) 🇩🇪`;
    const options = { langs: ['ja', 'en'], labels: ['nudity'], tags: ['extra'] };
    const { externalPostId, reference } = published(
      (await publish(bluesky, session, textPost(text, { options }))).answer,
    );
    const record = (await listRecords(alice.did)).find(({ uri }) => uri === externalPostId);
    const bytes = Buffer.from(text);
    const at = (words: string): object => ({
      byteStart: bytes.indexOf(words),
      byteEnd: bytes.indexOf(words) + Buffer.byteLength(words),
    });
    expect(record?.value).toEqual({
      $type: 'app.bsky.feed.post',
      text,
      createdAt: expect.any(String) as string,
      langs: ['ja', 'en'],
      labels: { $type: 'com.atproto.label.defs#selfLabels', values: [{ val: 'nudity' }] },
      tags: ['extra'],
      facets: [
        {
          index: at(`@${bob.handle}`),
          features: [{ $type: 'app.bsky.richtext.facet#mention', did: bob.did }],
        },
        { index: at('#東京'), features: [{ $type: 'app.bsky.richtext.facet#tag', tag: '東京' }] },
        {
          index: at('https://example.com/ä'),
          features: [{ $type: 'app.bsky.richtext.facet#link', uri: 'https://example.com/ä' }],
        },
      ],
    });
    expect(reference).toMatchObject({ cid: record?.cid, uri: record?.uri });
  });

  it('places replies under their post and its root', async () => {
    const [alice, bob] = pds.accounts;
    const post = published((await publish(bluesky, await connect(alice), textPost('the root'))).answer);
    const asAlice = await connect(alice);
    const replyTo = { externalPostId: post.externalPostId, reference: post.reference };
    const comment = published(
      (await publish(bluesky, asAlice, textPost('first comment', { replyTo }))).answer,
    );
    // The comment is from another account, and the result of its commit is lost, so the server is asked for the root.
    const bare = { externalPostId: comment.externalPostId, reference: null };
    await publish(bluesky, await connect(bob), textPost('an answer', { replyTo: bare }));
    const root = post.reference && { uri: post.reference['uri'], cid: post.reference['cid'] };
    const parent = comment.reference && { uri: comment.reference['uri'], cid: comment.reference['cid'] };
    const reply = (did: string, text: string) =>
      listRecords(did).then((records) => records.find(({ value }) => value.text === text)?.value.reply);
    expect(await reply(alice.did, 'first comment')).toEqual({ root, parent: root });
    expect(await reply(bob.did, 'an answer')).toEqual({ root, parent });
  });

  it('stores images byte for byte, with their descriptions and aspect ratios', async () => {
    const [alice] = pds.accounts;
    const session = await connect(alice);
    const media = [
      await image({ width: 640, height: 360, format: 'jpeg', altText: 'A sunset “over” the sea' }),
      await image({ width: 300, height: 500, format: 'png', altText: null }),
    ];
    const publication = textPost('two pictures', { media });
    const state = uploaded(await upload(bluesky, session, publication));
    const ready = await bluesky.prepare(session, publication, state);
    if (ready.kind !== 'prepared') throw new Error(JSON.stringify(ready));
    const { externalPostId } = published(await bluesky.commit(session, publication, ready.state));
    const record = (await listRecords(alice.did)).find(({ uri }) => uri === externalPostId);
    expect(record?.value.embed).toMatchObject({
      $type: 'app.bsky.embed.images',
      images: [
        { alt: 'A sunset “over” the sea', aspectRatio: { width: 640, height: 360 } },
        { alt: '', aspectRatio: { width: 300, height: 500 } },
      ],
    });
    const held = await Promise.all(
      (record?.value.embed?.images ?? []).map(({ image }) => blobSha256(pds.url, alice.did, image.ref.$link)),
    );
    expect(held).toEqual(media.map(({ sha256 }) => sha256));
  });

  it('reports that unreferenced images are gone, and accepts them again', async () => {
    const [, bob] = pds.accounts;
    const session = await connect(bob);
    const media = [await image({ width: 64, height: 64, format: 'png', altText: 'again' })];
    const publication = textPost('a picture that was lost', { media });
    const state = uploaded(await upload(bluesky, session, publication));
    const [kept] = state['media'] as [{ blob: { ref: { $link: string } } }];
    // The id has the right format, but no such blob was uploaded.
    const unknown = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku';
    const lost = { ...state, media: [{ ...kept, blob: { ...kept.blob, ref: { $link: unknown } } }] };
    const prepared = await bluesky.prepare(session, publication, lost);
    if (prepared.kind !== 'prepared') throw new Error(JSON.stringify(prepared));
    expect((await bluesky.commit(session, publication, prepared.state)).kind).toBe('upload-again');
    const again = uploaded(await upload(bluesky, session, publication, { ...prepared.state, media: [] }));
    const ready = await bluesky.prepare(session, publication, again);
    if (ready.kind !== 'prepared') throw new Error(JSON.stringify(ready));
    expect(ready.state['rkey']).toBe(prepared.state['rkey']);
    published(await bluesky.commit(session, publication, ready.state));
  });

  it('never publishes a post twice: a repeated call is ambiguous, and a look-up finds the post', async () => {
    const [, bob] = pds.accounts;
    const session = await connect(bob);
    const publication = textPost('exactly once');
    const state = await prepared(bluesky, session, publication);
    expect((await bluesky.findPublished(session, publication, state, search)).kind).toBe('absent');
    const first = published(await bluesky.commit(session, publication, state));
    expect((await bluesky.commit(session, publication, state)).kind).toBe('ambiguous');
    expect(await bluesky.findPublished(session, publication, state, search)).toEqual({
      kind: 'found',
      published: first,
    });
    expect((await listRecords(bob.did)).filter(({ value }) => value.text === 'exactly once')).toHaveLength(1);
  });

  it('finds a post after all of its state was lost', async () => {
    const [, bob] = pds.accounts;
    const session = await connect(bob);
    const publication = textPost('once, whatever the database remembers');
    expect(await bluesky.findPublished(session, publication, null, search)).toEqual({ kind: 'absent' });
    const first = published((await publish(bluesky, session, publication)).answer);
    const again = await publish(bluesky, session, publication);
    expect(again.answer.kind).toBe('ambiguous');
    for (const state of [again.state, null]) {
      expect(await bluesky.findPublished(session, publication, state, search)).toEqual({
        kind: 'found',
        published: first,
      });
    }
    const edited = { ...publication, text: 'another content' };
    expect((await publish(bluesky, session, edited)).answer.kind).toBe('ambiguous');
    expect((await bluesky.findPublished(session, edited, null, search)).kind).toBe('ambiguous');
    const held = (await listRecords(bob.did)).filter(({ uri }) => uri === first.externalPostId);
    expect(held).toMatchObject([{ value: { text: publication.text } }]);
  });

  it('writes the gates and the post in one commit, or none of them', async () => {
    const [alice] = pds.accounts;
    const session = await connect(alice);
    const list = `at://${alice.did}/app.bsky.graph.list/3kabcabcabcab`;
    const options = {
      replyGate: { mentioned: true, followers: true, following: true, lists: [list] },
      disableQuotes: true,
    };
    const publication = textPost('closed to most', { options });
    const state = await prepared(bluesky, session, publication);
    const first = published(await bluesky.commit(session, publication, state));
    const uri = first.externalPostId;
    const post = (await listRecords(alice.did)).find((record) => record.uri === uri);
    expect(first.reference).toMatchObject({ uri, cid: post?.cid });
    const gate = async (collection: string): Promise<unknown> => {
      const gateUri = uri.replace('app.bsky.feed.post', collection);
      return (await listRecords(alice.did, collection)).find((record) => record.uri === gateUri)?.value;
    };
    const rule = (name: string) => ({ $type: `app.bsky.feed.threadgate#${name}` });
    expect(await gate('app.bsky.feed.threadgate')).toEqual({
      $type: 'app.bsky.feed.threadgate',
      post: uri,
      createdAt: state['createdAt'],
      allow: [
        rule('mentionRule'),
        rule('followerRule'),
        rule('followingRule'),
        { ...rule('listRule'), list },
      ],
    });
    expect(await gate('app.bsky.feed.postgate')).toEqual({
      $type: 'app.bsky.feed.postgate',
      post: uri,
      createdAt: state['createdAt'],
      embeddingRules: [{ $type: 'app.bsky.feed.postgate#disableRule' }],
    });
    expect((await bluesky.commit(session, publication, state)).kind).toBe('ambiguous');
    expect(await bluesky.findPublished(session, publication, state, search)).toEqual({
      kind: 'found',
      published: first,
    });
    // A post without gates already has this key, so the whole commit fails and leaves nothing behind.
    const open = textPost('open to all');
    await publish(bluesky, session, open);
    const closed = { ...open, options: { replyGate: 'nobody', disableQuotes: true } };
    const before = (await listRecords(alice.did, 'app.bsky.feed.threadgate')).length;
    expect((await publish(bluesky, session, closed)).answer.kind).toBe('ambiguous');
    expect(await listRecords(alice.did, 'app.bsky.feed.threadgate')).toHaveLength(before);
  });

  it('does not let other users reply to a post whose list of reply rules is empty', async () => {
    const [alice] = pds.accounts;
    const options = { replyGate: 'nobody' };
    const post = published(
      (await publish(bluesky, await connect(alice), textPost('closed', { options }))).answer,
    );
    const gates = await listRecords(alice.did, 'app.bsky.feed.threadgate');
    const gateUri = post.externalPostId.replace('app.bsky.feed.post', 'app.bsky.feed.threadgate');
    expect(gates.find(({ uri }) => uri === gateUri)?.value).toMatchObject({ allow: [] });
  });

  it('stores cards, quotes, and quotes with images', async () => {
    const [alice, bob] = pds.accounts;
    const session = await connect(alice);
    const asBob = await connect(bob);
    const quoted = published((await publish(bluesky, asBob, textPost('worth a quote'))).answer);
    const record = {
      $type: 'app.bsky.embed.record',
      record: { uri: quoted.externalPostId, cid: quoted.reference?.['cid'] },
    };
    const external = { uri: 'https://example.com/a', title: 'A page', description: 'What it says' };
    const { externalPostId: quoteUri } = quoted;
    const page = `https://bsky.app/profile/${bob.handle}/post/${quoteUri.split('/').at(-1) ?? ''}`;
    const picture = await image({ width: 64, height: 64, format: 'png', altText: 'p' });
    const embedOf = async (options: JsonObject, media: PublicationMedia[] = []): Promise<unknown> => {
      const publication = textPost('with an embed', { options, media });
      const state = media.length === 0 ? null : uploaded(await upload(bluesky, session, publication));
      const ready = await prepared(bluesky, session, publication, state);
      const { externalPostId } = published(await bluesky.commit(session, publication, ready));
      return (await listRecords(alice.did)).find(({ uri }) => uri === externalPostId)?.value.embed;
    };
    expect(await embedOf({ external })).toEqual({ $type: 'app.bsky.embed.external', external });
    expect(await embedOf({ external }, [picture])).toMatchObject({
      external: { ...external, thumb: { mimeType: 'image/png', size: picture.sizeBytes } },
    });
    expect(await embedOf({ quoteUri })).toEqual(record);
    expect(await embedOf({ quoteUri: page })).toEqual(record);
    expect(await embedOf({ quoteUri }, [picture])).toMatchObject({
      $type: 'app.bsky.embed.recordWithMedia',
      record,
      media: { $type: 'app.bsky.embed.images', images: [{ alt: 'p' }] },
    });
    expect(await embedOf({ quoteUri, external })).toEqual({
      $type: 'app.bsky.embed.recordWithMedia',
      record,
      media: { $type: 'app.bsky.embed.external', external },
    });
  });

  it('accepts the languages, tags and symbols that our validation accepts', async () => {
    const [alice] = pds.accounts;
    const options = { langs: ['zh-yue', 'sl-rozaj-biske-1994', 'en-x-private'], tags: ['x'.repeat(64)] };
    const text = 'up: $abc';
    const draft = { text, firstComment: null, options, media: [] };
    expect(bluesky.validate(draft)).toEqual([]);
    const session = await connect(alice);
    const post = published((await publish(bluesky, session, textPost(text, { options }))).answer);
    const held = (await listRecords(alice.did)).find(({ uri }) => uri === post.externalPostId);
    const features = [{ $type: 'app.bsky.richtext.facet#tag', tag: '$ABC' }];
    expect(held?.value).toMatchObject({ ...options, facets: [{ features }] });
  });

  it.each([{ langs: ['en-a'] }, { tags: ['x'.repeat(65)] }, { tags: [`${'👩‍👩‍👧‍👦'.repeat(26)}`] }])(
    'refuses %o, like our validation',
    async (options) => {
      const [alice] = pds.accounts;
      const session = await connect(alice);
      const draft = { text: 'refused', firstComment: null, options, media: [] };
      expect(bluesky.validate(draft)).toHaveLength(1);
      const publication = textPost('refused');
      const state = await prepared(bluesky, session, publication);
      const record = {
        $type: 'app.bsky.feed.post',
        text: 'refused',
        createdAt: state['createdAt'],
        ...options,
      };
      const { accessJwt } = session.credentials as { accessJwt: string };
      const answer = await safeFetch({
        url: `${pds.url}/xrpc/com.atproto.repo.createRecord`,
        method: 'POST',
        headers: { authorization: `Bearer ${accessJwt}`, 'content-type': 'application/json' },
        body: JSON.stringify({ repo: alice.did, collection: 'app.bsky.feed.post', record }),
      });
      expect(answer).toMatchObject({ status: 400 });
    },
  );

  it('reports an expired token as expired, and accepts the refreshed one', async () => {
    const [alice] = pds.accounts;
    const session = await connect(alice);
    const publication = textPost('after a refresh');
    const state = await prepared(bluesky, session, publication);
    const stale = { ...session, credentials: { ...session.credentials, accessJwt: alice.expiredAccessJwt } };
    expect((await bluesky.commit(stale, publication, state)).kind).toBe('auth-expired');
    const refreshed = await bluesky.refresh(stale);
    if (refreshed.kind !== 'refreshed') throw new Error(JSON.stringify(refreshed));
    expect(refreshed.credentials['refreshJwt']).not.toBe(session.credentials['refreshJwt']);
    published(await bluesky.commit({ ...session, credentials: refreshed.credentials }, publication, state));
  });

  it('ends a session for good, which a refresh then reports', async () => {
    const [alice] = pds.accounts;
    const session = await connect(alice);
    const { refreshJwt } = session.credentials as { refreshJwt: string };
    const authorization = `Bearer ${refreshJwt}`;
    const url = `${pds.url}/xrpc/com.atproto.server.deleteSession`;
    expect((await safeFetch({ url, method: 'POST', headers: { authorization } })).status).toBe(200);
    expect((await bluesky.refresh(session)).kind).toBe('auth-revoked');
    const forged: JsonObject = { accessJwt: 'not.a.token', refreshJwt: 'not.a.token' };
    expect((await bluesky.refresh({ ...session, credentials: forged })).kind).toBe('auth-revoked');
  });

  it('accepts texts up to the limit of our validation, and refuses longer ones', async () => {
    const [, bob] = pds.accounts;
    const session = await connect(bob);
    const draft = { firstComment: null, options: null, media: [] };
    const family = '👩‍👩‍👧‍👦';
    for (const text of ['日'.repeat(300), family.repeat(120)]) {
      expect(bluesky.validate({ ...draft, text })).toEqual([]);
      published((await publish(bluesky, session, textPost(text))).answer);
    }
    for (const text of ['日'.repeat(301), family.repeat(121)]) {
      expect(bluesky.validate({ ...draft, text })).toHaveLength(1);
      expect((await publish(bluesky, session, textPost(text))).answer).toMatchObject({ kind: 'rejected' });
    }
  });
});
