import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../domain/json.js';
import { publishAll } from '../../../../test/platforms/runner.js';
import { published, startStub, textPost } from '../../../../test/platforms/support.js';
import type { Published } from '../../kit/failure.js';
import type { Publication } from '../../kit/platform.js';
import type { PlatformSession } from '../../kit/session.js';
import { bearerOf, createConnector, videoPost, googleError, safeFetch, sessionAt } from './support.js';
import { waitMsMax } from '../../../../test/harness/patience.js';
import { useSandbox, useShelf } from '../../../../test/platforms/use-sandbox.js';

const youTube = createConnector();
const sandbox = useSandbox();
const shelf = useShelf();

const session = (): PlatformSession => sessionAt(`${sandbox.url}/youtube`);

async function make(text: string, options: JsonObject, marks = '') {
  const publication = videoPost(shelf, text, { options, marks });
  const post = published((await publishAll(youTube, session(), publication)).answer);
  return { publication, post };
}

const add = async (publication: Publication, post: Published, at = session()) =>
  (await youTube.addExtras?.(at, publication, post)) ?? [];

interface Shown {
  externalPostId: string;
  shown: Record<string, string>;
  cover: { sha256: string } | null;
}

async function shownOf({ externalPostId }: Published): Promise<Shown | undefined> {
  const answer = await safeFetch({ url: `${sandbox.url}/publications?platform=YOUTUBE`, method: 'GET' });
  const { data } = JSON.parse(answer.body) as { data: Shown[] };
  return data.find((post) => post.externalPostId === externalPostId);
}

async function aPlaylist(): Promise<string> {
  const answer = await youTube.choices?.read(session());
  if (answer?.kind !== 'choices') throw new Error(JSON.stringify(answer));
  return String(answer.choices.options['playlistId']?.[0]?.value);
}

const withThumbnail = (
  publication: Publication,
  mime: 'image/png' | 'image/gif' = 'image/png',
): Publication => ({
  ...publication,
  optionMedia: { thumbnailMediaId: shelf.medium({ mime }) },
});

describe('the extras of a video', () => {
  it('are not added if there are no options, or to a comment', async () => {
    const { publication, post } = await make('plain', {});
    expect(await add(publication, post)).toEqual([]);
    const { externalPostId, reference } = post;
    const reply = textPost('reply', { replyTo: { externalPostId, reference } });
    const comment = published((await publishAll(youTube, session(), reply)).answer);
    expect(await add(reply, comment)).toEqual([]);
  });

  it('add a thumbnail and a playlist, each only once even if repeated', async () => {
    const playlistId = await aPlaylist();
    const { publication, post } = await make('with extras', { playlistId, thumbnailMediaId: 'med_1' });
    const full = withThumbnail(publication);
    expect(await add(full, post)).toEqual([]);
    expect(await add(full, post)).toEqual([]);
    expect(await shownOf(post)).toMatchObject({
      shown: { Playlist: 'Sandbox videos' },
      cover: { sha256: full.optionMedia['thumbnailMediaId']?.sha256 },
    });
    const query = new URLSearchParams({ part: 'snippet', playlistId, videoId: post.externalPostId });
    const listed = await safeFetch({
      url: `${session().baseUrl}/youtube/v3/playlistItems?${query.toString()}`,
      method: 'GET',
      headers: bearerOf(session()),
    });
    expect((JSON.parse(listed.body) as { items: unknown[] }).items).toHaveLength(1);
  });

  it('add a thumbnail of more than 2 MB, the limit until 2025', async () => {
    const { publication, post } = await make('with a large thumbnail', { thumbnailMediaId: 'med_1' });
    const thumbnail = shelf.medium({ sizeBytes: 3 * 1024 * 1024 });
    const full = { ...publication, optionMedia: { thumbnailMediaId: thumbnail } };
    expect(await add(full, post)).toEqual([]);
    expect(await shownOf(post)).toMatchObject({ cover: { sha256: thumbnail.sha256 } });
  });

  it('are reported one by one if they fail', async () => {
    const options = { playlistId: 'PL_of_nobody', thumbnailMediaId: 'med_1' };
    const { publication, post } = await make('[sandbox:no-thumbnails] refused', options);
    expect(await add(withThumbnail(publication), post)).toMatchObject([
      { extra: 'thumbnail' },
      { extra: 'playlist', message: 'The playlist cannot be found.' },
    ]);
    expect(await add(publication, post)).toMatchObject([
      { extra: 'thumbnail', message: 'The image is no longer in the media library.' },
      { extra: 'playlist' },
    ]);
  });

  it('are refused if the image has a type that YouTube does not accept', async () => {
    const { publication, post } = await make('gif', { thumbnailMediaId: 'med_1' });
    expect(await add(withThumbnail(publication, 'image/gif'), post)).toMatchObject([{ extra: 'thumbnail' }]);
  });

  it('are reported as failed if YouTube is down, without a token in any message', async () => {
    const { publication, post } = await make('away', { playlistId: 'PL1', thumbnailMediaId: 'med_1' });
    await using stub = await startStub(({ headers }) =>
      googleError(500, 'backendError', `who is ${headers.authorization ?? ''}`),
    );
    const failed = await add(withThumbnail(publication), post, sessionAt(stub.url));
    expect(failed.map(({ extra }) => extra)).toEqual(['thumbnail', 'playlist', 'status_check']);
    expect(JSON.stringify(failed)).not.toContain('sandbox:UC');
  });
});

