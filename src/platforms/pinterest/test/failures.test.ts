import { describe, expect, it } from 'vitest';
import { upload } from '../../../../test/platforms/media-support.js';
import { startStub, textPost, type StubAnswer } from '../../../../test/platforms/support.js';
import { useSafeFetch, useShelf } from '../../../../test/platforms/use-sandbox.js';
import type { Publication } from '../../kit/platform.js';
import { boardId, createSubject, realSession } from './support.js';

const now = new Date('2026-11-21T12:00:00Z');
const nowSeconds = now.getTime() / 1000;
const safeFetch = useSafeFetch();
const app = { PINTEREST_CLIENT_ID: 'our-app', PINTEREST_CLIENT_SECRET: 'our-app-secret' };
const subject = createSubject(safeFetch, () => now, app);

const shelf = useShelf();

const error = (
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
): StubAnswer => ({ status, body: { code, message }, headers });
const rejected = (code: string) => ({ kind: 'rejected', code });
const limited = (retryAfterMs: number | null) => ({ kind: 'rate-limited', retryAfterMs });
const tooMany = 'You have exceeded your rate limit. Try again later.';

describe('a refusal of a pin', () => {
  it('does not reveal the URLs of its images', async () => {
    await using stub = await startStub(({ body }) => error(400, 1, `no: ${body}`));
    const media = [1, 2].map((number) => ({
      ...shelf.medium(),
      sizeBytes: 3_000_000,
      publicUrl: () => Promise.resolve(`https://media.test/secret-${number}`),
    }));
    const publication = textPost('hi', { media, options: { boardId } });
    const answer = await createSubject(safeFetch).commit(realSession(stub.url), publication, {});
    expect(answer.kind).toBe('rejected');
    expect(stub.requests[0]?.body).toContain('secret-1');
    expect(JSON.stringify(answer)).not.toContain('secret');
  });
});

describe('a response to the call that creates a pin', () => {
  const picture = (): Publication => textPost('hi', { media: [shelf.medium()], options: { boardId } });

  it.each<[StubAnswer, object]>([
    [error(401, 2, 'Authentication failed.'), { kind: 'auth-expired', message: 'Authentication failed.' }],
    [{ status: 401, body: '<html>' }, { kind: 'auth-expired' }],
    [error(401, 3, 'This app requires Standard access.'), rejected('POLICY_BLOCKED')],
    [error(403, 29, 'Apps with Trial access may not create Pins in production.'), rejected('POLICY_BLOCKED')],
    [error(403, 29, 'You are not permitted to access that resource.'), rejected('PERMISSION_MISSING')],
    [error(403, 29, 'You are not allowed to pin to that board.'), rejected('CHOICE_NOT_AVAILABLE')],
    [error(404, 40, 'Board not found.'), rejected('CHOICE_NOT_AVAILABLE')],
    [error(404, 2031, 'Board section not found.'), rejected('CHOICE_NOT_AVAILABLE')],
    [{ status: 404, body: '' }, rejected('CHOICE_NOT_AVAILABLE')],
    [error(400, 1, 'Board not found'), rejected('CHOICE_NOT_AVAILABLE')],
    [error(404, 5, 'Media not found.'), { kind: 'upload-again' }],
    [error(400, 1, 'The media is not ready.'), { kind: 'upload-again' }],
    [error(400, 235, 'Unable to reach the URL.'), { kind: 'upload-again' }],
    [error(400, 1, 'Could not fetch the image.'), { kind: 'upload-again' }],
    [error(400, 1, 'Invalid request: items constraint: maxItems=5'), rejected('MEDIA_REJECTED')],
    [
      error(400, 1, 'Invalid request: cover_image_url or cover_image_content_type'),
      rejected('MEDIA_REJECTED'),
    ],
    [error(400, 1, 'The image is too small.'), rejected('MEDIA_REJECTED')],
    [{ status: 413, body: '<html>' }, rejected('MEDIA_REJECTED')],
    [error(400, 1, 'Invalid request: title is too long.'), rejected('PLATFORM_REJECTED')],
    [error(409, 1, 'Conflict'), rejected('PLATFORM_REJECTED')],
    [error(429, 9, 'Sorry! We blocked this link because it may lead to spam.'), rejected('POLICY_BLOCKED')],
    [error(429, 8, tooMany), limited(null)],
    [error(429, 8, tooMany, { 'retry-after': '3', 'x-ratelimit-reset': '7' }), limited(3_000)],
    [error(429, 8, tooMany, { 'x-ratelimit-reset': '7' }), limited(7_000)],
    [error(429, 8, tooMany, { 'x-ratelimit-reset': String(nowSeconds + 9) }), limited(9_000)],
    [error(429, 8, tooMany, { 'x-ratelimit-reset': 'soon' }), limited(null)],
    [
      error(429, 8, tooMany, { 'x-ratelimit-reset': '7200' }),
      { ...limited(7_200_000), code: 'PLATFORM_QUOTA_EXCEEDED' },
    ],
    [
      error(429, 8, 'You have exceeded your daily rate limit.'),
      { ...limited(null), code: 'PLATFORM_QUOTA_EXCEEDED' },
    ],
    [error(500, 0, 'Sorry'), { kind: 'ambiguous' }],
    [error(503, 0, 'Unable to reach the URL'), { kind: 'ambiguous' }],
    [error(408, 0, 'Request timeout'), { kind: 'ambiguous' }],
    [{ status: 302 }, { kind: 'ambiguous' }],
    [{ status: 201, body: {} }, { kind: 'ambiguous' }],
    [{ status: 201, body: { id: 'not-a-number' } }, { kind: 'ambiguous' }],
    [
      { status: 201, body: { id: '42' } },
      {
        kind: 'published',
        published: { externalPostId: '42', externalUrl: 'https://www.pinterest.com/pin/42/' },
      },
    ],
    [{ status: 200, body: { id: '42' } }, { kind: 'published' }],
  ])('is mapped to the right failure: %o', async (answer, expected) => {
    await using stub = await startStub(() => answer);
    expect(await subject.commit(realSession(stub.url), picture(), {})).toMatchObject(expected);
    expect(stub.requests).toHaveLength(1);
  });

  it('is not awaited if the media cannot be read, because nothing is sent', async () => {
    await using stub = await startStub(() => ({ status: 201, body: { id: '42' } }));
    const gone = textPost('hi', {
      media: [
        {
          ...shelf.medium(),
          open: () => {
            throw new Error('the shelf is locked');
          },
        },
      ],
      options: { boardId },
    });
    expect(await subject.commit(realSession(stub.url), gone, {})).toMatchObject({
      kind: 'not-sent',
      message: 'The media could not be read: the shelf is locked',
    });
    expect(stub.requests).toEqual([]);
  });

  it('is not awaited without the cover image, because nothing is sent', async () => {
    await using stub = await startStub(() => ({ status: 201, body: { id: '42' } }));
    const video = shelf.medium({ mime: 'video/mp4' });
    const options = { boardId, coverMediaId: 'med_gone' };
    const state = {
      media: [{ sha256: video.sha256, mediaId: '5', registeredAt: now.toISOString(), isUploaded: true }],
    };
    const publication = textPost('hi', { media: [video], options });
    expect(await subject.commit(realSession(stub.url), publication, state)).toMatchObject(
      rejected('MEDIA_UNAVAILABLE'),
    );
    expect(stub.requests).toEqual([]);
  });
});

