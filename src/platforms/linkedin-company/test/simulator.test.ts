import { describe, expect, it } from 'vitest';
import { useSafeFetch, useSandbox } from '../../../../test/platforms/use-sandbox.js';
import type { EgressRequest } from '../../../egress/safe-fetch.js';

const safeFetch = useSafeFetch();
const sandbox = useSandbox();

const author = 'urn:li:organization:5005';
const headers: Record<string, string> = {
  authorization: `Bearer sandbox:${author}~0`,
  'linkedin-version': '202609',
  'x-restli-protocol-version': '2.0.0',
  'content-type': 'application/json',
};
const post = {
  author,
  commentary: 'hi',
  visibility: 'PUBLIC',
  distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
  lifecycleState: 'PUBLISHED',
};

interface Call extends Partial<Pick<EgressRequest, 'method' | 'headers'>> {
  body?: unknown;
  side?: string;
}

async function call(path: string, { method = 'POST', body, side = 'linkedin-company', ...more }: Call) {
  const answer = await safeFetch({
    method,
    headers,
    ...more,
    url: path.startsWith('http') ? path : `${sandbox.url}/${side}${path}`,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const parsed = answer.body.startsWith('{') ? (JSON.parse(answer.body) as Record<string, unknown>) : {};
  return { status: answer.status, headers: answer.headers, code: parsed['code'], value: parsed['value'] };
}
const without = (name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));

describe('the simulated LinkedIn', () => {
  it('returns the id of a new post in a header, without a body', async () => {
    const answer = await safeFetch({
      url: `${sandbox.url}/linkedin-company/rest/posts`,
      method: 'POST',
      headers,
      body: JSON.stringify(post),
    });
    expect(answer).toMatchObject({ status: 201, body: '' });
    expect(answer.headers['x-restli-id']).toMatch(/^urn:li:share:\d+$/);
  });

  it.each<[string, number, Call]>([
    ['no token', 401, { headers: without('authorization'), body: post }],
    ['no version', 400, { headers: without('linkedin-version'), body: post }],
    [
      'a version that was retired',
      426,
      { headers: { ...headers, 'linkedin-version': '202510' }, body: post },
    ],
    [
      'a version that never existed',
      426,
      { headers: { ...headers, 'linkedin-version': '2026-09' }, body: post },
    ],
    ['no protocol version', 400, { headers: without('x-restli-protocol-version'), body: post }],
    ['a field that is not known', 400, { body: { ...post, scheduledAt: 1 } }],
    ['a draft', 400, { body: { ...post, lifecycleState: 'DRAFT' } }],
    ['no distribution', 400, { body: { ...post, distribution: undefined } }],
    ['another author', 403, { body: { ...post, author: 'urn:li:organization:1' } }],
    ['a company’s post for connections', 400, { body: { ...post, visibility: 'CONNECTIONS' } }],
    ['no content', 400, { body: { ...post, commentary: '' } }],
    ['too long a text', 400, { body: { ...post, commentary: 'x'.repeat(3_001) } }],
    ['a missing image', 400, { body: { ...post, content: { media: { id: 'urn:li:image:1' } } } }],
    [
      'several images that are only one',
      400,
      { body: { ...post, content: { multiImage: { images: [{ id: 'urn:li:image:1' }] } } } },
    ],
    [
      'a card without a title',
      400,
      { body: { ...post, content: { article: { source: 'https://a.example' } } } },
    ],
  ])('refuses a post with %s', async (_what, status, request) => {
    expect(await call('/rest/posts', request)).toMatchObject({ status });
  });

  const finder = '/rest/posts?q=author&author=urn%3Ali%3Aorganization%3A5005';
  const asFinder = { method: 'GET' as const, headers: { ...headers, 'x-restli-method': 'FINDER' } };
  it.each<[string, string, Call, number]>([
    ['as described', finder, asFinder, 200],
    ['without its method', finder, { method: 'GET' }, 400],
    ['with a parameter that is not known', `${finder}&since=1`, asFinder, 400],
    ['with a URN that is not escaped', `/rest/posts?q=author&author=${author}`, asFinder, 400],
    ['of another page', '/rest/posts?q=author&author=urn%3Ali%3Aorganization%3A1', asFinder, 403],
    ['for a member', finder, { ...asFinder, side: 'linkedin-person' }, 403],
  ])('responds as documented to a look-up %s', async (_how, path, request, status) => {
    expect(await call(path, request)).toMatchObject({ status });
  });

  it('does not let a member’s token read posts, images and comments', async () => {
    for (const path of [
      'posts/urn%3Ali%3Ashare%3A1',
      'images/urn%3Ali%3Aimage%3A1',
      'socialActions/urn%3Ali%3Ashare%3A1/comments',
    ]) {
      expect(await call(`/rest/${path}`, { method: 'GET', side: 'linkedin-person' })).toMatchObject({
        status: 403,
        code: 'ACCESS_DENIED',
      });
    }
  });

  it('accepts an image once, from any holder of the token', async () => {
    const body = { initializeUploadRequest: { owner: author } };
    const { value } = await call('/rest/images?action=initializeUpload', { body });
    const { uploadUrl } = value as { uploadUrl: string };
    const bytes = '\x89PNG\r\n\x1a\n';
    const png = { method: 'PUT' as const, body: Buffer.from(bytes, 'latin1') };
    expect(await safeFetch({ url: uploadUrl, ...png })).toMatchObject({ status: 401 });
    const signed = { url: uploadUrl, ...png, headers: { authorization: headers['authorization'] ?? '' } };
    expect(await safeFetch(signed)).toMatchObject({ status: 201 });
    expect(await safeFetch(signed)).toMatchObject({ status: 400 });
    const others = { initializeUploadRequest: { owner: 'urn:li:organization:1' } };
    expect(await call('/rest/images?action=initializeUpload', { body: others })).toMatchObject({
      status: 403,
    });
  });

  it('accepts the parts of a video at signed URLs, and finishes it with their tags in order', async () => {
    const size = 4 * 1024 * 1024 + 12;
    const request = { owner: author, fileSizeBytes: size, uploadCaptions: false, uploadThumbnail: false };
    const { value } = await call('/rest/videos?action=initializeUpload', {
      body: { initializeUploadRequest: request },
    });
    const { video, uploadToken, uploadInstructions } = value as {
      video: string;
      uploadToken: string;
      uploadInstructions: { uploadUrl: string; firstByte: number; lastByte: number }[];
    };
    expect(uploadInstructions.map(({ firstByte, lastByte }) => [firstByte, lastByte])).toEqual([
      [0, 4_194_303],
      [4_194_304, 4_194_315],
    ]);
    const bytes = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom', 'latin1'), Buffer.alloc(size - 12)]);
    const tags: string[] = [];
    for (const { uploadUrl, firstByte, lastByte } of uploadInstructions) {
      const part = { url: uploadUrl, method: 'PUT' as const, body: bytes.subarray(firstByte, lastByte + 1) };
      const withToken = { ...part, headers: { authorization: headers['authorization'] ?? '' } };
      expect(await safeFetch(withToken)).toMatchObject({ status: 400 });
      expect(await safeFetch({ ...part, body: part.body.subarray(1) })).toMatchObject({ status: 400 });
      const answer = await safeFetch(part);
      expect(answer.headers['etag']).toMatch(/^".+"$/);
      tags.push((answer.headers['etag'] ?? '').replaceAll('"', ''));
    }
    const end = (more: object) =>
      call('/rest/videos?action=finalizeUpload', {
        body: { finalizeUploadRequest: { video, uploadToken, uploadedPartIds: tags, ...more } },
      });
    expect(await end({ uploadedPartIds: tags.toReversed() })).toMatchObject({ status: 400 });
    expect(await end({ uploadedPartIds: tags.slice(1) })).toMatchObject({ status: 400 });
    expect(await end({ uploadToken: 'other' })).toMatchObject({ status: 400 });
    expect(await end({})).toMatchObject({ status: 200 });
    expect(await end({})).toMatchObject({ status: 400 });
  });

  it('accepts comments only in the thread they belong to', async () => {
    const { headers: answered } = await call('/rest/posts', { body: post });
    const urn = answered['x-restli-id'] ?? '';
    const comment = { actor: author, object: urn, message: { text: 'hi' } };
    const path = `/rest/socialActions/${encodeURIComponent(urn)}/comments`;
    const wrong: [object, number][] = [
      [{ object: 'urn:li:share:1' }, 400],
      [{ parentComment: urn }, 400],
      [{ message: { text: 'x'.repeat(1_251) } }, 400],
      [{ message: { text: 'hi', attributes: [] } }, 400],
      [{ actor: 'urn:li:organization:1' }, 403],
    ];
    for (const [more, status] of wrong) {
      expect(await call(path, { body: { ...comment, ...more } })).toMatchObject({ status });
    }
    const answer = await call(path, { body: comment });
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.headers['x-restli-id']).toMatch(/^\d+$/);
    expect(await call('/rest/socialActions/urn%3Ali%3Ashare%3A1/comments', { body: comment })).toMatchObject({
      status: 404,
    });
  });
});
