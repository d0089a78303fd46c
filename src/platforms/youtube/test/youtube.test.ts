import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../../../domain/json.js';
import { upload, uploaded } from '../../../../test/platforms/media-support.js';
import { publishAll, search } from '../../../../test/platforms/runner.js';
import { prepared, published, startStub, textPost } from '../../../../test/platforms/support.js';
import type { Published } from '../../kit/failure.js';
import type { Publication } from '../../kit/platform.js';
import type { PlatformSession } from '../../kit/session.js';
import {
  bearerOf,
  createConnector,
  videoPost,
  safeFetch,
  sessionAt,
  unitBytes,
  videoOptions,
} from './support.js';
import { waitMsMax } from '../../../../test/harness/patience.js';
import { useSandbox, useShelf } from '../../../../test/platforms/use-sandbox.js';

const MiB = 1024 * 1024;
const youTube = createConnector();
const sandbox = useSandbox();
const shelf = useShelf();

let accounts = 0;
/** A separate channel for each test, so that its lists contain nothing else. */
function session(): PlatformSession {
  accounts += 1;
  return sessionAt(`${sandbox.url}/youtube`, `UC${String(accounts).padStart(22, '0')}`);
}

interface Shown {
  externalPostId: string;
  text: string;
  shown: Record<string, string>;
  media: { sha256: string; sizeBytes: number }[];
}

async function read<T>(path: string): Promise<T> {
  const answer = await safeFetch({ url: `${sandbox.url}${path}`, method: 'GET' });
  return (JSON.parse(answer.body) as { data: T }).data;
}

const shownOf = ({ externalAccountId: accountId }: PlatformSession): Promise<Shown[]> =>
  read(`/publications?${new URLSearchParams({ platform: 'YOUTUBE', accountId }).toString()}`);
const callsOf = async (operation: string): Promise<number> =>
  (await read<Record<string, Record<string, number>>>('/calls'))['YOUTUBE']?.[operation] ?? 0;
const bytesReceived = async (): Promise<number> =>
  (await read<{ bytesReceived: Record<string, number> }>('/uploads')).bytesReceived['YOUTUBE'] ?? 0;
/** The bytes that an upload session reports. */
async function keptRange(at: PlatformSession, state: JsonObject | null, sizeBytes: number) {
  const { uri } = z.object({ session: z.object({ uri: z.string() }) }).parse(state).session;
  const headers = {
    'content-range': `bytes */${sizeBytes}`,
    ...bearerOf(at),
  };
  const answer = await safeFetch({ url: `${at.baseUrl}${uri}`, method: 'PUT', headers, body: '' });
  return answer.headers['range'];
}
const post = async (at: PlatformSession, publication: Publication): Promise<Published> =>
  published((await publishAll(youTube, at, publication)).answer);