describe('a response while a video is uploaded', () => {
  const registered = (url: string): StubAnswer => ({
    status: 201,
    body: {
      media_id: '5',
      media_type: 'video',
      upload_url: `${url}/form`,
      upload_parameters: { key: 'uploads/5', policy: 'signed-policy' },
    },
  });
  const xml = (status: number, code: string, headers: Record<string, string> = {}): StubAnswer => ({
    status,
    body: `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`,
    headers: { 'content-type': 'application/xml', ...headers },
  });
  const status = (word: string): StubAnswer => ({
    status: 200,
    body: { media_id: '5', media_type: 'video', status: word },
  });
  const bring = async (answers: Partial<Record<'register' | 'form' | 'status', StubAnswer>>) => {
    let url = '';
    await using stub = await startStub((request) => {
      if (request.url === '/form') return answers.form ?? { status: 204 };
      if (request.method === 'POST') return answers.register ?? registered(url);
      return answers.status ?? status('succeeded');
    });
    ({ url } = stub);
    const publication = textPost('hi', {
      media: [shelf.medium({ mime: 'video/mp4' })],
      options: { boardId },
    });
    const { answer, saved } = await upload(subject, realSession(stub.url), publication);
    return { answer, saved, requests: stub.requests };
  };

  it.each<[string, StubAnswer, object]>([
    ['register', error(401, 2, 'Authentication failed.'), { kind: 'auth-expired' }],
    ['register', error(403, 29, 'You are not permitted.'), rejected('PERMISSION_MISSING')],
    ['register', error(429, 8, tooMany, { 'x-ratelimit-reset': '4' }), limited(4_000)],
    ['register', error(400, 1, 'Invalid request'), rejected('MEDIA_REJECTED')],
    ['register', error(500, 0, 'Sorry'), { kind: 'ambiguous' }],
    ['register', { status: 201, body: { media_id: '5' } }, { kind: 'ambiguous' }],
    ['form', { status: 200 }, { kind: 'uploaded' }],
    [
      'form',
      xml(403, 'AccessDenied'),
      { kind: 'upload-again', message: 'The storage responded with HTTP 403 AccessDenied.' },
    ],
    ['form', xml(400, 'RequestTimeout'), { kind: 'upload-again' }],
    ['form', xml(400, 'EntityTooLarge'), rejected('MEDIA_REJECTED')],
    ['form', { status: 413 }, rejected('MEDIA_REJECTED')],
    ['form', xml(503, 'SlowDown', { 'retry-after': '2' }), limited(2_000)],
    ['form', xml(503, 'ServiceUnavailable'), { kind: 'ambiguous' }],
    ['form', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }, { kind: 'ambiguous' }],
    ['status', status('registered'), { kind: 'uploaded' }],
    ['status', status('processing'), { kind: 'uploaded' }],
    ['status', status('failed'), rejected('MEDIA_REJECTED')],
    ['status', status('dreaming'), { kind: 'ambiguous' }],
    ['status', error(401, 2, 'Authentication failed.'), { kind: 'auth-expired' }],
    ['status', error(404, 5, 'Media not found.'), { kind: 'upload-again' }],
  ])('is mapped to the right result at the step %s: %o', async (step, answer, expected) => {
    expect((await bring({ [step]: answer })).answer).toMatchObject(expected);
  });

  it('contains an upload form, whose fields are sent in order, then the file, without a token', async () => {
    const { requests, answer } = await bring({});
    expect(answer.kind).toBe('uploaded');
    const form = requests.find(({ url }) => url === '/form');
    const names = [...(form?.body ?? '').matchAll(/form-data; name="([^"]+)"/g)].map(([, name]) => name);
    expect(names).toEqual(['key', 'policy', 'file']);
    expect(form?.headers.authorization).toBeUndefined();
    expect(form?.body).not.toContain('pina_access');
  });

  it('leads to a new upload if Pinterest no longer knows the video', async () => {
    const { saved } = await bring({ status: error(404, 5, 'Media not found.') });
    expect(saved.at(-1)).toEqual({ media: [] });
  });

  it.each<[StubAnswer, object]>([
    [status('succeeded'), { kind: 'ready' }],
    [status('processing'), { kind: 'pending', checkAfterMs: null }],
    [status('registered'), { kind: 'pending', checkAfterMs: null }],
    [status('failed'), rejected('MEDIA_REJECTED')],
    [error(404, 5, 'Media not found.'), { kind: 'upload-again' }],
    [error(500, 0, 'Sorry'), { kind: 'ambiguous' }],
  ])('decides whether the video is ready: %o', async (answer, expected) => {
    await using stub = await startStub(() => answer);
    const video = shelf.medium({ mime: 'video/mp4' });
    const publication = textPost('hi', { media: [video], options: { boardId } });
    const at = (hoursAgo: number) => ({
      media: [
        {
          sha256: video.sha256,
          mediaId: '5',
          registeredAt: new Date(now.getTime() - hoursAgo * 3_600_000).toISOString(),
          isUploaded: true,
        },
      ],
    });
    expect(await subject.checkReadiness(realSession(stub.url), publication, at(11))).toMatchObject(expected);
    // Pinterest does not say how long a video is kept, so we do not rely on it.
    expect(await subject.checkReadiness(realSession(stub.url), publication, at(13))).toMatchObject({
      kind: 'upload-again',
    });
  });
});

