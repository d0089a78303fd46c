import { describe, expect, it, vi } from 'vitest';
import { startStub, textPost, type StubRequest } from '../../../../test/platforms/support.js';
import type { JsonObject } from '../../../domain/json.js';
import type { Publication } from '../../kit/platform.js';
import { useHarness } from './harness.js';
import { waitMsMax } from '../../../../test/harness/patience.js';

const harness = useHarness();

const ok = (data: object) => ({ status: 200, body: { code: 0, message: 'OK', data } });
const since = new Date('2026-11-21T12:00:00Z');
const sinceSeconds = since.getTime() / 1000;
const job = { shareId: 'v_pub_url~v1.1', takenAt: '2026-11-21T12:00:01.000Z' };

/** Looks up against a server with scripted responses. */
async function lookUp(
  answer: (request: StubRequest) => ReturnType<typeof ok>,
  { state = null, takenIds = [], publication = textPost('hi'), ...more }: Partial<LookUp> = {},
) {
  await using stub = await startStub(answer);
  const session = harness.session({ baseUrl: stub.url });
  const search = { since, takenIds: new Set(takenIds), ...more };
  const found = await harness.tikTok.findPublished(session, publication, state, search);
  return { found, requests: stub.requests.map(({ url }) => new URL(url, stub.url)) };
}
interface LookUp {
  state: JsonObject | null;
  takenIds: string[];
  publication: Publication;
  since: Date;
}

