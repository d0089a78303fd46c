import { describe, expect, it } from 'vitest';
import { connectorOf, startStub, textPost, type StubAnswer } from '../../../../test/platforms/support.js';
import { useSafeFetch } from '../../../../test/platforms/use-sandbox.js';
import type { Platform } from '../../kit/platform.js';
import type { PlatformSession } from '../../kit/session.js';
import { linkedInCompany as definition } from '../definition.js';

const now = new Date('2026-11-21T22:30:00Z');
const untilMidnightMs = 90 * 60 * 1000;
const safeFetch = useSafeFetch();
const companyWith = (env: Record<string, string>): Platform =>
  connectorOf(definition, { fetch: safeFetch, now: () => now, env });
const company = companyWith({});

const author = 'urn:li:organization:7';
const urn = 'urn:li:share:7141138937766391808';

function session(baseUrl: string, credentials = { accessToken: 'li-access' }): PlatformSession {
  return { externalAccountId: author, handle: 'seven', baseUrl, credentials };
}

const replyTo = { externalPostId: urn, reference: null };

/** Returns the connector's result for one response to its publishing call. */
async function commitAgainst(answer: StubAnswer, isReply = false) {
  await using stub = await startStub(() => answer);
  const publication = textPost('hi', isReply ? { replyTo } : {});
  return await company.commit(session(stub.url), publication, {});
}

const error = (status: number, code: string, message: string, more: object = {}): StubAnswer => ({
  status,
  body: { status, code, message, ...more },
});
const repeat = (message: string): StubAnswer =>
  error(422, 'UNPROCESSABLE_ENTITY', message, {
    errorDetails: { inputErrors: [{ description: 'Duplicate post is detected', code: 'DUPLICATE_POST' }] },
  });