describe('the status of a video', () => {
  it('is reported if YouTube keeps the video private', async () => {
    const { publication, post } = await make('[sandbox:locked-private] seen by nobody', {});
    const [told, ...others] = await add(publication, post);
    expect(others).toEqual([]);
    expect(told).toMatchObject({ extra: 'privacy_status' });
    expect(told?.message).toContain('The video is private, not public.');
    const asked = await make('[sandbox:locked-private] as asked', { privacyStatus: 'private' });
    expect(await add(asked.publication, asked.post)).toEqual([]);
  });

  it('is reported if the video cannot be processed', async () => {
    const { publication, post } = await make('broken', {}, '[sandbox:processing-failed]');
    await vi.waitFor(
      async () =>
        expect(await add(publication, post)).toMatchObject([
          { extra: 'processing', message: 'YouTube could not process the video: conversion.' },
        ]),
      { timeout: waitMsMax, interval: 100 },
    );
  });
});

describe('the choices', () => {
  it('are the existing playlists and categories', async () => {
    expect(youTube.choices?.options).toEqual(['playlistId', 'categoryId']);
    const answer = await youTube.choices?.read(session());
    expect(answer).toMatchObject({
      kind: 'choices',
      choices: { videoDurationMaxMs: null, quota: null },
    });
    if (answer?.kind !== 'choices') return;
    const { playlistId, categoryId } = answer.choices.options;
    expect(playlistId?.map(({ label }) => label)).toEqual(['Sandbox videos', 'Second playlist']);
    expect(categoryId).toContainEqual({ value: '22', label: 'People & Blogs' });
    // Categories that accept no videos are not offered.
    expect(categoryId?.map(({ value }) => value)).not.toContain('21');
  });

  it.each([
    ['allowed', null],
    ['eligible', 15 * 60_000],
    ['disallowed', 15 * 60_000],
    [undefined, null],
  ])('contain the maximum duration of a video: %s', async (longUploadsStatus, expected) => {
    await using stub = await startStub(({ url }) => ({
      status: 200,
      body: { items: url.includes('/channels') ? [{ status: { longUploadsStatus } }] : [] },
    }));
    expect(await youTube.choices?.read(sessionAt(stub.url))).toMatchObject({
      choices: { videoDurationMaxMs: expected },
    });
  });

  it('are read from all pages, for the configured country', async () => {
    const playlist = (id: string): object => ({ id, snippet: { title: id } });
    await using stub = await startStub(({ url }) => {
      if (!url.includes('/playlists')) return { status: 200, body: { items: [] } };
      const isSecond = url.includes('pageToken=more');
      return {
        status: 200,
        body: isSecond ? { items: [playlist('PL2')] } : { items: [playlist('PL1')], nextPageToken: 'more' },
      };
    });
    const german = createConnector(undefined, { YOUTUBE_REGION_CODE: 'DE' });
    const answer = await german.choices?.read(sessionAt(stub.url));
    expect(answer).toMatchObject({
      choices: { options: { playlistId: [{ value: 'PL1' }, { value: 'PL2' }] } },
    });
    expect(stub.requests.some(({ url }) => url.includes('regionCode=DE'))).toBe(true);
  });

  it.each([
    [googleError(401, 'authError'), 'auth-expired'],
    [{ status: 200, body: '<html>' }, 'ambiguous'],
  ])('cannot be read if YouTube returns %o', async (stubbed, kind) => {
    await using stub = await startStub(() => stubbed);
    expect((await youTube.choices?.read(sessionAt(stub.url)))?.kind).toBe(kind);
  });
});
