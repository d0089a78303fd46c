import { describe, expect, it } from 'vitest';
import { startStub, textPost, type StubAnswer } from '../../../../test/platforms/support.js';
import { useHarness } from './harness.js';

const harness = useHarness();

const rejected = (code: string) => ({ kind: 'rejected', code });

describe('an error code of TikTok', () => {
  it.each([
    [20_001, { kind: 'ambiguous' }],
    [40_000, rejected('PLATFORM_REJECTED')],
    [40_001, rejected('PERMISSION_MISSING')],
    [40_002, rejected('PLATFORM_REJECTED')],
    [40_003, rejected('PERMISSION_MISSING')],
    [40_050, { kind: 'duplicate' }],
    [40_100, { kind: 'rate-limited', retryAfterMs: null }],
    [40_101, rejected('POLICY_BLOCKED')],
    [40_102, { kind: 'auth-expired' }],
    [40_103, { kind: 'auth-revoked' }],
    [40_104, rejected('PLATFORM_AUTH_FAILED')],
    [40_105, { kind: 'auth-expired' }],
    [40_107, { kind: 'auth-revoked' }],
    [40_110, rejected('PLATFORM_AUTH_FAILED')],
    [40_113, rejected('POLICY_BLOCKED')],
    [40_118, rejected('POLICY_BLOCKED')],
    [40_130, rejected('PERMISSION_MISSING')],
    [40_132, { kind: 'rate-limited', retryAfterMs: null }],
    [41_001, { kind: 'not-sent' }],
    [49_999, rejected('PLATFORM_REJECTED')],
    [50_000, { kind: 'ambiguous' }],
    [51_010, { kind: 'ambiguous' }],
  ])('%i is recognized in a response with HTTP 200, and nothing is published', async (code, expected) => {
    const text = `[sandbox:tiktok-business-code=${code}]`;
    expect(await harness.commit(harness.postOf(text))).toMatchObject(expected);
    expect(await harness.shown(text)).toEqual([]);
  });
});

describe('the reason of TikTok for a failed post', () => {
  it.each([
    [1, 'file_format_check_failed', 'MEDIA_REJECTED'],
    [2, 'duration_check_failed', 'MEDIA_REJECTED'],
    [3, 'frame_rate_check_failed', 'MEDIA_REJECTED'],
    [4, 'picture_size_check_failed', 'MEDIA_REJECTED'],
    [5, 'video_pull_failed', 'MEDIA_UNAVAILABLE'],
    [6, 'photo_pull_failed', 'MEDIA_UNAVAILABLE'],
    [7, 'internal', 'PLATFORM_UNAVAILABLE'],
    [8, 'auth_removed', 'PLATFORM_AUTH_FAILED'],
    [9, 'publish_cancelled', 'PLATFORM_REJECTED'],
    [10, 'spam_risk_too_many_posts', 'PLATFORM_QUOTA_EXCEEDED'],
    [11, 'spam_risk_too_many_pending_share', 'PLATFORM_QUOTA_EXCEEDED'],
    [12, 'reached_active_user_cap', 'PLATFORM_QUOTA_EXCEEDED'],
    [13, 'spam_risk_user_banned_from_posting', 'POLICY_BLOCKED'],
    [14, 'spam_risk_text', 'POLICY_BLOCKED'],
    [15, 'spam_risk', 'POLICY_BLOCKED'],
    [16, 'unaudited_client_can_only_post_to_private_accounts', 'POLICY_BLOCKED'],
    [17, 'privacy_level_option_mismatch', 'CHOICE_NOT_AVAILABLE'],
    [18, 'invalid_param', 'PLATFORM_REJECTED'],
    [19, 'url_ownership_unverified', 'MEDIA_UNAVAILABLE'],
  ])('%i, %s, is mapped to its own error code', async (number, reason, code) => {
    const publication = harness.postOf(`[sandbox:tiktok-business-reason=${number}]`);
    const answer = await harness.commit(publication);
    expect(answer).toMatchObject({ kind: 'ambiguous', state: { shareId: expect.any(String) as string } });
    const found = await harness.find(publication, answer);
    expect(found).toMatchObject({ kind: 'refused', code });
    expect('message' in found && found.message).toContain(reason);
    expect(await harness.shown(publication.text)).toEqual([]);
  });
});