describe('a post that TikTok has accepted', () => {
  it('is being processed at first, and is found later under its own id', async () => {
    const publication = harness.postOf('[sandbox:processing=2000] moderated');
    const answer = await harness.commit(publication);
    expect(answer).toMatchObject({
      kind: 'ambiguous',
      message: expect.stringContaining('accepted') as string,
    });
    expect(await harness.find(publication, answer)).toMatchObject({ kind: 'processing' });
    expect(await harness.shown(publication.text)).toEqual([]);
    const found = await vi.waitFor(
      async () => {
        const next = await harness.find(publication, answer);
        expect(next.kind).toBe('found');
        return next;
      },
      { timeout: waitMsMax },
    );
    const [shown] = await harness.shown(publication.text);
    expect(found).toMatchObject({ byId: true, published: { externalPostId: shown?.externalPostId } });
  });

  it.each([
    ['is cut off while TikTok fetches it', '[sandbox:upload-drop]', 'MEDIA_UNAVAILABLE'],
    ['cannot be processed', '[sandbox:processing-failed]', 'MEDIA_REJECTED'],
  ])('is refused if it %s, and a new call publishes it once', async (_what, marks, code) => {
    const media = [harness.shelf.medium({ mime: 'video/mp4', marks })];
    const publication = textPost(`marked ${marks.slice(9)}`, { media });
    expect(await harness.find(publication, await harness.commit(publication))).toMatchObject({
      kind: 'refused',
      code,
    });
    expect(await harness.shown(publication.text)).toEqual([]);
    if (code === 'MEDIA_REJECTED') return;
    const again = await harness.find(publication, await harness.commit(publication));
    expect(again.kind).toBe('found');
    expect(await harness.shown(publication.text)).toHaveLength(1);
  });

  it('is refused if its URL cannot be fetched', async () => {
    const gone = harness.postOf('gone');
    harness.shelf.isPublic = false;
    const answer = await harness.commit(gone);
    harness.shelf.isPublic = true;
    expect(await harness.find(gone, answer)).toMatchObject({ kind: 'refused', code: 'MEDIA_UNAVAILABLE' });
  });

  it('is refused if the app has not verified the domain', async () => {
    const [clip] = harness.postOf('foreign').media;
    const media =
      clip === undefined ? [] : [{ ...clip, publicUrl: () => Promise.resolve('https://cdn.test/a.mp4') }];
    const publication = textPost('foreign', { media });
    const found = await harness.find(publication, await harness.commit(publication));
    expect(found).toMatchObject({ kind: 'refused', code: 'MEDIA_UNAVAILABLE' });
    expect('message' in found && found.message).toContain('url_ownership_unverified');
  });

  it('is awaited while TikTok has not reported its id, and finally accepted without one', async () => {
    const publication = harness.postOf('[sandbox:tiktok-business-late-id]');
    const answer = await harness.commit(publication);
    expect(await harness.find(publication, answer)).toEqual({
      kind: 'processing',
      checkAfterMs: 30_000,
      message: 'TikTok has accepted the post; its state is PUBLISH_COMPLETE.',
    });
    const late = { status: 'PUBLISH_COMPLETE' };
    const takenAt = new Date(Date.now() - 16 * 60_000);
    const state = { ...job, takenAt: takenAt.toISOString() };
    const { found } = await lookUp(() => ok(late), { state, since: takenAt });
    expect(found).toMatchObject({
      kind: 'found',
      byId: true,
      published: { externalPostId: job.shareId, externalUrl: null },
    });
  });

  it('has a URL as soon as its id is known', async () => {
    const published = { externalPostId: job.shareId, externalUrl: null, reference: null };
    const read = async (data: object) => {
      await using stub = await startStub(() => ok(data));
      const session = harness.session({
        baseUrl: stub.url,
        sandboxUrl: 'http://sandbox.test/tiktok-business',
      });
      return await harness.tikTok.readPermalink?.(session, published);
    };
    expect(await read({ status: 'PUBLISH_COMPLETE', post_ids: ['77'] })).toBe(
      'http://sandbox.test/tiktok-business/@studio/video/77',
    );
    expect(await read({ status: 'PUBLISH_COMPLETE' })).toBeNull();
  });

  it.each([
    [{ status: 'PROCESSING_DOWNLOAD' }, { kind: 'processing' }],
    [{ status: 'PROCESSING_SOMETHING_NEW' }, { kind: 'processing' }],
    [
      { status: 'FAILED', reason: 'never_heard_of' },
      { kind: 'refused', code: 'PLATFORM_REJECTED' },
    ],
    [{ status: 'FAILED' }, { kind: 'refused', code: 'PLATFORM_REJECTED' }],
    // No draft was requested.
    [{ status: 'SEND_TO_USER_INBOX' }, { kind: 'refused', code: 'PLATFORM_REJECTED' }],
    [
      { status: 'PUBLISH_COMPLETE', post_ids: ['7', '8'] },
      { kind: 'found', published: { externalPostId: '7' } },
    ],
    [
      { status: 'PUBLISH_COMPLETE', post_ids: [7] },
      { kind: 'found', published: { externalPostId: '7' } },
    ],
  ])('gets the right verdict by its status: %o', async (data, expected) => {
    const { found, requests } = await lookUp(() => ok(data), { state: job });
    expect(found).toMatchObject(expected);
    expect(requests.map(({ pathname, search }) => pathname + search)).toEqual([
      '/open_api/v1.3/business/publish/status/?business_id=-000open7&publish_id=v_pub_url%7Ev1.1',
    ]);
  });

  it('is looked up in the list of posts if its job is no longer known', async () => {
    const video = { item_id: '5', caption: 'hi', create_time: sinceSeconds + 1 };
    const { found, requests } = await lookUp(
      ({ url }) =>
        url.includes('/status/')
          ? { status: 200, body: { code: 40_002, message: 'invalid_publish_id', data: {} } }
          : ok({ videos: [video], has_more: false }),
      { state: job },
    );
    expect(found).toMatchObject({ kind: 'found', published: { externalPostId: '5' } });
    expect(found).not.toHaveProperty('byId');
    expect(requests).toHaveLength(2);
  });

  it('is not confused with the job of an earlier call', async () => {
    const state = { ...job, takenAt: '2026-11-21T11:59:59.000Z' };
    const { found, requests } = await lookUp(() => ok({ videos: [] }), { state });
    expect(found.kind).toBe('absent');
    expect(requests.map(({ pathname }) => pathname)).toEqual(['/open_api/v1.3/business/video/list/']);
  });

  it('leaves nothing of its job in the state of the next call', async () => {
    const { tikTok } = harness;
    const publication = harness.postOf('next');
    expect(await tikTok.prepare(harness.session(), publication, { ...job })).toEqual({
      kind: 'prepared',
      state: {},
    });
  });
});

