import { afterEach, describe, expect, it, vi } from 'vitest';
import { upload } from '../../../../test/platforms/media-support.js';
import { prepared, startStub } from '../../../../test/platforms/support.js';
import type { Published } from '../../kit/failure.js';
import type { PlatformSession } from '../../kit/session.js';
import { chunkBytesMin, planChunks } from '../chunks.js';
import { everyone, sentBy, uploadedState, useTikTok } from './setup.js';
import { waitMsMax } from '../../../../test/harness/patience.js';

const MiB = 1024 * 1024;
const GB = 1_000_000_000;

const tiktok = useTikTok();
const { platform, session } = tiktok;
const video = (sizeBytes = 20_000, marks = '') =>
  tiktok.shelf.medium({ mime: 'video/mp4', sizeBytes, marks });

afterEach(() => {
  tiktok.clock.aheadMs = 0;
});

async function found(at: PlatformSession, publication: ReturnType<typeof tiktok.post>): Promise<Published> {
  const answer = await tiktok.settled(at, publication);
  if (answer.kind !== 'found') throw new Error(JSON.stringify(answer));
  return answer.published;
}

describe('the chunks of a video', () => {
  it.each([1, 20_000, 5_000_000, 5 * MiB, 10 * MiB - 1, 10 * MiB, 64_000_001, 777_777_777, GB, 4 * GB])(
    'are valid for %i bytes, and the last one is as small as possible',
    (sizeBytes) => {
      const { chunkBytes, chunkCount, lastStart } = planChunks(sizeBytes);
      expect(chunkCount).toBe(Math.floor(sizeBytes / chunkBytes));
      expect(chunkCount).toBeLessThanOrEqual(1_000);
      const lastBytes = sizeBytes - lastStart;
      if (sizeBytes < chunkBytesMin) {
        expect([chunkBytes, chunkCount, lastBytes]).toEqual([sizeBytes, 1, sizeBytes]);
        return;
      }
      expect(chunkBytes).toBeGreaterThanOrEqual(chunkBytesMin);
      expect(chunkBytes).toBeLessThanOrEqual(64_000_000);
      // With fewer than two chunks, nothing can be sent in advance.
      expect(lastBytes).toBeLessThan(2 * chunkBytesMin);
      expect(lastBytes).toBeLessThan(chunkBytes + 1_000);
    },
  );
});