describe('a response of LinkedIn', () => {
  it.each([
    [error(401, 'EXPIRED_ACCESS_TOKEN', 'expired', { serviceErrorCode: 65_601 }), { kind: 'auth-expired' }],
    [error(401, 'REVOKED_ACCESS_TOKEN', 'revoked', { serviceErrorCode: 65_602 }), { kind: 'auth-expired' }],
    [
      error(403, 'ACCESS_DENIED', 'Not enough permissions', { serviceErrorCode: 100 }),
      { kind: 'rejected', code: 'PERMISSION_MISSING', message: 'ACCESS_DENIED: Not enough permissions' },
    ],
    [error(403, 'ACCESS_DENIED', 'The resource is forbidden'), { kind: 'not-sent' }],
    [error(400, 'FIELD_LENGTH_TOO_LONG', 'too long'), { kind: 'rejected', code: 'PLATFORM_REJECTED' }],
    [
      repeat(`BadRequestResponseException: Content is a duplicate of ${urn}`),
      { kind: 'duplicate', of: { externalPostId: urn, reference: null } },
    ],
    [
      error(409, 'CONFLICT', 'Content is a DUPLICATE of urn:li:ugcPost:12'),
      { kind: 'duplicate', of: { externalPostId: 'urn:li:ugcPost:12' } },
    ],
    [error(422, 'UNPROCESSABLE_ENTITY', 'urn:li:video:1 is still being processed'), { kind: 'not-sent' }],
    [
      error(400, 'BAD', 'urn:li:image:1 cannot be posted: PROCESSING_FAILED'),
      { kind: 'rejected', code: 'MEDIA_REJECTED' },
    ],
    [error(400, 'BAD', 'urn:li:image:1 does not exist'), { kind: 'upload-again' }],
    [
      error(422, 'UNPROCESSABLE_ENTITY', 'Something else'),
      { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'UNPROCESSABLE_ENTITY: Something else' },
    ],
    [
      error(426, 'NONEXISTENT_VERSION', 'Requested version 20260901 is not active'),
      {
        kind: 'rejected',
        code: 'PLATFORM_UNAVAILABLE',
        message: expect.stringMatching(/202609.*LINKEDIN_VERSION/) as string,
      },
    ],
    [
      error(429, 'TOO_MANY_REQUESTS', 'Resource level throttle MEMBER DAY limit is reached.'),
      {
        kind: 'rate-limited',
        retryAfterMs: untilMidnightMs,
        code: 'PLATFORM_QUOTA_EXCEEDED',
        ofAccount: true,
      },
    ],
    [
      { status: 429 },
      { kind: 'rate-limited', retryAfterMs: untilMidnightMs, code: 'PLATFORM_QUOTA_EXCEEDED' },
    ],
    [
      { ...error(429, 'TOO_MANY_REQUESTS', 'APPLICATION DAY limit'), headers: { 'retry-after': '60' } },
      { kind: 'rate-limited', retryAfterMs: 60_000, code: 'PLATFORM_QUOTA_EXCEEDED' },
    ],
    [{ status: 500 }, { kind: 'ambiguous' }],
    [{ status: 504 }, { kind: 'ambiguous' }],
    [{ status: 408 }, { kind: 'ambiguous' }],
    [{ status: 201 }, { kind: 'ambiguous' }],
    [{ status: 201, headers: { 'x-restli-id': 'urn:li:person:1' } }, { kind: 'ambiguous' }],
  ])('is mapped to the right failure: %o', async (answer, expected) => {
    expect(await commitAgainst(answer)).toMatchObject(expected);
  });

  it('contains the id of the original of a duplicate only if LinkedIn names it', async () => {
    for (const named of ['urn:li:person:782bbtaQ', 'urn:li:activity:12', 'something']) {
      expect(await commitAgainst(repeat(`Content is a duplicate of ${named}`))).not.toHaveProperty('of');
    }
  });

  it('is not treated as a daily limit if it says when the limit ends', async () => {
    const answer = await commitAgainst({ status: 429, headers: { 'retry-after': '7' } });
    expect(answer).toMatchObject({ kind: 'rate-limited', retryAfterMs: 7_000 });
    expect(answer).not.toHaveProperty('code');
  });

  it.each([
    [error(404, 'NOT_FOUND', 'Unable to obtain activity from urn:li:share:1'), { kind: 'not-sent' }],
    [
      error(403, 'ACCESS_DENIED', 'Comments are disabled on this thread.'),
      { kind: 'rejected', code: 'COMMENTS_DISABLED' },
    ],
    [
      error(403, 'ACCESS_DENIED', 'Not enough permissions to access: socialActions.comments.CREATE'),
      { kind: 'rejected', code: 'PERMISSION_MISSING' },
    ],
    [{ status: 201 }, { kind: 'ambiguous' }],
    [{ status: 201, body: { id: '9' } }, { kind: 'ambiguous' }],
  ])('is mapped to the right failure of a comment: %o', async (answer, expected) => {
    expect(await commitAgainst(answer, true)).toMatchObject(expected);
  });

  it.each([
    [
      'the body',
      { body: { commentUrn: 'urn:li:comment:(urn:li:activity:8,9)' } },
      'urn:li:comment:(urn:li:activity:8,9)',
    ],
    [
      'the header and the thread',
      { headers: { 'x-restli-id': '9' }, body: { object: 'urn:li:activity:8' } },
      'urn:li:comment:(urn:li:activity:8,9)',
    ],
    ['the header only', { headers: { 'x-restli-id': '9' } }, `urn:li:comment:(${urn},9)`],
    [
      'a header with the whole id',
      { headers: { 'x-restli-id': 'urn:li:comment:(activity:8,9)' } },
      'urn:li:comment:(activity:8,9)',
    ],
  ])('contains the id of a new comment in %s', async (_where, answer, externalPostId) => {
    expect(await commitAgainst({ status: 201, ...answer }, true)).toMatchObject({
      kind: 'published',
      published: { externalPostId, reference: { post: urn } },
    });
  });

  it('leads to a link to the real site if the request was the documented one', async () => {
    await using stub = await startStub(() => ({ status: 201, headers: { 'x-restli-id': urn } }));
    const options = { disableReshare: true };
    const answer = await company.commit(session(stub.url), textPost('hi (all)', { options }), {});
    expect(answer).toMatchObject({
      published: { externalPostId: urn, externalUrl: `https://www.linkedin.com/feed/update/${urn}` },
    });
    const [request] = stub.requests;
    expect(request).toMatchObject({ method: 'POST', url: '/rest/posts' });
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer li-access',
      'linkedin-version': '202609',
      'x-restli-protocol-version': '2.0.0',
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      author,
      commentary: 'hi \\(all\\)',
      visibility: 'PUBLIC',
      distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
      lifecycleState: 'PUBLISHED',
      isReshareDisabledByAuthor: true,
    });
  });
});

