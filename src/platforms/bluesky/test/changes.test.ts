import { describe, expect, it } from 'vitest';
import { publicPost, useChanger } from '../../../../test/platforms/change-bench.js';
import type { StubAnswer } from '../../../../test/platforms/support.js';
import { bluesky as definition } from '../definition.js';

const credentials = { accessJwt: 'access-jwt', refreshJwt: 'refresh-jwt' };
const { remove, find } = useChanger(definition, { externalAccountId: 'did:plc:1', credentials });
const post = publicPost('hi', { externalPostId: 'at://did:plc:1/app.bsky.feed.post/3kabc' });
const commit = { cid: 'bafy', rev: '3k' };

describe('deleting a post on Bluesky', () => {
  it.each<[StubAnswer, object]>([
    [{ status: 200, body: { commit } }, { kind: 'removed' }],
    [{ status: 200, body: {} }, { kind: 'gone' }],
    [{ status: 400, body: { error: 'ExpiredToken' } }, { kind: 'auth-expired' }],
    [
      { status: 400, body: { error: 'InvalidSwap' } },
      { kind: 'rejected', code: 'PLATFORM_REJECTED' },
    ],
    [{ status: 502 }, { kind: 'ambiguous' }],
  ])('understands %o', async (answer, expected) => {
    const removed = await remove(post, answer);
    expect(removed.answer).toMatchObject(expected);
    expect(removed.requests).toHaveLength(1);
    expect(removed.requests[0]?.url).toBe('/xrpc/com.atproto.repo.deleteRecord');
    const address = { repo: 'did:plc:1', collection: 'app.bsky.feed.post', rkey: '3kabc' };
    expect(JSON.parse(removed.requests[0]?.body ?? '')).toEqual(address);
  });
});

describe('a look at a post on Bluesky', () => {
  it.each<[StubAnswer, object]>([
    [
      { status: 200, body: { value: { text: 'hi' } } },
      { kind: 'there', shows: 'BEFORE' },
    ],
    [
      { status: 200, body: { value: { text: 'ho' } } },
      { kind: 'there', shows: 'OTHER' },
    ],
    [{ status: 400, body: { error: 'RecordNotFound' } }, { kind: 'gone' }],
    [{ status: 400, body: { error: 'RepoNotFound' } }, { kind: 'rejected' }],
    [{ status: 200, body: { value: {} } }, { kind: 'ambiguous' }],
  ])('understands %o', async (answer, expected) => {
    expect((await find(post, answer)).answer).toMatchObject(expected);
  });
});
