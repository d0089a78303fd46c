import { describe, expect, it } from 'vitest';
import { upload, uploaded } from '../../../../test/platforms/media-support.js';
import {
  startStub,
  textPost,
  type StubAnswer,
  type StubRequest,
} from '../../../../test/platforms/support.js';
import { useShelf } from '../../../../test/platforms/use-sandbox.js';
import type { PlatformSession } from '../../kit/session.js';
import { createConnector, videoPost, googleError } from './support.js';

/** At this time it is four in the morning in Los Angeles. */
const now = new Date('2026-11-22T12:00:00Z');
const untilMidnightMs = 20 * 60 * 60 * 1000;
const env = { YOUTUBE_CLIENT_ID: 'client', YOUTUBE_CLIENT_SECRET: 'client-secret' };
const youTube = createConnector(() => now, env);

const shelf = useShelf();

const credentials = { accessToken: 'yt-access', refreshToken: 'yt-refresh' };
const session = (baseUrl: string): PlatformSession => ({
  externalAccountId: 'UC1',
  handle: '@videos',
  baseUrl,
  credentials,
});
const location = (host = ''): string => `http://${host}/upload/youtube/v3/videos?upload_id=secret-session`;
const started = ({ headers }: StubRequest): StubAnswer => ({
  status: 200,
  headers: { location: location(headers.host) },
});

/** Returns the connector's result for one response to the start of a session. */
async function startAgainst(answer: StubAnswer) {
  await using stub = await startStub(() => answer);
  return (await upload(youTube, session(stub.url), videoPost(shelf, 'hi'))).answer;
}

/** Returns the connector's result for one response to the call that sends the last byte. */
async function commitAgainst(answer: (request: StubRequest) => StubAnswer) {
  await using stub = await startStub((request) =>
    request.method === 'POST' ? started(request) : answer(request),
  );
  const publication = videoPost(shelf, 'hi');
  const state = uploaded(await upload(youTube, session(stub.url), publication));
  const result = await youTube.commit(session(stub.url), publication, state);
  return { result, requests: stub.requests.map(({ method, url }) => `${method} ${url.split('?')[0] ?? ''}`) };
}

async function commentAgainst(answer: StubAnswer) {
  await using stub = await startStub(() => answer);
  const replyTo = { externalPostId: 'abcdefghijk', reference: null };
  return await youTube.commit(session(stub.url), textPost('hi', { replyTo }), {});
}

const rejected = (code: string): object => ({ kind: 'rejected', code });
const quota = { kind: 'rate-limited', code: 'PLATFORM_QUOTA_EXCEEDED', retryAfterMs: untilMidnightMs };

const rows: [status: number, reason: string, expected: object][] = [
  [401, 'authError', { kind: 'auth-expired' }],
  [401, 'youtubeSignupRequired', rejected('PERMISSION_MISSING')],
  [403, 'insufficientPermissions', rejected('PERMISSION_MISSING')],
  [403, 'accountDelegationForbidden', rejected('PERMISSION_MISSING')],
  [403, 'authenticatedUserAccountSuspended', rejected('POLICY_BLOCKED')],
  [403, 'authenticatedUserAccountClosed', { kind: 'auth-revoked' }],
  [403, 'quotaExceeded', quota],
  [403, 'dailyLimitExceeded', quota],
  [400, 'uploadLimitExceeded', quota],
  [403, 'rateLimitExceeded', { kind: 'rate-limited', retryAfterMs: null }],
  [429, 'rateLimitExceeded', { kind: 'rate-limited', retryAfterMs: null }],
  [403, 'uploadRateLimitExceeded', { kind: 'rate-limited', retryAfterMs: null }],
  [400, 'invalidTitle', rejected('PLATFORM_REJECTED')],
  [400, 'invalidDescription', rejected('PLATFORM_REJECTED')],
  [400, 'invalidTags', rejected('PLATFORM_REJECTED')],
  [400, 'invalidCategoryId', rejected('CHOICE_NOT_AVAILABLE')],
  [400, 'invalidPublishAt', rejected('PLATFORM_REJECTED')],
  [400, 'invalidFilename', rejected('PLATFORM_REJECTED')],
  [400, 'invalidVideoMetadata', rejected('PLATFORM_REJECTED')],
  [400, 'invalidRecordingDetails', rejected('PLATFORM_REJECTED')],
  [400, 'invalidVideoGameRating', rejected('PLATFORM_REJECTED')],
  [400, 'defaultLanguageNotSet', rejected('PLATFORM_REJECTED')],
  [400, 'mediaBodyRequired', rejected('PLATFORM_REJECTED')],
  [403, 'forbiddenPrivacySetting', rejected('PLATFORM_REJECTED')],
  [403, 'forbiddenLicenseSetting', rejected('PLATFORM_REJECTED')],
  [403, 'forbidden', rejected('PLATFORM_REJECTED')],
  [503, 'backendError', { kind: 'ambiguous' }],
  [500, 'internalError', { kind: 'ambiguous' }],
  [400, 'backendError', { kind: 'ambiguous' }],
];