/** Returns the connector's result for one response to its publishing call. */
async function commitAgainst(answer: StubAnswer) {
  await using stub = await startStub(() => answer);
  const publication = textPost('hi', { media: [harness.shelf.medium({ mime: 'video/mp4' })] });
  const outcome = await harness.tikTok.commit(harness.session({ baseUrl: stub.url }), publication, {});
  expect(stub.requests).toHaveLength(1);
  return outcome;
}

describe('the message of a refusal', () => {
  const refusal = (message: string): StubAnswer => ({
    status: 200,
    body: { code: 40_002, message, data: {} },
  });
  it.each([
    [
      'spam_risk_too_many_posts: wait',
      { kind: 'rate-limited', code: 'PLATFORM_QUOTA_EXCEEDED', retryAfterMs: 3_600_000 },
    ],
    ['The video: url_ownership_unverified.', rejected('MEDIA_UNAVAILABLE')],
    ['video_pull_failed', { kind: 'upload-again' }],
    ['internal', rejected('PLATFORM_REJECTED')],
    ['auth_removed by its user', { kind: 'auth-revoked' }],
    ['invalid_params: privacy_level_option_mismatch', rejected('PLATFORM_REJECTED')],
  ])('decides about the failure: %s', async (message, expected) => {
    expect(await commitAgainst(refusal(message))).toMatchObject(expected);
  });
});

describe('a response without TikTok’s envelope', () => {
  it.each([
    [{ status: 401, body: 'who are you' }, { kind: 'auth-expired' }],
    [{ status: 403, body: 'no' }, rejected('PLATFORM_REJECTED')],
    [
      { status: 429, headers: { 'retry-after': '9' } },
      { kind: 'rate-limited', retryAfterMs: 9_000 },
    ],
    [{ status: 503, body: { code: 40_002, message: 'no' } }, { kind: 'ambiguous' }],
    [{ status: 200, body: { code: 0, message: 'OK', data: { other: 1 } } }, { kind: 'ambiguous' }],
  ])('is mapped to the right failure: %o', async (answer: StubAnswer, expected) => {
    expect(await commitAgainst(answer)).toMatchObject(expected);
  });
});

describe('a refresh', () => {
  const refreshAgainst = async (code: number) => {
    await using stub = await startStub(() => ({ status: 200, body: { code, message: 'words', data: {} } }));
    return await harness.tikTok.refresh(harness.session({ baseUrl: stub.url }));
  };
  it.each([
    [40_103, 'auth-revoked'],
    [40_107, 'auth-revoked'],
    [40_105, 'auth-revoked'],
    [40_102, 'ambiguous'],
    [40_100, 'rate-limited'],
    [50_000, 'ambiguous'],
  ])('maps the response %i to the right result', async (code, kind) => {
    expect((await refreshAgainst(code)).kind).toBe(kind);
  });

  it('sends the app credentials, and stores the returned pair of tokens', async () => {
    const data = { access_token: 'next-access', refresh_token: 'next-refresh' };
    await using stub = await startStub(() => ({ status: 200, body: { code: 0, message: 'OK', data } }));
    expect(await harness.tikTok.refresh(harness.session({ baseUrl: stub.url }))).toMatchObject({
      kind: 'refreshed',
      credentials: { accessToken: 'next-access', refreshToken: 'next-refresh' },
    });
    const [request] = stub.requests;
    expect(request?.url).toBe('/open_api/v1.3/tt_user/oauth2/refresh_token/');
    expect(JSON.parse(request?.body ?? '{}')).toEqual({
      client_id: 'sandbox-client',
      client_secret: 'sandbox-client-secret',
      grant_type: 'refresh_token',
      refresh_token: 'sandbox-refresh:-000open7~0',
    });
  });

  it('is not sent for a real account without a registered app', async () => {
    await using nobody = await startStub(() => ({ status: 500 }));
    const real = harness.session({ baseUrl: nobody.url });
    delete real.sandboxUrl;
    expect(await harness.tikTok.refresh(real)).toMatchObject(rejected('PERMISSION_MISSING'));
    expect(nobody.requests).toEqual([]);
  });
});