describe('a refresh', () => {
  const refresh = async (answer: StubAnswer, env: Record<string, string> = app) => {
    await using stub = await startStub(() => answer);
    const made = await createSubject(safeFetch, () => now, env).refresh(realSession(stub.url));
    return { made, requests: stub.requests };
  };

  it.each<[StubAnswer, object]>([
    [
      { status: 200, body: { access_token: 'pina_2', refresh_token: 'pinr_2' } },
      { kind: 'refreshed', credentials: { accessToken: 'pina_2', refreshToken: 'pinr_2' } },
    ],
    [
      { status: 200, body: { access_token: 'pina_2' } },
      { kind: 'refreshed', credentials: { accessToken: 'pina_2', refreshToken: 'pinr_refresh' } },
    ],
    [error(401, 283, 'The authorization grant is invalid'), { kind: 'auth-revoked' }],
    [error(400, 1, 'The refresh token has expired.'), { kind: 'auth-revoked' }],
    [error(401, 2, 'Authentication failed.'), rejected('PERMISSION_MISSING')],
    [error(429, 8, tooMany, { 'x-ratelimit-reset': '4' }), limited(4_000)],
    [error(500, 283, 'The authorization grant is invalid'), { kind: 'ambiguous' }],
    [{ status: 401, body: '<html>' }, { kind: 'ambiguous' }],
  ])('maps the response %o to the right result', async (answer, expected) => {
    expect((await refresh(answer)).made).toMatchObject(expected);
  });

  it('sends the app and the refresh token', async () => {
    const { requests } = await refresh({ status: 200, body: { access_token: 'pina_2' } });
    expect(requests).toMatchObject([
      {
        url: '/oauth/token',
        headers: { authorization: `Basic ${btoa('our-app:our-app-secret')}` },
      },
    ]);
    expect(Object.fromEntries(new URLSearchParams(requests[0]?.body))).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'pinr_refresh',
    });
  });

  it('is not attempted without a configured app', async () => {
    const { made, requests } = await refresh({ status: 200 }, {});
    expect(made).toMatchObject(rejected('PERMISSION_MISSING'));
    expect(requests).toEqual([]);
  });
});