describe('an error of YouTube', () => {
  it.each(rows)(
    '%i %s is mapped to the right failure before the upload',
    async (status, reason, expected) => {
      expect(await startAgainst(googleError(status, reason))).toMatchObject({ ...expected, message: 'no' });
    },
  );

  it.each(rows)('%i %s is mapped to the right failure at the last byte', async (status, reason, expected) => {
    const { result } = await commitAgainst(() => googleError(status, reason));
    expect(result).toMatchObject(expected);
  });

  it.each([
    ...rows.slice(0, 9),
    [403, 'commentsDisabled', rejected('COMMENTS_DISABLED')],
    [403, 'ineligibleAccount', rejected('PERMISSION_MISSING')],
    [400, 'commentTextRequired', rejected('PLATFORM_REJECTED')],
    [400, 'commentTextTooLong', rejected('PLATFORM_REJECTED')],
    [400, 'processingFailure', rejected('PLATFORM_REJECTED')],
    [404, 'videoNotFound', rejected('PLATFORM_REJECTED')],
    [503, 'backendError', { kind: 'ambiguous' }],
  ] as [number, string, object][])(
    '%i %s is mapped to the right failure of a comment',
    async (status, reason, expected) => {
      expect(await commentAgainst(googleError(status, reason))).toMatchObject(expected);
    },
  );

  it.each(['Video Uploads', 'Queries'])(
    'about a quota of the day waits for the next day, although it looks like a rate limit: %s',
    async (metric) => {
      const words = `Quota exceeded for quota metric '${metric}' and limit '${metric} per day' of service 'x'.`;
      const daily = googleError(429, 'rateLimitExceeded', words);
      expect(await startAgainst(daily)).toMatchObject({ ...quota, message: words });
      expect(await commentAgainst(daily)).toMatchObject(quota);
      const often = googleError(429, 'rateLimitExceeded', words.replace('per day', 'per minute'));
      expect(await startAgainst(often)).toEqual({
        kind: 'rate-limited',
        retryAfterMs: null,
        message: words.replace('per day', 'per minute'),
      });
    },
  );

  it('sets the time to wait if a header contains it', async () => {
    const answer = { ...googleError(429, 'rateLimitExceeded'), headers: { 'retry-after': '7' } };
    expect(await commentAgainst(answer)).toMatchObject({ kind: 'rate-limited', retryAfterMs: 7_000 });
    expect(await commentAgainst({ status: 429 })).toMatchObject({ kind: 'rate-limited', retryAfterMs: null });
  });
});