describe('a lost response, in the list of posts', () => {
  const video = (id: string, caption: string, afterMs: number) => ({
    item_id: id,
    caption,
    create_time: String(sinceSeconds + afterMs / 1000),
  });

  it.each([
    ['an equal caption', [video('1', ' hi ', 1_000)], [], 'found'],
    ['another caption', [video('1', 'ho', 1_000)], [], 'absent'],
    ['a post from before', [video('1', 'hi', -2_000)], [], 'absent'],
    ['a post that belongs to another publication', [video('1', 'hi', 1_000)], ['1'], 'absent'],
    ['two possible posts', [video('2', 'hi', 2_000), video('1', 'hi', 1_000)], [], 'ambiguous'],
    ['a missing time', [{ item_id: '1', caption: 'hi' }], [], 'found'],
    ['an unreadable entry', [{ id: '1' }, 7], [], 'absent'],
    ['no posts', [], [], 'absent'],
  ])('is resolved by a list with %s', async (_what, videos, takenIds, kind) => {
    const { found } = await lookUp(() => ok({ videos, has_more: false }), { takenIds });
    expect(found.kind).toBe(kind);
  });

  it('is resolved by reading the known fields, page by page, back to the time of the attempt', async () => {
    const pages = [
      ok({ videos: [video('9', 'other', 9_000)], cursor: 900, has_more: true }),
      ok({ videos: [video('8', 'hi', 8_000), video('1', 'hi', -9_000)], cursor: 100, has_more: true }),
    ];
    const { found, requests } = await lookUp(() => pages.shift() ?? ok({}));
    expect(found).toMatchObject({ kind: 'found', published: { externalPostId: '8' } });
    expect(requests.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
      {
        business_id: '-000open7',
        fields: '["item_id","caption","create_time","share_url"]',
        max_count: '20',
      },
      {
        business_id: '-000open7',
        fields: '["item_id","caption","create_time","share_url"]',
        max_count: '20',
        cursor: '900',
      },
    ]);
  });

  it('is resolved even if our posts were stored under other ids, which are then requested', async () => {
    const videos = [video('1', 'hi', 1_000)];
    const found = async (named: object) =>
      (
        await lookUp(({ url }) => ok(url.includes('/status/') ? named : { videos }), {
          takenIds: [job.shareId],
        })
      ).found.kind;
    expect(await found({ status: 'PUBLISH_COMPLETE', post_ids: ['1'] })).toBe('absent');
    expect(await found({ status: 'PUBLISH_COMPLETE', post_ids: ['2'] })).toBe('found');
    expect(await found({ status: 'PUBLISH_COMPLETE' })).toBe('ambiguous');
  });

  it('stays ambiguous for drafts and for posts without text', async () => {
    const answer = () => ok({ videos: [video('1', '', 1_000)] });
    const wordless = await lookUp(answer, { publication: textPost('') });
    const draft = await lookUp(answer, { publication: textPost('hi', { options: { uploadToDraft: true } }) });
    expect([wordless.found.kind, draft.found.kind]).toEqual(['ambiguous', 'ambiguous']);
    expect(draft.requests).toEqual([]);
  });

  it('stays ambiguous if the list does not end', async () => {
    const { found, requests } = await lookUp(() =>
      ok({ videos: [video('9', 'other', 9_000)], cursor: 900, has_more: true }),
    );
    expect(found.kind).toBe('ambiguous');
    expect(requests).toHaveLength(10);
  });

  it('is resolved by a caption that begins with the title if the post has images', async () => {
    const publication = textPost('hi', { options: { title: 'Title' } });
    const videos = [video('1', 'Title hi', 1_000)];
    const { found } = await lookUp(() => ok({ videos }), { publication });
    expect(found.kind).toBe('found');
  });

  it('is resolved only once the post is listed', async () => {
    const text = '[sandbox:tiktok-business-late-id] [sandbox:drop-after-accept]';
    const publication = harness.postOf(text);
    const answer = await harness.commit(publication);
    expect((await harness.find(publication, answer)).kind).toBe('absent');
    await vi.waitFor(async () => expect((await harness.find(publication, answer)).kind).toBe('found'), {
      timeout: waitMsMax,
      interval: 100,
    });
  });
});