describe('a request to LinkedIn', () => {
  it('is sent to the escaped path of the thread for a reply', async () => {
    await using stub = await startStub(() => ({ status: 201, headers: { 'x-restli-id': '10' } }));
    const externalPostId = 'urn:li:comment:(urn:li:activity:8,9)';
    const reply = textPost('so (be) it', { replyTo: { externalPostId, reference: { post: urn } } });
    expect(await company.commit(session(stub.url), reply, {})).toMatchObject({
      published: {
        externalPostId: 'urn:li:comment:(urn:li:activity:8,10)',
        externalUrl: `https://www.linkedin.com/feed/update/${urn}?commentUrn=urn%3Ali%3Acomment%3A%28urn%3Ali%3Aactivity%3A8%2C10%29`,
      },
    });
    const [request] = stub.requests;
    expect(request?.url).toBe(
      '/rest/socialActions/urn%3Ali%3Acomment%3A%28urn%3Ali%3Aactivity%3A8%2C9%29/comments',
    );
    expect(JSON.parse(request?.body ?? '')).toEqual({
      actor: author,
      object: 'urn:li:activity:8',
      message: { text: 'so (be) it' },
      parentComment: externalPostId,
    });
  });

  it('is sent with the configured version of the API', async () => {
    await using stub = await startStub(() => error(426, 'NONEXISTENT_VERSION', 'no'));
    const answer = await companyWith({ LINKEDIN_VERSION: '202701' }).commit(
      session(stub.url),
      textPost('hi'),
      {},
    );
    expect(answer).toMatchObject({ message: expect.stringContaining('202701') as string });
    expect(stub.requests[0]?.headers['linkedin-version']).toBe('202701');
    expect(() => companyWith({ LINKEDIN_VERSION: '2026-09' })).toThrow('YYYYMM');
  });
});

describe('a refresh', () => {
  const credentials = { accessToken: 'li-access', refreshToken: 'li-refresh', other: 'kept' };
  const app = { LINKEDIN_COMPANY_CLIENT_ID: 'client', LINKEDIN_COMPANY_CLIENT_SECRET: 'client-secret' };

  it.each([
    [
      { status: 200, body: { access_token: 'new', refresh_token: 'newer' } },
      { kind: 'refreshed', credentials: { accessToken: 'new', refreshToken: 'newer', other: 'kept' } },
    ],
    [
      { status: 200, body: { access_token: 'new' } },
      { kind: 'refreshed', credentials: { accessToken: 'new', refreshToken: 'li-refresh' } },
    ],
    [{ status: 400, body: { error: 'invalid_grant' } }, { kind: 'auth-revoked' }],
    [
      {
        status: 400,
        body: { error: 'invalid_request', error_description: 'The provided refresh token is invalid' },
      },
      { kind: 'auth-revoked' },
    ],
    [
      {
        status: 400,
        body: { error: 'invalid_request', error_description: 'A required parameter "client_id" is missing' },
      },
      { kind: 'rejected', code: 'PERMISSION_MISSING' },
    ],
    [
      { status: 401, body: { error: 'invalid_client' } },
      { kind: 'rejected', code: 'PERMISSION_MISSING' },
    ],
    [{ status: 429 }, { kind: 'rate-limited' }],
    [{ status: 503, body: { error: 'server_error' } }, { kind: 'ambiguous' }],
    [{ status: 401, body: '<html>' }, { kind: 'ambiguous' }],
  ])('turns the response %o to a refresh token into a result', async (answer, expected) => {
    await using stub = await startStub(() => answer);
    const configured = companyWith({ ...app, LINKEDIN_SITE_URL: stub.url });
    expect(await configured.refresh(session('http://127.0.0.1:1', credentials))).toMatchObject(expected);
    expect(stub.requests).toMatchObject([{ method: 'POST', url: '/oauth/v2/accessToken' }]);
    expect(stub.requests[0]?.headers.authorization).toBeUndefined();
    expect(Object.fromEntries(new URLSearchParams(stub.requests[0]?.body))).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'li-refresh',
      client_id: 'client',
      client_secret: 'client-secret',
    });
  });

  it.each([
    [
      error(401, 'EXPIRED_ACCESS_TOKEN', 'expired'),
      { kind: 'auth-revoked', message: expect.stringContaining('reconnect the account') as string },
    ],
    [{ status: 401, body: '<html>a proxy</html>' }, { kind: 'ambiguous' }],
    [{ status: 200, body: { sub: '7' } }, { kind: 'refreshed' }],
    [error(403, 'ACCESS_DENIED', 'no'), { kind: 'refreshed' }],
    [{ status: 503 }, { kind: 'ambiguous' }],
    [
      { status: 429, headers: { 'retry-after': '5' } },
      { kind: 'rate-limited', retryAfterMs: 5_000 },
    ],
  ])('checks the access token if there is no refresh token: %o', async (answer, expected) => {
    await using stub = await startStub(() => answer);
    expect(await company.refresh(session(stub.url))).toMatchObject(expected);
    expect(stub.requests).toMatchObject([{ method: 'GET', url: '/v2/userinfo' }]);
  });
});