describe('a video', () => {
  it('has the guarantee queryable, and is published by its last chunk', async () => {
    const accountId = '-video';
    const publication = tiktok.post('a large video', [video(18 * MiB + 7)]);
    expect(platform.guaranteeOf(publication)).toBe('queryable');
    const state = await uploadedState(platform, session(accountId), publication);
    expect(await tiktok.find(session(accountId), publication, state)).toEqual({ kind: 'absent' });
    expect(await tiktok.feed(accountId)).toEqual([]);
    const before = tiktok.requests.length;
    expect((await platform.commit(session(accountId), publication, state)).kind).toBe('ambiguous');
    expect(tiktok.requests.slice(before).map(({ method }) => method)).toEqual(['PUT']);
    const { sha256 } = publication.media[0] ?? video();
    expect(await tiktok.feed(accountId)).toMatchObject([{ text: 'a large video', media: [{ sha256 }] }]);
  });

  it('continues an interrupted upload at the last chunk, and is complete', async () => {
    const publication = tiktok.post('in parts', [video(21 * MiB)]);
    const at = session('-parts');
    let state = null;
    for (let tries = 1; ; tries += 1) {
      const controller = new AbortController();
      const progress = (bytes: number): void => {
        if (bytes > tries * 5.5 * MiB) controller.abort();
      };
      const next = await upload(platform, at, publication, state, { progress, signal: controller.signal });
      if (next.answer.kind === 'uploaded') {
        expect(tries).toBeGreaterThan(1);
        state = next.answer.state;
        break;
      }
      state = next.saved.at(-1) ?? state;
    }
    const starts = tiktok.shelf.readsOf(publication.media[0] ?? video()).map(({ start }) => start);
    expect([...starts].sort((a, b) => a - b)).toEqual(starts);
    await platform.commit(at, publication, await prepared(platform, at, publication, state));
    const { sha256 } = publication.media[0] ?? video();
    expect(await tiktok.feed('-parts')).toMatchObject([{ media: [{ sha256 }] }]);
  });

  it('continues an upload after a chunk whose response was lost', async () => {
    const publication = tiktok.post('twice', [video(16 * MiB)]);
    const at = session('-twice');
    const { saved } = await upload(platform, at, publication);
    // TikTok has both chunks before the last one, and this state knows of neither.
    const again = await upload(platform, at, publication, saved[0] ?? null);
    expect(again.answer).toMatchObject({ kind: 'uploaded', state: saved.at(-1) });
  });

  it('is uploaded without a token, and the upload URL is never revealed', async () => {
    const publication = tiktok.post('secret [sandbox:drop-before-accept]', [video(11 * MiB)]);
    const before = tiktok.requests.length;
    const { answer } = await tiktok.send(session('-secret'), publication);
    const puts = tiktok.requests.slice(before).filter(({ method }) => method === 'PUT');
    expect(puts).toHaveLength(2);
    for (const { headers, url } of puts) {
      expect(Object.keys(headers ?? {}).sort()).toEqual(['content-range', 'content-type']);
      expect(JSON.stringify(answer)).not.toContain(url);
    }
  });

  it('is uploaded again if its upload has expired', async () => {
    const publication = tiktok.post('late', [video(11 * MiB)]);
    const at = session('-late');
    const state = await uploadedState(platform, at, publication);
    expect((await platform.prepare(at, publication, state)).kind).toBe('prepared');
    tiktok.clock.aheadMs = 56 * 60 * 1000;
    expect((await platform.prepare(at, publication, state)).kind).toBe('upload-again');
    const before = tiktok.requests.length;
    expect((await platform.commit(at, publication, state)).kind).toBe('upload-again');
    expect(tiktok.requests).toHaveLength(before);
    const anew = await uploadedState(platform, at, publication, state);
    expect(anew).not.toEqual(state);
    expect((await platform.prepare(at, publication, anew)).kind).toBe('prepared');
  });

  it('is uploaded again if TikTok reports that the URL has expired', async () => {
    const publication = tiktok.post('[sandbox:upload-url-expired]', [video()]);
    const at = session('-expired');
    expect((await tiktok.send(at, publication)).answer.kind).toBe('upload-again');
    expect((await tiktok.settled(at, publication)).kind).toBe('found');
    expect(await tiktok.feed('-expired')).toHaveLength(1);
  });

  it('is uploaded again if its text or an option has changed', async () => {
    const media = [video(11 * MiB)];
    const at = session('-edited');
    const state = await uploadedState(platform, at, tiktok.post('before', media));
    for (const changed of [
      tiktok.post('after', media),
      tiktok.post('before', media, { ...everyone, disableComment: true }),
      tiktok.post('before', media, { postMode: 'MEDIA_UPLOAD' }),
    ]) {
      expect((await platform.prepare(at, changed, state)).kind).toBe('upload-again');
      expect((await platform.commit(at, changed, state)).kind).toBe('upload-again');
      expect(await uploadedState(platform, at, changed, state)).not.toEqual(state);
    }
  });

  it('is not sent again under the same id after it failed', async () => {
    const publication = tiktok.post('[sandbox:fail-internal]', [video()]);
    const at = session('-internal');
    const { state } = await tiktok.send(at, publication);
    await vi.waitFor(
      async () => {
        expect((await tiktok.find(at, publication, state)).kind).toBe('absent');
      },
      { timeout: waitMsMax },
    );
    const kept = await prepared(platform, at, publication, state);
    expect((await platform.checkReadiness(at, publication, kept)).kind).toBe('upload-again');
  });

  it('is reported as published, not ready, if an earlier call has published it', async () => {
    const publication = tiktok.post('already there', [video()]);
    const at = session('-ready');
    const state = await uploadedState(platform, at, publication);
    expect(await platform.checkReadiness(at, publication, state)).toEqual({ kind: 'ready' });
    await platform.commit(at, publication, state);
    expect((await platform.checkReadiness(at, publication, state)).kind).toBe('used-up');
    // The last chunk does not publish a second time either.
    expect((await platform.commit(at, publication, state)).kind).toBe('ambiguous');
    expect(await tiktok.feed('-ready')).toHaveLength(1);
  });

  it('is being processed at first, and is found later', async () => {
    const publication = tiktok.post('working', [video(20_000, '[sandbox:processing=2000]')]);
    const at = session('-working');
    const { state } = await tiktok.send(at, publication);
    expect((await tiktok.find(at, publication, state)).kind).toBe('processing');
    await vi.waitFor(
      async () => {
        expect((await tiktok.find(at, publication, state)).kind).toBe('found');
      },
      { timeout: waitMsMax },
    );
  });

  it('is refused for good if TikTok cannot process it', async () => {
    const publication = tiktok.post('broken', [video(20_000, '[sandbox:processing-failed]')]);
    const answer = await tiktok.settled(session('-broken'), publication);
    expect(answer).toMatchObject({ kind: 'refused', code: 'MEDIA_REJECTED' });
    expect(await tiktok.feed('-broken')).toEqual([]);
  });

  it('is stored with every digit of its id, and with its own URL', async () => {
    const at = session('-id');
    const post = await found(at, tiktok.post('public', [video()]));
    const [shown] = await tiktok.feed('-id');
    expect(BigInt(post.externalPostId)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
    expect(post.externalPostId).toBe(shown?.externalPostId);
    expect(post.externalUrl).toBe(`${at.baseUrl}/@some.one/video/${post.externalPostId}`);
    await using stub = await startStub(() => ({
      status: 200,
      body: '{"data":{"status":"PUBLISH_COMPLETE","publicaly_available_post_id":[7123456789012345679]},"error":{"code":"ok"}}',
    }));
    const real = tiktok.realSession(stub.url);
    const publication = tiktok.post('public', [video()]);
    const state = { media: [{ sha256: '0' }], publishId: 'v_pub_file~1' };
    expect(await tiktok.find(real, publication, state)).toMatchObject({
      published: {
        externalPostId: '7123456789012345679',
        externalUrl: 'https://www.tiktok.com/@some.one/video/7123456789012345679',
      },
    });
  });

  it('is stored under the id of its job if its own id is known only later, and gets its URL then', async () => {
    const at = session('-moderated');
    const post = await found(at, tiktok.post('checked [sandbox:moderation]', [video()]));
    expect(post).toMatchObject({ externalUrl: null });
    expect(post.externalPostId).toMatch(/^v_pub_file~/);
    expect(await platform.readPermalink?.(at, post)).toBeNull();
    await vi.waitFor(
      async () => {
        const [shown] = await tiktok.feed('-moderated');
        const url = `${at.baseUrl}/@some.one/video/${shown?.externalPostId ?? ''}`;
        expect(await platform.readPermalink?.(at, post)).toBe(url);
      },
      { timeout: waitMsMax, interval: 100 },
    );
  });

  it('has no URL if only the account can see it', async () => {
    const at = session('-alone');
    const post = await found(at, tiktok.post('diary', [video()], { privacyLevel: 'SELF_ONLY' }));
    expect(post).toMatchObject({ externalUrl: null, reference: { publishId: post.externalPostId } });
    const [shown] = await tiktok.feed('-alone');
    expect(shown).toMatchObject({ externalPostId: post.externalPostId, shown: { 'Visible to': 'only me' } });
  });

  it('is sent to the inbox as a draft, without its text and without reading the settings', async () => {
    const at = session('-draft');
    const before = tiktok.requests.length;
    const post = await found(at, tiktok.post('not sent', [video()], { postMode: 'MEDIA_UPLOAD' }));
    const paths = tiktok.requests.slice(before).map(({ url }) => new URL(url).pathname);
    expect(paths[0]).toBe('/tiktok-personal/v2/post/publish/inbox/video/init/');
    expect(paths.filter((path) => path.includes('creator_info'))).toEqual([]);
    expect(post).toMatchObject({ externalUrl: null });
    expect(await tiktok.feed('-draft')).toMatchObject([
      { text: '', externalPostId: post.externalPostId, shown: { Draft: 'in the inbox of the account' } },
    ]);
  });

  it('is sent with every option under TikTok’s name for it', async () => {
    const options = {
      privacyLevel: 'MUTUAL_FOLLOW_FRIENDS',
      disableComment: true,
      disableDuet: true,
      disableStitch: true,
      brandContentToggle: true,
      brandOrganicToggle: true,
      isAigc: true,
      videoCoverTimestampMs: 1_500,
    };
    const before = tiktok.requests.length;
    await found(session('-options'), tiktok.post('all of it', [video()], options));
    const init = tiktok.requests
      .slice(before)
      .find(({ url }) => url.endsWith('/v2/post/publish/video/init/'));
    expect(sentBy(init)).toEqual({
      post_info: {
        title: 'all of it',
        privacy_level: 'MUTUAL_FOLLOW_FRIENDS',
        disable_comment: true,
        disable_duet: true,
        disable_stitch: true,
        video_cover_timestamp_ms: 1_500,
        brand_content_toggle: true,
        brand_organic_toggle: true,
        is_aigc: true,
      },
      source_info: { source: 'FILE_UPLOAD', video_size: 20_000, chunk_size: 20_000, total_chunk_count: 1 },
    });
    expect((await tiktok.feed('-options'))[0]?.shown).toEqual({
      'Visible to': 'friends',
      Comments: 'off',
      Duets: 'off',
      Stitches: 'off',
      Label: 'paid partnership',
      AI: 'labeled by its creator',
      Cover: 'at 1500 ms',
    });
  });

  it('is found in the list after its id was lost, but only if no other post could be it', async () => {
    const at = session('-restored');
    const publication = tiktok.post('restored', [video()]);
    const { externalPostId } = await found(at, publication);
    expect(await tiktok.find(at, publication, null)).toMatchObject({
      kind: 'found',
      published: { externalPostId, externalUrl: `${at.baseUrl}/@some.one/video/${externalPostId}` },
    });
    expect((await tiktok.find(at, publication, null, [externalPostId])).kind).toBe('absent');
    await found(at, tiktok.post('restored', [video()]));
    expect((await tiktok.find(at, publication, null)).kind).toBe('ambiguous');
  });
});

describe('an account that has disabled interactions', () => {
  const at = (): PlatformSession => session('-private');
  const followers = { privacyLevel: 'FOLLOWER_OF_CREATOR' };

  it('offers the remaining choices', async () => {
    expect(platform.choices?.options).toEqual([
      'privacyLevel',
      'disableComment',
      'disableDuet',
      'disableStitch',
    ]);
    expect(await platform.choices?.read(at())).toMatchObject({
      kind: 'choices',
      choices: {
        options: {
          privacyLevel: [
            { value: 'FOLLOWER_OF_CREATOR', label: 'Followers' },
            { value: 'MUTUAL_FOLLOW_FRIENDS' },
            { value: 'SELF_ONLY' },
          ],
          disableComment: [{ value: true, label: 'Comments off' }],
          disableDuet: [{ value: true }],
          disableStitch: [{ value: true }],
        },
        videoDurationMaxMs: 60_000,
        quota: null,
      },
    });
    expect(await platform.choices?.read(session('-open'))).toMatchObject({
      choices: { options: { disableDuet: [{ value: false }, { value: true }] }, videoDurationMaxMs: 600_000 },
    });
  });

  it('has them disabled in its posts, whatever the options say', async () => {
    await found(at(), tiktok.post('quiet', [video()], { ...followers, disableComment: false }));
    expect((await tiktok.feed('-private'))[0]?.shown).toEqual({
      'Visible to': 'followers',
      Comments: 'off',
      Duets: 'off',
      Stitches: 'off',
    });
  });

  it('refuses a privacy level that it does not offer, and a video that is too long', async () => {
    const open = await upload(platform, at(), tiktok.post('open', [video()]));
    expect(open.answer).toMatchObject({ kind: 'rejected', code: 'CHOICE_NOT_AVAILABLE' });
    const long = { ...video(), durationMs: 60_001 };
    const tooLong = await upload(platform, at(), tiktok.post('long', [long], followers));
    expect(tooLong.answer).toMatchObject({ kind: 'rejected', code: 'MEDIA_REJECTED' });
    expect([...open.saved, ...tooLong.saved]).toEqual([]);
  });
});