describe('a video', () => {
  it('has the values of its options', async () => {
    const at = session();
    const options = {
      title: 'Ein Titel & mehr',
      madeForKids: true,
      tags: ['one', 'two words'],
      categoryId: '28',
      privacyStatus: 'unlisted',
      notifySubscribers: false,
      license: 'creativeCommon',
      embeddable: false,
      publicStatsViewable: false,
      defaultLanguage: 'de',
      containsSyntheticMedia: true,
      hasPaidProductPlacement: true,
    };
    const { externalPostId, externalUrl } = await post(at, videoPost(shelf, 'with all', { options }));
    expect(externalUrl).toBe(`${at.baseUrl}/watch?v=${externalPostId}`);
    expect((await shownOf(at))[0]?.shown).toEqual({
      Title: 'Ein Titel & mehr',
      Visibility: 'unlisted',
      Category: 'Science & Technology',
      Tags: 'one, two words',
      Notes: 'made for kids; includes paid promotion; altered or synthetic content; Creative Commons',
    });
    const part = 'snippet,status,paidProductPlacementDetails';
    const answer = await safeFetch({
      url: `${at.baseUrl}/youtube/v3/videos?part=${part}&id=${externalPostId}`,
      method: 'GET',
      headers: bearerOf(at),
    });
    expect(JSON.parse(answer.body)).toMatchObject({
      items: [
        {
          snippet: { defaultLanguage: 'de', description: 'with all' },
          status: { embeddable: false, publicStatsViewable: false },
        },
      ],
    });
  });

  it('is public, in People & Blogs, and sent to subscribers by default', async () => {
    await using stub = await startStub(() => ({ status: 400 }));
    await upload(youTube, sessionAt(stub.url), videoPost(shelf, 'plain'));
    const [start] = stub.requests;
    expect(start?.url).toBe(
      '/upload/youtube/v3/videos?uploadType=resumable&part=snippet%2Cstatus&notifySubscribers=true',
    );
    expect(start?.headers).toMatchObject({
      'content-type': 'application/json; charset=UTF-8',
      'x-upload-content-length': '20000',
      'x-upload-content-type': 'video/mp4',
    });
    expect(JSON.parse(start?.body ?? '')).toEqual({
      snippet: { title: 'A video', description: 'plain', categoryId: '22' },
      status: {
        privacyStatus: 'public',
        selfDeclaredMadeForKids: false,
        license: 'youtube',
        embeddable: true,
        publicStatsViewable: true,
        containsSyntheticMedia: false,
      },
    });
  });

  it.each([1, unitBytes - 1, unitBytes, unitBytes + 1, 3 * unitBytes])(
    'exists once its last part has arrived, with %i bytes',
    async (sizeBytes) => {
      const at = session();
      const publication = videoPost(shelf, `of ${sizeBytes}`, { sizeBytes: Math.max(sizeBytes, 20) });
      const state = uploaded(await upload(youTube, at, publication));
      const [video] = publication.media;
      const size = video?.sizeBytes ?? 0;
      expect(
        shelf.readsOf(video ?? shelf.medium()).reduce((sum, { start, end }) => sum + end - start, 0),
      ).toBe(Math.floor((size - 1) / unitBytes) * unitBytes);
      expect(await shownOf(at)).toEqual([]);
      published(await youTube.commit(at, publication, await prepared(youTube, at, publication, state)));
      expect(await shownOf(at)).toMatchObject([{ media: [{ sha256: video?.sha256, sizeBytes: size }] }]);
    },
  );
});

