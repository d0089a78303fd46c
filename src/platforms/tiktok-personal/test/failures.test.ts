import { describe, expect, it } from 'vitest';
import { upload } from '../../../../test/platforms/media-support.js';
import { startStub, type StubAnswer } from '../../../../test/platforms/support.js';
import { chunkBytesMin } from '../chunks.js';
import { useTikTok } from './setup.js';

const tiktok = useTikTok({
  TIKTOK_PERSONAL_CLIENT_KEY: 'key',
  TIKTOK_PERSONAL_CLIENT_SECRET: 'client-secret',
});
const { platform, session } = tiktok;

const error = (code: string, status: number): StubAnswer => ({
  status,
  body: { data: {}, error: { code, message: 'words', log_id: '1' } },
});
const hourMs = 60 * 60 * 1000;
const quota = { kind: 'rate-limited', retryAfterMs: hourMs, code: 'PLATFORM_QUOTA_EXCEEDED' };
const rejected = (code: string) => ({ kind: 'rejected', code });

/** Returns the connector's result for one response to the call that posts images. */
async function commitAgainst(answer: StubAnswer) {
  await using stub = await startStub(() => answer);
  const media = [tiktok.shelf.medium({ mime: 'image/jpeg' })];
  const state = { media: media.map(({ sha256 }) => ({ sha256 })), commentsOff: false };
  return await platform.commit(session('-0', stub.url), tiktok.post('hi', media), state);
}

describe('a response to the call that posts', () => {
  it.each([
    [error('access_token_invalid', 401), { kind: 'auth-expired' }],
    [error('scope_not_authorized', 401), rejected('PERMISSION_MISSING')],
    [error('scope_permission_missed', 401), rejected('PERMISSION_MISSING')],
    [error('rate_limit_exceeded', 429), { kind: 'rate-limited', retryAfterMs: null }],
    [error('spam_risk_too_many_posts', 403), quota],
    [error('spam_risk_too_many_posts', 200), quota],
    [error('spam_risk_too_many_pending_share', 403), quota],
    [error('reached_active_user_cap', 403), quota],
    [error('spam_risk_user_banned_from_posting', 403), rejected('POLICY_BLOCKED')],
    [error('spam_risk_user_banned_from_posting', 200), rejected('POLICY_BLOCKED')],
    [error('spam_risk_text', 403), rejected('POLICY_BLOCKED')],
    [error('spam_risk', 403), rejected('POLICY_BLOCKED')],
    [error('unaudited_client_can_only_post_to_private_accounts', 403), rejected('POLICY_BLOCKED')],
    [error('privacy_level_option_mismatch', 403), rejected('CHOICE_NOT_AVAILABLE')],
    [error('app_version_check_failed', 400), rejected('CHOICE_NOT_AVAILABLE')],
    [error('invalid_param', 400), rejected('PLATFORM_REJECTED')],
    [error('invalid_params', 400), { ...rejected('PLATFORM_REJECTED'), message: 'invalid_params: words' }],
    [error('invalid_file_upload', 400), rejected('MEDIA_REJECTED')],
    [error('url_ownership_unverified', 403), rejected('MEDIA_UNAVAILABLE')],
    [error('a_code_of_tomorrow', 200), rejected('PLATFORM_REJECTED')],
    [error('internal_error', 500), { kind: 'ambiguous' }],
    [error('internal_error', 400), { kind: 'ambiguous' }],
    [error('ok', 200), { kind: 'ambiguous' }],
    [{ status: 401, body: '<html>' }, { kind: 'auth-expired' }],
    [{ status: 429 }, { kind: 'rate-limited', retryAfterMs: null }],
    [{ status: 403, body: '<html>' }, rejected('PLATFORM_REJECTED')],
    [{ status: 504 }, { kind: 'ambiguous' }],
  ] as const)('is mapped to the right failure: %o', async (answer, expected) => {
    expect(await commitAgainst(answer)).toMatchObject(expected);
  });

  it('does not prove publication if TikTok accepts the post, whose id is stored', async () => {
    const answer = { status: 200, body: { data: { publish_id: 'p_pub_url~v2.1' }, error: { code: 'ok' } } };
    expect(await commitAgainst(answer)).toMatchObject({
      kind: 'ambiguous',
      state: { publishId: 'p_pub_url~v2.1' },
    });
  });
});

describe('a response to the request for the account’s settings', () => {
  it.each([
    [error('spam_risk_too_many_posts', 200), quota],
    [error('reached_active_user_cap', 200), quota],
    [error('spam_risk_user_banned_from_posting', 200), rejected('POLICY_BLOCKED')],
    [error('access_token_invalid', 401), { kind: 'auth-expired' }],
    [error('scope_not_authorized', 401), rejected('PERMISSION_MISSING')],
    [error('rate_limit_exceeded', 429), { kind: 'rate-limited' }],
    [{ status: 500 }, { kind: 'ambiguous' }],
  ] as const)('ends the upload and the reading of choices: %o', async (answer, expected) => {
    await using stub = await startStub(() => answer);
    const stubSession = session('-0', stub.url);
    const publication = tiktok.post('hi', [tiktok.shelf.medium({ mime: 'video/mp4' })]);
    expect((await upload(platform, stubSession, publication)).answer).toMatchObject(expected);
    expect(await platform.choices?.read(stubSession)).toMatchObject(expected);
  });
});

