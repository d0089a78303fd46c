import { describe, expect, it, vi } from 'vitest';
import { startStub } from '../../../../test/platforms/support.js';
import type { Published } from '../../kit/failure.js';
import type { Publication } from '../../kit/platform.js';
import type { PlatformSession } from '../../kit/session.js';
import { everyone, sentBy, uploadedState, useTikTok } from './setup.js';
import { waitMsMax } from '../../../../test/harness/patience.js';

const tiktok = useTikTok();
const { platform, session } = tiktok;
const photo = (marks = '', mime: 'image/jpeg' | 'image/png' = 'image/jpeg') =>
  tiktok.shelf.medium({ mime, marks });

async function found(at: PlatformSession, publication: Publication): Promise<Published> {
  const answer = await tiktok.settled(at, publication);
  if (answer.kind !== 'found') throw new Error(JSON.stringify(answer));
  return answer.published;
}

describe('a post with images', () => {
  it('has the guarantee blind, and is posted in one call, in order and byte for byte', async () => {
    const [first, other] = [photo(), photo()];
    const media = [first, other, first];
    const publication = tiktok.post('three in a row', media);
    expect(platform.guaranteeOf(publication)).toBe('blind');
    const at = session('-photos');
    const state = await uploadedState(platform, at, publication);
    expect(await tiktok.feed('-photos')).toEqual([]);
    const before = tiktok.requests.length;
    await platform.commit(at, publication, state);
    expect(tiktok.requests.slice(before)).toHaveLength(1);
    const shown = media.map(({ sha256 }) => ({ sha256, mime: 'image/jpeg' }));
    expect(await tiktok.feed('-photos')).toMatchObject([{ text: 'three in a row', media: shown }]);
  });

  it('is found by the id in the response', async () => {
    const at = session('-answered');
    const answer = await tiktok.settled(at, tiktok.post('answered', [photo()]));
    if (answer.kind !== 'found') throw new Error(JSON.stringify(answer));
    expect(answer.byId).toBe(true);
    const post = answer.published;
    expect(post.externalUrl).toBe(`${at.baseUrl}/@some.one/photo/${post.externalPostId}`);
    expect(await tiktok.feed('-answered')).toMatchObject([{ externalPostId: post.externalPostId }]);
  });

  it('is sent with every option under TikTok’s name for it', async () => {
    const options = {
      privacyLevel: 'PUBLIC_TO_EVERYONE',
      disableComment: true,
      brandOrganicToggle: true,
      autoAddMusic: true,
      photoCoverIndex: 1,
      title: 'Two of them',
    };
    const before = tiktok.requests.length;
    await found(session('-options'), tiktok.post('words', [photo(), photo()], options));
    const init = tiktok.requests.slice(before).find(({ url }) => url.includes('/content/init/'));
    expect(sentBy(init)).toEqual({
      post_info: {
        title: 'Two of them',
        description: 'words',
        privacy_level: 'PUBLIC_TO_EVERYONE',
        disable_comment: true,
        auto_add_music: true,
        brand_content_toggle: false,
        brand_organic_toggle: true,
      },
      source_info: {
        source: 'PULL_FROM_URL',
        photo_cover_index: 1,
        photo_images: [expect.any(String), expect.any(String)],
      },
      post_mode: 'DIRECT_POST',
      media_type: 'PHOTO',
    });
    expect((await tiktok.feed('-options'))[0]?.shown).toEqual({
      Title: 'Two of them',
      'Visible to': 'everyone',
      Comments: 'off',
      Label: 'promotional content',
      Music: 'added by TikTok',
      Cover: 'picture 2',
    });
  });

  it('has comments disabled if the account has disabled them', async () => {
    const publication = tiktok.post('quiet', [photo()], { privacyLevel: 'FOLLOWER_OF_CREATOR' });
    await found(session('-private'), publication);
    expect((await tiktok.feed('-private'))[0]?.shown).toMatchObject({ Comments: 'off' });
  });

  it('is sent to the inbox as a draft, with its texts', async () => {
    const options = { postMode: 'MEDIA_UPLOAD', title: 'Draft' };
    const post = await found(session('-draft'), tiktok.post('words', [photo()], options));
    expect(post).toMatchObject({ externalUrl: null });
    expect(await tiktok.feed('-draft')).toMatchObject([
      {
        externalPostId: post.externalPostId,
        text: 'words',
        shown: { Title: 'Draft', Draft: 'in the inbox of the account' },
      },
    ]);
  });

  it('is reported as failed if TikTok cannot fetch or does not accept an image', async () => {
    const at = session('-unfetched');
    tiktok.shelf.isPublic = false;
    expect(await tiktok.settled(at, tiktok.post('hidden', [photo()]))).toMatchObject({
      kind: 'refused',
      code: 'MEDIA_UNAVAILABLE',
    });
    tiktok.shelf.isPublic = true;
    expect(await tiktok.settled(at, tiktok.post('png', [photo('', 'image/png')]))).toMatchObject({
      kind: 'refused',
      code: 'MEDIA_REJECTED',
    });
    expect(await tiktok.feed('-unfetched')).toEqual([]);
  });

  it('needs the account’s settings again if a draft becomes a direct post', async () => {
    const media = [photo()];
    const at = session('-turned');
    const state = await uploadedState(platform, at, tiktok.post('hi', media, { postMode: 'MEDIA_UPLOAD' }));
    const direct = tiktok.post('hi', media);
    expect((await platform.prepare(at, direct, state)).kind).toBe('upload-again');
    expect(await uploadedState(platform, at, direct, state)).toMatchObject({ commentsOff: false });
  });

  it('is looked up by the response to its own call, not by an earlier one', async () => {
    const at = session('-again');
    const publication = tiktok.post('again [sandbox:fail-internal]', [photo()]);
    const { state } = await tiktok.send(at, publication);
    expect(state['publishId']).toBeDefined();
    const next = await platform.prepare(at, publication, state);
    expect(next).toMatchObject({ kind: 'prepared' });
    expect(JSON.stringify(next)).not.toContain('publishId');
  });

  it('is distinguished from another one with the same text by the id in the response', async () => {
    const at = session('-alike');
    const posts = await Promise.all([1, 2].map(() => tiktok.settled(at, tiktok.post('alike', [photo()]))));
    expect(posts).toMatchObject([
      { kind: 'found', byId: true },
      { kind: 'found', byId: true },
    ]);
  });

  it('is processed first and found afterwards', async () => {
    const at = session('-working');
    const publication = tiktok.post('working', [photo('[sandbox:processing=2000]')]);
    const { state } = await tiktok.send(at, publication);
    expect((await tiktok.find(at, publication, state)).kind).toBe('processing');
    await vi.waitFor(
      async () => {
        expect((await tiktok.find(at, publication, state)).kind).toBe('found');
      },
      { timeout: waitMsMax },
    );
  });
});