describe('an upload', () => {
  it('continues an interrupted session at the last byte, and the video is complete', async () => {
    const at = session();
    const publication = videoPost(shelf, 'a large video', { sizeBytes: 9 * MiB + 7 });
    const [video] = publication.media;
    const [sessionsBefore, bytesBefore] = [await callsOf('videosInsert'), await bytesReceived()];
    const controller = new AbortController();
    const progress = (bytes: number): void => {
      if (bytes > 3 * MiB) controller.abort();
    };
    const cutOff = await upload(youTube, at, publication, null, { progress, signal: controller.signal });
    expect(cutOff.answer.kind).toBe('ambiguous');
    const state = cutOff.saved.at(-1) ?? null;
    // The server notices only a moment later that the connection is gone.
    const kept = await vi.waitFor(
      async () => {
        const range = await keptRange(at, state, video?.sizeBytes ?? 0);
        expect(range).toMatch(/^bytes=0-\d+$/);
        return Number(range?.slice('bytes=0-'.length)) + 1;
      },
      { timeout: waitMsMax },
    );
    expect(kept % unitBytes).toBe(0);
    const done = uploaded(await upload(youTube, at, publication, state));
    expect((await callsOf('videosInsert')) - sessionsBefore).toBe(1);
    expect(video === undefined ? [] : shelf.readsOf(video)).toEqual([
      { start: 0, end: 9 * MiB },
      { start: kept, end: 9 * MiB },
    ]);
    published(await youTube.commit(at, publication, done));
    expect((await bytesReceived()) - bytesBefore).toBeLessThan(10 * MiB);
    expect(await shownOf(at)).toMatchObject([{ media: [{ sha256: video?.sha256 }] }]);
  });

  it('starts again if title, description or options have changed', async () => {
    const at = session();
    const publication = videoPost(shelf, 'before');
    const { saved, answer } = await upload(youTube, at, publication);
    expect(saved).toHaveLength(1);
    const state = uploaded({ answer, saved, told: [] });
    for (const edited of [
      { ...publication, text: 'after' },
      { ...publication, options: { ...videoOptions, title: 'Another video' } },
    ]) {
      expect((await youTube.prepare(at, edited, state)).kind).toBe('upload-again');
      const again = uploaded(await upload(youTube, at, edited, state));
      expect(again['session']).not.toEqual(state['session']);
    }
  });

  it('gives up if YouTube keeps no bytes', async () => {
    await using stub = await startStub(({ method, headers }) =>
      method === 'POST'
        ? { status: 200, headers: { location: `http://${headers.host}/s?upload_id=1` } }
        : { status: 308 },
    );
    const publication = videoPost(shelf, 'nowhere', { sizeBytes: 2 * unitBytes });
    expect((await upload(youTube, sessionAt(stub.url), publication)).answer.kind).toBe('ambiguous');
    expect(stub.requests).toHaveLength(2);
  });

  it('starts a new session if YouTube has forgotten the earlier one', async () => {
    const at = session();
    const publication = videoPost(shelf, '[sandbox:session-gone]', { sizeBytes: 2 * unitBytes });
    const { answer, state } = await publishAll(youTube, at, publication);
    expect(answer.kind).toBe('upload-again');
    const again = uploaded(await upload(youTube, at, publication, { session: state['session'] ?? null }));
    published(await youTube.commit(at, publication, again));
    expect(await shownOf(at)).toHaveLength(1);
  });

  it.each([
    ['quota-spent', true],
    ['upload-limit', false],
  ])('waits for the next day in California at a daily limit: %s', async (mark, isNextOne) => {
    const at = session();
    if (isNextOne) await post(at, videoPost(shelf, `[sandbox:${mark}] the last one`));
    const { answer } = await upload(youTube, at, videoPost(shelf, `[sandbox:${mark}] one more`));
    expect(answer).toMatchObject({ kind: 'rate-limited', code: 'PLATFORM_QUOTA_EXCEEDED' });
    const waitMs = 'retryAfterMs' in answer ? (answer.retryAfterMs ?? 0) : 0;
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(25 * 60 * 60 * 1000);
    await vi.waitFor(async () => uploaded(await upload(youTube, at, videoPost(shelf, 'next'))), {
      timeout: waitMsMax,
      interval: 200,
    });
  });
});

describe('a publishing call', () => {
  it('yields the same video if it is made twice', async () => {
    const at = session();
    const publication = videoPost(shelf, 'twice');
    const { answer, state } = await publishAll(youTube, at, publication);
    expect(await youTube.commit(at, publication, state)).toEqual(answer);
    expect(await shownOf(at)).toHaveLength(1);
  });

  it('can be repeated without another upload if the video had arrived after all', async () => {
    const at = session();
    const publication = videoPost(shelf, 'late', { sizeBytes: 2 * unitBytes });
    const { answer, state } = await publishAll(youTube, at, publication);
    const before = await bytesReceived();
    const again = uploaded(await upload(youTube, at, publication, { session: state['session'] ?? null }));
    expect(await bytesReceived()).toBe(before);
    expect(await youTube.commit(at, publication, again)).toEqual(answer);
  });
});

