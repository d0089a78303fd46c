import { describe, expect, it } from 'vitest';
import { startStub, textPost } from '../../../../test/platforms/support.js';
import type { JsonObject } from '../../../domain/json.js';
import type { Publication } from '../../kit/platform.js';
import { useHarness } from './harness.js';

const harness = useHarness();

/** Publishes against the simulator, and returns the post that the look-up finds. */
async function made(publication: Publication) {
  const found = await harness.find(publication, await harness.commit(publication));
  if (found.kind !== 'found') throw new Error(JSON.stringify(found));
  const [shown, ...more] = await harness.shown(publication.text);
  expect(more).toEqual([]);
  return { published: found.published, shown, byId: found.byId };
}

/** Returns the publishing request as it is sent. */
async function requestOf(publication: Publication) {
  await using stub = await startStub(() => ({ status: 200, body: { code: 0, message: 'OK', data: {} } }));
  await harness.tikTok.commit(harness.session({ baseUrl: stub.url }), publication, {});
  const [request, ...more] = stub.requests;
  expect(more).toEqual([]);
  return { ...request, body: JSON.parse(request?.body ?? '{}') as JsonObject };
}

describe('a video', () => {
  it('is sent by its URL, with the token in a separate header', async () => {
    const publication = harness.postOf('Hello');
    const { method, url, headers, body } = await requestOf(publication);
    expect([method, url]).toEqual(['POST', '/open_api/v1.3/business/video/publish/']);
    expect(headers).toMatchObject({ 'access-token': 'sandbox:-000open7~0' });
    expect(headers?.authorization).toBeUndefined();
    expect(body).toEqual({
      business_id: '-000open7',
      video_url: await publication.media[0]?.publicUrl(1),
      post_info: { caption: 'Hello' },
    });
  });

  it('has empty post information without a caption', async () => {
    expect((await requestOf(harness.postOf(''))).body).toMatchObject({ post_info: {} });
  });

  it('has URLs that stay valid long enough for TikTok to fetch the files', async () => {
    const lives: number[] = [];
    const [clip, cover] = [harness.shelf.medium({ mime: 'video/mp4' }), harness.shelf.medium()];
    const watched = [clip, cover].map((item) => ({
      ...item,
      publicUrl: (ttlMs: number) => {
        lives.push(ttlMs);
        return item.publicUrl(ttlMs);
      },
    }));
    const [media, thumbnail] = [watched.slice(0, 1), watched[1] ?? cover];
    const options = { thumbnailMediaId: 'med_cover' };
    await requestOf(textPost('long', { media, options, optionMedia: { thumbnailMediaId: thumbnail } }));
    expect(lives).toEqual([2 * 60 * 60 * 1000, 60 * 60 * 1000]);
  });

  it('has all of its options, which the sandbox shows', async () => {
    const cover = harness.shelf.medium({ mime: 'image/png' });
    const options = {
      platform: 'TIKTOK_BUSINESS',
      disableComment: true,
      disableDuet: true,
      disableStitch: true,
      isBrandOrganic: true,
      isBrandedContent: true,
      isAiGenerated: true,
      thumbnailMediaId: 'med_cover',
    };
    const publication = {
      ...harness.postOf('With everything', ['video/mp4'], options),
      optionMedia: { thumbnailMediaId: cover },
    };
    expect((await requestOf(publication)).body).toMatchObject({
      custom_thumbnail_url: await cover.publicUrl(1),
      post_info: {
        caption: 'With everything',
        disable_comment: true,
        disable_duet: true,
        disable_stitch: true,
        is_brand_organic: true,
        is_branded_content: true,
        is_ai_generated: true,
      },
    });
    const { shown } = await made(publication);
    expect(shown?.shown).toEqual({
      Label: 'Paid partnership',
      'Made with': 'AI, as its creator says',
      Comments: 'Off',
      Duets: 'Off',
      Stitches: 'Off',
    });
    expect(shown?.cover?.sha256).toBe(cover.sha256);
    expect(harness.shelf.fetches).toContain(new URL(await cover.publicUrl(1)).pathname);
  });

  it('may have one of its frames as the cover', async () => {
    const publication = harness.postOf('At two seconds', ['video/mp4'], { thumbnailOffsetMs: 2_000 });
    expect((await requestOf(publication)).body).toMatchObject({ post_info: { thumbnail_offset: 2_000 } });
    expect((await made(publication)).shown?.shown).toEqual({ Cover: 'At 2000 ms' });
  });

  it('is not published without the requested cover', async () => {
    const publication = harness.postOf('No cover', ['video/mp4'], { thumbnailMediaId: 'med_gone' });
    expect(await harness.commit(publication)).toMatchObject({ kind: 'rejected', code: 'MEDIA_UNAVAILABLE' });
    expect(await harness.shown('No cover')).toEqual([]);
  });

  it('is found under its own id and URL', async () => {
    const { published, shown, byId } = await made(harness.postOf('Found'));
    expect(byId).toBe(true);
    expect(published.externalPostId).toBe(shown?.externalPostId);
    expect(published.externalUrl).toBe(
      `${harness.sandbox.url}/tiktok-business/@studio/video/${published.externalPostId}`,
    );
  });
});