describe('a response to a chunk', () => {
  const sizeBytes = 2 * chunkBytesMin;
  const whole = { 'content-range': `bytes 0-${sizeBytes - 1}/${sizeBytes}` };
  const gone = { kind: 'upload-again' };
  const ambiguous = { kind: 'ambiguous' };
  const refused = { kind: 'rejected', code: 'MEDIA_REJECTED' };
  const limited = { kind: 'rate-limited', retryAfterMs: 7_000 };

  it.each<[StubAnswer, first: object, last: object]>([
    [{ status: 201 }, ambiguous, ambiguous],
    [{ status: 206 }, { kind: 'uploaded' }, ambiguous],
    [{ status: 400 }, refused, refused],
    [{ status: 401 }, gone, gone],
    [{ status: 403 }, gone, gone],
    [{ status: 404 }, gone, gone],
    [{ status: 416 }, gone, gone],
    [{ status: 416, headers: whole }, { kind: 'uploaded' }, ambiguous],
    [{ status: 416, headers: { 'content-range': `bytes 0-70/${sizeBytes}` } }, gone, gone],
    [{ status: 429, headers: { 'retry-after': '7' } }, limited, limited],
    [{ status: 408 }, ambiguous, ambiguous],
    [{ status: 500 }, ambiguous, ambiguous],
    [{ status: 302 }, ambiguous, ambiguous],
  ])('is mapped to the right results for the first and the last chunk: %o', async (answer, first, last) => {
    const media = [tiktok.shelf.medium({ mime: 'video/mp4', sizeBytes })];
    const publication = tiktok.post('', media, { postMode: 'MEDIA_UPLOAD' });
    await using stub = await startStub(({ method }) => {
      const data = { publish_id: 'v_pub_file~1', upload_url: `${stub.url}/upload?secret` };
      return method === 'PUT' ? answer : { status: 200, body: { data, error: { code: 'ok' } } };
    });
    const stubSession = session('-0', stub.url);
    const uploading = await upload(platform, stubSession, publication);
    // The first chunk gets the response of a last one. The result is unclear, because the upload cannot continue.
    expect(uploading.answer).toMatchObject(first);
    if (uploading.answer.kind === 'upload-again') expect(uploading.saved.at(-1)).toEqual({});
    const [opened] = uploading.saved;
    const video = (opened?.['media'] as object[])[0];
    const state = { media: [{ ...video, sentBytes: chunkBytesMin }] };
    expect(await platform.commit(stubSession, publication, state)).toMatchObject(last);
  });
});

describe('a refresh', () => {
  const tokens = { access_token: 'new', refresh_token: 'newer', expires_in: 7200 };
  it.each([
    [
      { status: 200, body: tokens },
      { kind: 'refreshed', credentials: { accessToken: 'new', refreshToken: 'newer' } },
    ],
    [
      { status: 200, body: { access_token: 'new' } },
      { kind: 'refreshed', credentials: { accessToken: 'new', refreshToken: 'sandbox-refresh:-real' } },
    ],
    [{ status: 400, body: { error: 'invalid_grant' } }, { kind: 'auth-revoked' }],
    [{ status: 200, body: { error: 'invalid_grant' } }, { kind: 'auth-revoked' }],
    [{ status: 401, body: { error: 'invalid_client' } }, rejected('PERMISSION_MISSING')],
    [{ status: 400, body: { error: 'invalid_request' } }, rejected('PERMISSION_MISSING')],
    [{ status: 401, body: '<html>' }, { kind: 'ambiguous' }],
    [{ status: 503, body: { error: 'invalid_grant' } }, { kind: 'ambiguous' }],
  ] as const)('maps the response %o to the right result', async (answer, expected) => {
    await using stub = await startStub(() => answer);
    expect(await platform.refresh(tiktok.realSession(stub.url))).toMatchObject(expected);
    expect(stub.requests[0]).toMatchObject({ method: 'POST', url: '/v2/oauth/token/' });
    expect(Object.fromEntries(new URLSearchParams(stub.requests[0]?.body))).toEqual({
      client_key: 'key',
      client_secret: 'client-secret',
      grant_type: 'refresh_token',
      refresh_token: 'sandbox-refresh:-real',
    });
  });
});

describe('a refresh without a configured app', () => {
  const bare = useTikTok();

  it('sends nothing to the real TikTok', async () => {
    await using stub = await startStub(() => ({ status: 200, body: {} }));
    expect(await bare.platform.refresh(tiktok.realSession(stub.url))).toMatchObject(
      rejected('PERMISSION_MISSING'),
    );
    expect(stub.requests).toEqual([]);
  });
});