describe('a look-up', () => {
  const lost = async (at: PlatformSession, text: string) => {
    const publication = videoPost(shelf, text);
    const { answer, state } = await publishAll(youTube, at, publication);
    expect(answer.kind).toBe('ambiguous');
    return { publication, state };
  };
  const since = new Date();

  it('finds a video in the list of uploads if its session is forgotten', async () => {
    const at = session();
    const { publication, state } = await lost(at, '[sandbox:forget-session] where is it');
    const [made] = await shownOf(at);
    const found = { kind: 'found', published: { externalPostId: made?.externalPostId } };
    expect(await youTube.findPublished(at, publication, state, search(since))).toMatchObject(found);
    expect(await youTube.findPublished(at, publication, null, search(since))).toMatchObject(found);
    const taken = (from: Date) => search(from, [made?.externalPostId ?? '']);
    const longAgo = new Date(Date.now() - 10 * 60_000);
    expect((await youTube.findPublished(at, publication, state, taken(longAgo))).kind).toBe('absent');
    // The list does not contain the video yet.
    expect((await youTube.findPublished(at, publication, state, taken(since))).kind).toBe('ambiguous');
    const later = search(new Date(Date.now() + 10 * 60_000));
    expect((await youTube.findPublished(at, publication, null, later)).kind).toBe('absent');
    // The next attempt does not upload it again either: it looks first.
    expect((await youTube.commit(at, publication, state)).kind).toBe('ambiguous');
  });

  it('waits until a delayed list contains the video', async () => {
    const at = session();
    const { publication, state } = await lost(at, '[sandbox:forget-session] [sandbox:late-in-list]');
    expect((await youTube.findPublished(at, publication, state, search(since))).kind).toBe('ambiguous');
    await vi.waitFor(
      async () =>
        expect((await youTube.findPublished(at, publication, state, search(since))).kind).toBe('found'),
      { timeout: waitMsMax, interval: 200 },
    );
  });

  it('reaches no verdict if several videos match', async () => {
    const at = session();
    const first = await lost(at, '[sandbox:forget-session] the same');
    await lost(at, '[sandbox:forget-session] the same');
    const found = await youTube.findPublished(at, first.publication, first.state, search(since));
    expect(found.kind).toBe('ambiguous');
  });

  it('reads all pages of a long list', async () => {
    const item = (number: number, title: string): object => ({
      snippet: {
        title,
        description: 'the words',
        publishedAt: new Date().toISOString(),
        resourceId: { videoId: `video-${number}` },
      },
    });
    await using stub = await startStub(({ url }) => {
      if (url.includes('/channels')) {
        return {
          status: 200,
          body: { items: [{ contentDetails: { relatedPlaylists: { uploads: 'UU1' } } }] },
        };
      }
      const isSecond = url.includes('pageToken=more');
      const items = isSecond ? [item(2, 'A video')] : [null, item(1, 'Another'), { snippet: {} }];
      return { status: 200, body: { items, ...(isSecond ? {} : { nextPageToken: 'more' }) } };
    });
    const publication = textPost('the words', { options: videoOptions });
    const found = await youTube.findPublished(sessionAt(stub.url), publication, null, search(since));
    expect(found).toMatchObject({ kind: 'found', published: { externalPostId: 'video-2' } });
  });

  it('finds a reply among those of its comment', async () => {
    const at = session();
    const video = await post(at, videoPost(shelf, 'video'));
    const under = (parent: Published, text: string) => {
      const { externalPostId, reference } = parent;
      return textPost(text, { replyTo: { externalPostId, reference } });
    };
    const comment = await post(at, under(video, 'comment'));
    expect(comment.externalUrl).toBe(
      `${at.baseUrl}/watch?v=${video.externalPostId}&lc=${comment.externalPostId}`,
    );
    const reply = under(comment, '[sandbox:500-after-accept] thanks');
    const { answer, state } = await publishAll(youTube, at, reply);
    expect(answer.kind).toBe('ambiguous');
    const found = await youTube.findPublished(at, reply, state, search(since));
    expect(found).toMatchObject({
      kind: 'found',
      published: { reference: { parentId: comment.externalPostId, videoId: video.externalPostId } },
    });
    const unseen = await youTube.findPublished(at, under(comment, 'other'), state, search(since));
    expect(unseen.kind).toBe('absent');
    if (found.kind !== 'found') return;
    // Only the id of the comment is known, as for a comment of another user.
    const { externalPostId } = found.published;
    const deeper = textPost('known by id', { replyTo: { externalPostId, reference: null } });
    expect(await post(at, deeper)).toMatchObject({ reference: { parentId: comment.externalPostId } });
  });
});

describe('an expired token', () => {
  it('is refreshed as often as needed, with a permanent refresh token', async () => {
    let at = session();
    for (const text of ['[sandbox:expired-token] one', '[sandbox:expired-token] two']) {
      const publication = videoPost(shelf, text);
      const { answer, state } = await publishAll(youTube, at, publication);
      expect(answer.kind).toBe('auth-expired');
      const refreshed = await youTube.refresh(at);
      if (refreshed.kind !== 'refreshed') throw new Error(JSON.stringify(refreshed));
      expect(refreshed.credentials['refreshToken']).toBe(at.credentials['refreshToken']);
      at = { ...at, credentials: refreshed.credentials };
      published(await youTube.commit(at, publication, state));
    }
  });
});