describe('the last byte of a video', () => {
  it.each([
    [{ uploadStatus: 'rejected', rejectionReason: 'copyright' }, 'POLICY_BLOCKED'],
    [{ uploadStatus: 'rejected', rejectionReason: 'termsOfUse' }, 'POLICY_BLOCKED'],
    [{ uploadStatus: 'rejected', rejectionReason: 'duplicate' }, 'MEDIA_REJECTED'],
    [{ uploadStatus: 'rejected', rejectionReason: 'length' }, 'MEDIA_REJECTED'],
    [{ uploadStatus: 'failed', failureReason: 'codec' }, 'MEDIA_REJECTED'],
  ])('may lead to an immediate refusal of the video: %o', async (status, code) => {
    const { result } = await commitAgainst(() => ({ status: 200, body: { id: 'abcdefghijk', status } }));
    expect(result).toMatchObject(rejected(code));
  });

  it('leads to another upload in the same session if other bytes are missing', async () => {
    const { result } = await commitAgainst(() => ({ status: 308 }));
    expect(result).toMatchObject({ kind: 'upload-again' });
  });

  const channel = { items: [{ contentDetails: { relatedPlaylists: { uploads: 'UU1' } } }] };
  const listed = (title: string): object => ({
    items: [
      {
        snippet: {
          title,
          description: 'hi',
          publishedAt: '2026-11-22T12:00:01Z',
          resourceId: { videoId: 'abcdefghijk' },
        },
      },
    ],
  });

  it.each([
    ['no video is in the list of uploads', 404, { items: [] }, 'upload-again'],
    ['another video is in the list', 404, listed('Another video'), 'upload-again'],
    ['the video may be in the list', 410, listed('A video'), 'ambiguous'],
  ])('leads to a look-up if the session is gone: %s', async (_what, status, list, kind) => {
    const { result, requests } = await commitAgainst(({ method, url }) => {
      if (method === 'PUT') return { status };
      return { status: 200, body: url.includes('/channels') ? channel : list };
    });
    expect(result.kind).toBe(kind);
    expect(requests).toEqual([
      'POST /upload/youtube/v3/videos',
      'PUT /upload/youtube/v3/videos',
      'GET /youtube/v3/channels',
      'GET /youtube/v3/playlistItems',
    ]);
  });

  it('is not sent if the video can no longer be read', async () => {
    await using stub = await startStub(started);
    const publication = videoPost(shelf, 'hi');
    const state = uploaded(await upload(youTube, session(stub.url), publication));
    const [video] = publication.media;
    if (video === undefined) throw new Error('No video.');
    const lost = {
      ...video,
      open: (): AsyncIterable<Uint8Array> => {
        throw new Error('no such file');
      },
    };
    const answer = await youTube.commit(session(stub.url), { ...publication, media: [lost] }, state);
    expect(answer.kind).toBe('not-sent');
    expect(stub.requests.map(({ method }) => method)).toEqual(['POST']);
  });

  it('never leads to a message with the URL of the session', async () => {
    const echo = ({ url }: StubRequest): StubAnswer => googleError(400, 'badRequest', `no: ${url}`);
    const { result } = await commitAgainst(echo);
    expect(JSON.stringify(result)).not.toContain('secret-session');
  });
});

describe('a session on another host', () => {
  it('gets no token', async () => {
    await using elsewhere = await startStub(() => ({ status: 200, body: { id: 'abcdefghijk' } }));
    await using stub = await startStub(() => ({
      status: 200,
      headers: { location: `${elsewhere.url}/upload?upload_id=1` },
    }));
    const publication = videoPost(shelf, 'hi');
    const state = uploaded(await upload(youTube, session(stub.url), publication));
    const answer = await youTube.commit(session(stub.url), publication, state);
    expect(answer).toMatchObject({
      published: { externalUrl: 'https://www.youtube.com/watch?v=abcdefghijk' },
    });
    expect(elsewhere.requests).toHaveLength(1);
    expect(elsewhere.requests[0]?.headers).not.toHaveProperty('authorization');
  });
});

describe('a refresh', () => {
  const refreshAt = (url: string, more: Record<string, string> = env) =>
    createConnector(() => now, { ...more, YOUTUBE_OAUTH_URL: url }).refresh(session('http://127.0.0.1:1'));

  it.each([
    [{ status: 400, body: { error: 'invalid_grant' } }, { kind: 'auth-revoked' }],
    [{ status: 401, body: { error: 'invalid_client' } }, rejected('PERMISSION_MISSING')],
    [{ status: 401, body: '<html>' }, { kind: 'ambiguous' }],
    [{ status: 429, body: { error: 'slow_down' } }, { kind: 'rate-limited' }],
    [{ status: 503, body: { error: 'invalid_grant' } }, { kind: 'ambiguous' }],
    [
      { status: 200, body: { access_token: 'new', refresh_token: 'newer' } },
      { kind: 'refreshed', credentials: { accessToken: 'new', refreshToken: 'newer' } },
    ],
    [
      { status: 200, body: { access_token: 'new' } },
      { kind: 'refreshed', credentials: { accessToken: 'new', refreshToken: 'yt-refresh' } },
    ],
  ])('turns the response %o into a result', async (answer, expected) => {
    await using stub = await startStub(() => answer);
    expect(await refreshAt(stub.url)).toMatchObject(expected);
    expect(stub.requests).toMatchObject([{ method: 'POST', url: '/token' }]);
    expect(Object.fromEntries(new URLSearchParams(stub.requests[0]?.body))).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'yt-refresh',
      client_id: 'client',
      client_secret: 'client-secret',
    });
    expect(stub.requests[0]?.headers).not.toHaveProperty('authorization');
  });
});
