import { describe, expect, it } from 'vitest';
import { connectorOf, startStub, textPost, type StubAnswer } from '../../../../test/platforms/support.js';
import { useSafeFetch } from '../../../../test/platforms/use-sandbox.js';
import type { PlatformSession } from '../../kit/session.js';
import { threads as definition } from '../definition.js';

const now = new Date('2026-11-21T12:00:00Z');
const safeFetch = useSafeFetch();
const threads = connectorOf(definition, { fetch: safeFetch, now: () => now });

const credentials = { accessToken: 'threads-access' };
const state = { containerId: '77', fields: {} };

function session(baseUrl: string): PlatformSession {
  return { externalAccountId: 'did:plc:1', handle: '@some.one', baseUrl, credentials };
}

const replyTo = { externalPostId: '42', reference: null };

/** Returns the connector's result for one response to its publishing call. */
async function commitAgainst(answer: StubAnswer, isReply = false) {
  await using stub = await startStub(() => answer);
  const publication = textPost('hi', isReply ? { replyTo } : {});
  return await threads.commit(session(stub.url), publication, state);
}

describe('a response of Threads', () => {
  const graphError = (code: number, more: object = {}): StubAnswer => ({
    status: 400,
    body: { error: { message: 'words', type: 'OAuthException', code, ...more } },
  });
  const usage = { id: [{ type: 'threads', estimated_time_to_regain_access: 3 }] };

  it.each([
    [graphError(190), { kind: 'auth-expired' }],
    [graphError(190, { error_subcode: 463 }), { kind: 'auth-expired' }],
    [graphError(190, { error_subcode: 458 }), { kind: 'auth-revoked' }],
    [graphError(4), { kind: 'rate-limited', retryAfterMs: null }],
    [
      { ...graphError(32), headers: { 'retry-after': '7' } },
      { kind: 'rate-limited', retryAfterMs: 7_000 },
    ],
    [
      { ...graphError(80_002), headers: { 'x-business-use-case-usage': JSON.stringify(usage) } },
      { kind: 'rate-limited', retryAfterMs: 180_000 },
    ],
    [graphError(4, { error_subcode: 2_207_051 }), { kind: 'rejected', code: 'POLICY_BLOCKED' }],
    [graphError(10), { kind: 'rejected', code: 'PERMISSION_MISSING' }],
    [graphError(200), { kind: 'rejected', code: 'PERMISSION_MISSING' }],
    [graphError(100), { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'words' }],
    [graphError(1), { kind: 'ambiguous' }],
    [graphError(2, { is_transient: true }), { kind: 'ambiguous' }],
    [graphError(100, { is_transient: true }), { kind: 'ambiguous' }],
    [graphError(24, { error_subcode: 2_207_008 }), { kind: 'prepare-again' }],
    [graphError(9007, { error_subcode: 2_207_027 }), { kind: 'not-sent' }],
  ])('is mapped to the right failure: %o', async (answer, expected) => {
    expect(await commitAgainst(answer)).toMatchObject(expected);
  });

  it.each([
    ['FINISHED', { kind: 'ready' }, { kind: 'absent' }],
    ['IN_PROGRESS', { kind: 'pending', checkAfterMs: null }, { kind: 'ambiguous' }],
    ['EXPIRED', { kind: 'prepare-again' }, { kind: 'absent' }],
    ['ERROR', { kind: 'rejected', message: 'The container is ERROR: why.' }, { kind: 'absent' }],
    ['PUBLISHED', { kind: 'used-up' }, { kind: 'ambiguous' }],
  ])(
    'with the status %s of a container is mapped to the right results',
    async (status, readiness, lookup) => {
      const container = {
        status: 200,
        body: { id: '77', status, ...(status === 'ERROR' ? { error_message: 'why' } : {}) },
      };
      await using stub = await startStub(({ url }) =>
        url.includes('/me/threads') ? { status: 200, body: { data: [] } } : container,
      );
      const stubSession = session(stub.url);
      expect(await threads.checkReadiness(stubSession, textPost('hi'), state)).toMatchObject(readiness);
      const search = { since: now, takenIds: new Set<string>() };
      expect(await threads.findPublished(stubSession, textPost('hi'), state, search)).toMatchObject(lookup);
    },
  );

  it('names a new container if the text was edited, for a request with all options', async () => {
    await using stub = await startStub(() => ({ status: 200, body: { id: '78' } }));
    const options = {
      replyControl: 'mentioned_only',
      topicTag: 'news',
      linkAttachment: 'https://example.com/',
    };
    const earlier = { containerId: '77', fields: { media_type: 'TEXT', text: 'before' } };
    const answer = await threads.prepare(session(stub.url), textPost('after', { options }), earlier);
    expect(answer).toMatchObject({ kind: 'prepared', state: { containerId: '78' } });
    const made = stub.requests.find(({ method }) => method === 'POST');
    expect(Object.fromEntries(new URLSearchParams(made?.body))).toEqual({
      media_type: 'TEXT',
      text: 'after',
      reply_control: 'mentioned_only',
      topic_tag: 'news',
      link_attachment: 'https://example.com/',
      access_token: 'threads-access',
    });
  });
});

describe('options', () => {
  it.each([
    [{ topicTag: 'a.b' }, 'invalid_option'],
    [{ linkAttachment: 'javascript:alert(1)' }, 'invalid_option'],
  ] as const)('%o are refused', (options, rule) => {
    const draft = {
      text: 'hi',
      firstComment: null,
      options: JSON.parse(JSON.stringify(options)) as object,
      media: [],
    };
    const violations = threads.validate({ ...draft, options: { ...draft.options } });
    expect(new Set(violations.map((violation) => violation.rule))).toEqual(new Set([rule]));
    expect(violations[0]?.field).toBe('platformOptions');
  });
});