describe('a post with images whose response was lost', () => {
  const lost = async (
    at: PlatformSession,
    text: string,
    options: typeof everyone & { title?: string } = everyone,
  ) => {
    const publication = tiktok.post(text, [photo()], options);
    const { state, answer } = await tiktok.send(at, publication);
    expect(answer.kind).toBe('ambiguous');
    expect(state['publishId']).toBeUndefined();
    return { publication, state };
  };
  const drop = '[sandbox:drop-after-accept]';

  it('is found by its text, also under a title', async () => {
    const at = session('-lost');
    const { publication, state } = await lost(at, `${drop} words`, { ...everyone, title: 'Title' });
    const [shown] = await tiktok.feed('-lost');
    expect(await tiktok.find(at, publication, state)).toMatchObject({
      kind: 'found',
      published: { externalPostId: shown?.externalPostId },
    });
  });

  it('is not found by the beginning of its text only', async () => {
    const at = session('-cut');
    const { publication, state } = await lost(at, `${drop} ${'words '.repeat(40)}`);
    expect((await tiktok.find(at, publication, state)).kind).toBe('ambiguous');
  });

  it('is not found if it has no text', async () => {
    const video = { id: '1', create_time: Math.floor(Date.now() / 1000), video_description: '' };
    const data = { videos: [video], has_more: false };
    await using stub = await startStub(() => ({ status: 200, body: { data, error: { code: 'ok' } } }));
    const found = await tiktok.find(session('-0', stub.url), tiktok.post('', [photo()]), {});
    expect(found.kind).toBe('ambiguous');
  });

  it('does not reveal the URLs of its media', async () => {
    await using stub = await startStub(({ body }) => ({
      status: 400,
      body: { data: {}, error: { code: 'invalid_param', message: body } },
    }));
    const publication = tiktok.post('echo', [photo()]);
    const [first] = publication.media;
    const media =
      first === undefined ? [] : [{ ...first, publicUrl: () => Promise.resolve('https://a.test/secret') }];
    const state = { commentsOff: false, media: media.map(({ sha256 }) => ({ sha256 })) };
    const answer = await platform.commit(session('-0', stub.url), { ...publication, media }, state);
    expect(answer).toMatchObject({ kind: 'rejected' });
    expect(JSON.stringify(answer)).not.toContain('a.test/secret');
  });

  it('is not searched for among drafts and private posts', async () => {
    const at = session('-unseen');
    const draft = tiktok.post(`${drop} draft`, [photo()], { postMode: 'MEDIA_UPLOAD' });
    const drafted = await tiktok.send(at, draft);
    expect((await tiktok.find(at, draft, drafted.state)).kind).toBe('ambiguous');
    const diary = tiktok.post(`${drop} diary`, [photo()], { privacyLevel: 'SELF_ONLY' });
    const { state } = await tiktok.send(at, diary);
    expect((await tiktok.find(at, diary, state)).kind).toBe('absent');
  });

  it('is distinguished from our posts that were stored under the id of their job', async () => {
    const at = session('-taken');
    const text = `${drop} twins [sandbox:moderation]`;
    const first = await lost(at, text);
    // The same text is sent once more: the first connection was dropped, and this call gets a response.
    const other = tiktok.post(text, [photo()]);
    const taken = await found(at, other);
    expect(taken.externalPostId).toMatch(/^p_pub_url~/);
    const { externalPostId } = taken;
    // Both posts are listed, and it is not known yet which of them belongs to the other publication.
    const early = await tiktok.find(at, first.publication, first.state, [externalPostId]);
    expect(early.kind).toBe('ambiguous');
    await vi.waitFor(
      async () => {
        const later = await tiktok.find(at, first.publication, first.state, [externalPostId]);
        const [, own] = await tiktok.feed('-taken');
        expect(later).toMatchObject({ published: { externalPostId: own?.externalPostId } });
      },
      { timeout: waitMsMax, interval: 100 },
    );
  });

  it('is searched for on all pages back to the attempt, and not before it', async () => {
    const createTime = Math.floor(Date.now() / 1000);
    const page = (number: number, cursor: number | null, time = createTime) => ({
      videos: [{ id: `${number}`, create_time: time, video_description: `post ${number}` }],
      has_more: cursor !== null,
      ...(cursor === null ? {} : { cursor }),
    });
    const pages = [page(1, 900), page(2, 800), page(3, 700, createTime - 3_600), page(4, null)];
    await using stub = await startStub(({ body }) => {
      const { cursor } = JSON.parse(body) as { cursor?: number };
      const index = cursor === undefined ? 0 : (1_000 - cursor) / 100;
      return { status: 200, body: { data: pages[index], error: { code: 'ok' } } };
    });
    const stubSession = session('-0', stub.url);
    expect(await tiktok.find(stubSession, tiktok.post('post 2', [photo()]), {})).toMatchObject({
      kind: 'found',
      published: { externalPostId: '2' },
    });
    expect(stub.requests).toHaveLength(3);
    expect(stub.requests[0]?.url).toBe(
      '/v2/video/list/?fields=id%2Ccreate_time%2Cshare_url%2Cvideo_description%2Ctitle',
    );
    expect((await tiktok.find(stubSession, tiktok.post('post 3', [photo()]), {})).kind).toBe('absent');
  });

  it.each([
    ['a post without text', { id: '1', create_time: 9_999_999_999 }],
    ['too many pages', { id: '1', create_time: 9_999_999_999, video_description: 'other' }],
  ])('stays ambiguous if the list has %s', async (_what, video) => {
    const data = { videos: [video], has_more: true, cursor: 5 };
    await using stub = await startStub(() => ({ status: 200, body: { data, error: { code: 'ok' } } }));
    const found = await tiktok.find(session('-0', stub.url), tiktok.post('hi', [photo()]), {});
    expect(found.kind).toBe('ambiguous');
  });
});