describe('a post with images', () => {
  it('has all of its options, in order', async () => {
    const options = {
      disableComment: true,
      isBrandOrganic: true,
      title: 'A title',
      photoCoverIndex: 1,
      autoAddMusic: true,
    };
    const publication = harness.postOf('Three pictures', ['image/jpeg', 'image/jpeg', 'image/jpeg'], options);
    const { url, body } = await requestOf(publication);
    expect(url).toBe('/open_api/v1.3/business/photo/publish/');
    expect(body).toEqual({
      business_id: '-000open7',
      photo_images: await Promise.all(publication.media.map((item) => item.publicUrl(1))),
      photo_cover_index: 1,
      post_info: {
        privacy_level: 'PUBLIC_TO_EVERYONE',
        title: 'A title',
        caption: 'Three pictures',
        disable_comment: true,
        is_brand_organic: true,
        auto_add_music: true,
      },
    });
    const { shown } = await made(publication);
    expect(shown?.media.map(({ sha256 }) => sha256)).toEqual(publication.media.map(({ sha256 }) => sha256));
    expect(shown?.shown).toEqual({
      Title: 'A title',
      Label: 'Promotional content',
      Cover: 'Picture 2',
      Music: 'Added by TikTok',
      Comments: 'Off',
    });
  });

  it('is found under the id of its job if it is not public', async () => {
    const publication = harness.postOf('Only me', ['image/jpeg'], { privacyLevel: 'SELF_ONLY' });
    const { published, shown } = await made(publication);
    expect(shown?.shown).toEqual({ 'Visible to': 'only me' });
    expect(published.externalPostId).toMatch(/^p_pub_url~v1\.\d+$/);
    expect(published.externalUrl).toBeNull();
    expect(await harness.tikTok.readPermalink?.(harness.session(), published)).toBeNull();
  });

  it('is refused for an audience that the account does not have', async () => {
    const options = { privacyLevel: 'FOLLOWER_OF_CREATOR' };
    const publication = harness.postOf('Followers', ['image/jpeg'], options);
    expect(await harness.commit(publication)).toMatchObject({
      kind: 'rejected',
      code: 'CHOICE_NOT_AVAILABLE',
    });
  });
});

describe('a draft', () => {
  it.each([
    ['video/mp4', { upload_to_draft: true }, ''],
    ['image/jpeg', { is_draft: true, caption: 'Draft of image/jpeg' }, 'Draft of image/jpeg'],
  ] as const)('is delivered to the inbox and not published: %s', async (mime, info, kept) => {
    const publication = harness.postOf(`Draft of ${mime}`, [mime], { uploadToDraft: true });
    expect((await requestOf(publication)).body).toMatchObject({ post_info: info });
    const found = await harness.find(publication, await harness.commit(publication));
    expect(found).toMatchObject({ kind: 'found', published: { externalUrl: null } });
    const [shown] = await harness.shown(kept);
    expect(shown).toMatchObject({ shown: { State: 'Draft in the inbox' } });
    expect(found).toMatchObject({ published: { externalPostId: shown?.externalPostId } });
  });
});

describe('choices', () => {
  it('are read from the settings of the account', async () => {
    expect(await harness.tikTok.choices?.read(harness.session())).toMatchObject({
      kind: 'choices',
      choices: {
        options: {
          privacyLevel: [
            { value: 'PUBLIC_TO_EVERYONE', label: 'Everyone' },
            { value: 'MUTUAL_FOLLOW_FRIENDS', label: 'Friends' },
            { value: 'SELF_ONLY', label: 'Only you' },
          ],
          disableComment: [{ value: false }, { value: true }],
        },
        videoDurationMaxMs: 600_000,
        quota: null,
      },
    });
  });

  it('do not include what the account has disabled', async () => {
    const data = {
      privacy_level_options: ['FOLLOWER_OF_CREATOR', 'NEW_LEVEL'],
      comment_disabled: true,
      duet_disabled: true,
      stitch_disabled: true,
    };
    await using stub = await startStub(() => ({ status: 200, body: { code: 0, message: 'OK', data } }));
    expect(await harness.tikTok.choices?.read(harness.session({ baseUrl: stub.url }))).toMatchObject({
      choices: {
        options: {
          privacyLevel: [{ label: 'Followers' }, { value: 'NEW_LEVEL', label: 'NEW_LEVEL' }],
          disableComment: [{ value: true }],
          disableDuet: [{ value: true }],
          disableStitch: [{ value: true }],
        },
        videoDurationMaxMs: null,
      },
    });
  });

  it('lead to a failure if they cannot be read', async () => {
    await using stub = await startStub(() => ({ status: 200, body: { code: 40_102, message: 'old' } }));
    expect(await harness.tikTok.choices?.read(harness.session({ baseUrl: stub.url }))).toMatchObject({
      kind: 'auth-expired',
    });
  });
});

it('the daily quota of TikTok for Business counts posts, but neither comments nor drafts', () => {
  const [quota] = harness.tikTok.quotas ?? [];
  const form = { options: null, replyTo: null, mediaClasses: ['video' as const] };
  expect(quota).toMatchObject({ rule: 'posts_per_day', max: 15, window: 'rolling-day', scope: 'account' });
  expect(quota?.counts(form)).toBe(true);
  expect(quota?.counts({ ...form, options: { uploadToDraft: true } })).toBe(false);
  expect(quota?.counts({ ...form, replyTo: { externalPostId: '1', reference: null } })).toBe(false);
});