describe('the simulator', () => {
  const photo = () => tiktok.shelf.medium({ mime: 'image/jpeg' });
  const video = () => tiktok.shelf.medium({ mime: 'video/mp4' });
  const errors: [code: string, expected: object][] = [
    ['scope-not-authorized', rejected('PERMISSION_MISSING')],
    ['scope-permission-missed', rejected('PERMISSION_MISSING')],
    ['spam-risk-too-many-posts', quota],
    ['spam-risk-too-many-pending-share', quota],
    ['reached-active-user-cap', quota],
    ['spam-risk-user-banned-from-posting', rejected('POLICY_BLOCKED')],
    ['spam-risk-text', rejected('POLICY_BLOCKED')],
    ['spam-risk', rejected('POLICY_BLOCKED')],
    ['unaudited-client-can-only-post-to-private-accounts', rejected('POLICY_BLOCKED')],
    ['url-ownership-unverified', rejected('MEDIA_UNAVAILABLE')],
    ['invalid-params', rejected('PLATFORM_REJECTED')],
  ];

  it.each(errors)('refuses images with %s', async (code, expected) => {
    const publication = tiktok.post(`no [sandbox:error-${code}]`, [photo()]);
    expect((await tiktok.send(session('-errors'), publication)).answer).toMatchObject(expected);
  });

  it.each(errors)('refuses a video with %s before it is uploaded', async (code, expected) => {
    const publication = tiktok.post(`no [sandbox:error-${code}]`, [video()]);
    expect((await upload(platform, session('-errors'), publication)).answer).toMatchObject(expected);
    expect(await tiktok.feed('-errors')).toEqual([]);
  });

  const refused = (code: string) => ({ kind: 'refused', code });
  it.each<[reason: string, ofVideo: object, ofPictures: object]>([
    ['file-format-check-failed', refused('MEDIA_REJECTED'), refused('MEDIA_REJECTED')],
    ['duration-check-failed', refused('MEDIA_REJECTED'), refused('MEDIA_REJECTED')],
    ['frame-rate-check-failed', refused('MEDIA_REJECTED'), refused('MEDIA_REJECTED')],
    ['picture-size-check-failed', refused('MEDIA_REJECTED'), refused('MEDIA_REJECTED')],
    ['video-pull-failed', { kind: 'absent' }, refused('MEDIA_UNAVAILABLE')],
    ['photo-pull-failed', { kind: 'absent' }, refused('MEDIA_UNAVAILABLE')],
    ['internal', { kind: 'absent' }, refused('PLATFORM_UNAVAILABLE')],
    ['auth-removed', refused('PLATFORM_AUTH_FAILED'), refused('PLATFORM_AUTH_FAILED')],
    ['publish-cancelled', refused('PLATFORM_REJECTED'), refused('PLATFORM_REJECTED')],
    ['spam-risk-too-many-posts', { kind: 'absent' }, refused('PLATFORM_QUOTA_EXCEEDED')],
    ['spam-risk-user-banned-from-posting', refused('POLICY_BLOCKED'), refused('POLICY_BLOCKED')],
    ['spam-risk-text', refused('POLICY_BLOCKED'), refused('POLICY_BLOCKED')],
    ['spam-risk', refused('POLICY_BLOCKED'), refused('POLICY_BLOCKED')],
  ])('accepts a post and fails it with %s', async (reason, ofVideo, ofPictures) => {
    const text = `later [sandbox:fail-${reason}]`;
    const ownSession = session('-later');
    expect(await tiktok.settled(ownSession, tiktok.post(text, [video()]))).toMatchObject(ofVideo);
    expect(await tiktok.settled(ownSession, tiktok.post(text, [photo()]))).toMatchObject(ofPictures);
    expect(await tiktok.feed('-later')).toEqual([]);
  });

  it('reveals neither unknown ids nor those of other accounts', async () => {
    const publication = tiktok.post('mine', [photo()]);
    const { state } = await tiktok.send(session('-mine'), publication);
    const notOurs = await tiktok.find(session('-yours'), publication, state);
    expect(notOurs).toMatchObject({ kind: 'ambiguous' });
    expect(notOurs).toMatchObject({
      message: expect.stringContaining('token_not_authorized_for_specified_publish_id') as string,
    });
    const unknown = await tiktok.find(session('-mine'), publication, { publishId: 'p_pub_url~v2.0' });
    expect(unknown).toMatchObject({
      kind: 'ambiguous',
      message: expect.stringContaining('invalid_publish_id') as string,
    });
  });

  it('refuses further videos and drafts of an account whose quota is used up', async () => {
    const ownSession = session('-capped');
    expect(
      await tiktok.settled(ownSession, tiktok.post('[sandbox:quota-spent] last', [photo()])),
    ).toMatchObject({
      kind: 'found',
    });
    expect((await upload(platform, ownSession, tiktok.post('one more', [video()]))).answer).toMatchObject(
      quota,
    );
    const draft = tiktok.post('', [video()], { postMode: 'MEDIA_UPLOAD' });
    expect((await upload(platform, ownSession, draft)).answer).toMatchObject(quota);
  });
});
