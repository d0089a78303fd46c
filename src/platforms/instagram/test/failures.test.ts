import { describe, expect, it, vi } from 'vitest';
import { brought } from '../../../../test/platforms/runner.js';
import { published, startStub, textPost, type StubAnswer } from '../../../../test/platforms/support.js';
import { upload } from '../../../../test/platforms/media-support.js';
import type { JsonObject } from '../../../domain/json.js';
import type { Publication, ReadinessAnswer } from '../../kit/platform.js';
import { accountId, graphError, ok, stateOf, useBench } from './support.js';
import { waitMsMax } from '../../../../test/harness/patience.js';

const now = new Date();
const bench = useBench(() => now);
const { instagram } = bench;

const rejected = (code: string): object => ({ kind: 'rejected', code });
const hourMs = 60 * 60 * 1000;
const expired = { kind: 'auth-expired' };
const revoked = { kind: 'auth-revoked' };
const limited = { kind: 'rate-limited', retryAfterMs: null };

/** Returns the first failure on the way to a public post. */
async function failureOf(publication: Publication): Promise<unknown> {
  const { answer } = await upload(instagram, bench.session(), publication);
  if (answer.kind !== 'uploaded') return answer;
  const ready = await settledReadiness(publication, answer.state);
  return ready.kind === 'ready' ? instagram.commit(bench.session(), publication, answer.state) : ready;
}

function settledReadiness(publication: Publication, state: JsonObject): Promise<ReadinessAnswer> {
  return vi.waitFor(
    async () => {
      const readiness = await instagram.checkReadiness(bench.session(), publication, state);
      expect(readiness.kind).not.toBe('pending');
      return readiness;
    },
    { timeout: waitMsMax },
  );
}

/** Every documented error, as the simulator returns it. */
describe('an error of the Graph API', () => {
  it.each([
    ['463, an expired token', 463, expired],
    ['467, an invalid token', 467, expired],
    ['102, an invalid session', 102, expired],
    ['458, a removed app', 458, revoked],
    ['459, a checkpoint', 459, revoked],
    ['460, a changed password', 460, revoked],
    ['464, an unconfirmed user', 464, revoked],
    ['492, a lost role on the Page', 492, revoked],
    ['3, a missing capability', 3, rejected('PERMISSION_MISSING')],
    ['10, a missing permission', 10, rejected('PERMISSION_MISSING')],
    ['200, a missing permission', 200, rejected('PERMISSION_MISSING')],
    ['299, a missing permission', 299, rejected('PERMISSION_MISSING')],
    ['4, the app’s rate', 4, limited],
    ['17, the user’s rate', 17, limited],
    ['32, the Page’s rate', 32, limited],
    ['613, a call’s rate', 613, limited],
    ['80002, the account’s rate', 80_002, { kind: 'rate-limited', retryAfterMs: 180_000 }],
    [
      '2207042, the day’s number',
      2_207_042,
      { kind: 'rate-limited', code: 'PLATFORM_QUOTA_EXCEEDED', retryAfterMs: hourMs },
    ],
    ['1, unknown', 1, { kind: 'ambiguous' }],
    ['2, transient', 2, { kind: 'ambiguous' }],
    ['2207001, a server error', 2_207_001, { kind: 'ambiguous' }],
    ['2207032, a container that failed', 2_207_032, { kind: 'ambiguous' }],
    ['2207003, a slow download', 2_207_003, { kind: 'upload-again' }],
    ['2207052, a file that cannot be fetched', 2_207_052, { kind: 'upload-again' }],
    ['2207020, an expired container', 2_207_020, { kind: 'prepare-again' }],
    ['2207008, a container that is not known yet', 2_207_008, { kind: 'not-sent' }],
    ['2207006, media that are not known yet', 2_207_006, { kind: 'not-sent' }],
    ['2207027, not ready', 2_207_027, { kind: 'not-sent' }],
    ['2207004, too large', 2_207_004, rejected('MEDIA_REJECTED')],
    ['2207005, the format', 2_207_005, rejected('MEDIA_REJECTED')],
    ['2207009, the ratio', 2_207_009, rejected('MEDIA_REJECTED')],
    ['2207057, the thumbnail', 2_207_057, rejected('MEDIA_REJECTED')],
    ['2207023, the type', 2_207_023, rejected('MEDIA_REJECTED')],
    ['2207028, the number', 2_207_028, rejected('MEDIA_REJECTED')],
    ['2207010, the caption', 2_207_010, rejected('PLATFORM_REJECTED')],
    ['2207040, the tags', 2_207_040, rejected('PLATFORM_REJECTED')],
    ['2207035, product tags', 2_207_035, rejected('PLATFORM_REJECTED')],
    ['2207036, product tags', 2_207_036, rejected('PLATFORM_REJECTED')],
    ['2207037, product tags', 2_207_037, rejected('PLATFORM_REJECTED')],
    ['2207051, spam', 2_207_051, rejected('POLICY_BLOCKED')],
    ['2207050, a restricted account', 2_207_050, rejected('POLICY_BLOCKED')],
    ['368, abuse', 368, rejected('POLICY_BLOCKED')],
    ['2207081, no trial reels', 2_207_081, rejected('CHOICE_NOT_AVAILABLE')],
  ])('is mapped to the right failure: %s', async (_what, code, expected) => {
    const media = [bench.shelf.medium({ mime: 'image/jpeg' })];
    expect(await failureOf(textPost(`[sandbox:graph-error=${code}]`, { media }))).toMatchObject(expected);
  });

  it.each([
    ['2207026, the video’s format', 2_207_026, rejected('MEDIA_REJECTED')],
    ['2207053, an upload that failed', 2_207_053, { kind: 'prepare-again' }],
    ['2207077, a download that failed', 2_207_077, { kind: 'prepare-again' }],
    ['2207082, an upload that failed', 2_207_082, { kind: 'prepare-again' }],
  ])('is mapped to the right failure in the status of a container: %s', async (_what, code, expected) => {
    const media = [bench.shelf.medium({ mime: 'video/mp4' })];
    expect(await failureOf(textPost(`[sandbox:graph-error=${code}] reel`, { media }))).toMatchObject(
      expected,
    );
  });

  it.each([2_207_003, 2_207_032, 2_207_052, 2_207_008, 2_207_027, 2_207_020])(
    'is temporary with the code %i, and the next try publishes once',
    async (code) => {
      const text = `[sandbox:graph-error=${code}] at last`;
      const publication = textPost(text, { media: [bench.shelf.medium({ mime: 'image/jpeg' })] });
      expect(await failureOf(publication)).not.toMatchObject({ kind: 'published' });
      const state = await brought(instagram, bench.session(), publication);
      published(await instagram.commit(bench.session(), publication, state));
      expect((await bench.feed()).filter((post) => post.text === text)).toHaveLength(1);
    },
  );
});

describe('a refusal of the call that publishes', () => {
  const container = (status_code: string): StubAnswer => ok({ id: '77', status_code });
  const publication = textPost('hi');
  const commitAgainst = async (refusal: StubAnswer, status: StubAnswer, ageMs = 5_000) => {
    await using stub = await startStub(({ method }) => (method === 'POST' ? refusal : status));
    const state = stateOf(new Date(now.getTime() - ageMs));
    const answer = await instagram.commit(bench.session({ baseUrl: stub.url }), publication, state);
    return { answer, posts: stub.requests.filter(({ method }) => method === 'POST').map(({ url }) => url) };
  };
  const spam = graphError(4, 2_207_051);
  const missing = graphError(24, 2_207_008);
  const gone = graphError(100, 33);

  it.each([
    ['called spam, and not public', spam, container('FINISHED'), 5_000, rejected('POLICY_BLOCKED')],
    ['called spam, with an unknown status', spam, { status: 500 }, 5_000, { kind: 'ambiguous' }],
    ['called spam, although it is public', spam, container('PUBLISHED'), 5_000, { kind: 'ambiguous' }],
    [
      'called not ready, although it is public',
      graphError(9_007, 2_207_027),
      container('PUBLISHED'),
      0,
      { kind: 'ambiguous' },
    ],
    [
      'rate limited, although it is public',
      graphError(4),
      container('PUBLISHED'),
      5_000,
      { kind: 'ambiguous' },
    ],
    ['rate limited again', graphError(4), graphError(4), 5_000, { kind: 'rate-limited' }],
    ['called unknown soon after its creation', missing, gone, 59_000, { kind: 'not-sent' }],
    ['called unknown long after its creation', missing, gone, 61_000, { kind: 'prepare-again' }],
    [
      'called unknown, old, and still waiting',
      missing,
      container('FINISHED'),
      61_000,
      { kind: 'prepare-again' },
    ],
    ['called unknown, young, and expired', missing, container('EXPIRED'), 5_000, { kind: 'prepare-again' }],
    // A new container would publish the post twice.
    ['called unknown, although it is public', missing, container('PUBLISHED'), 61_000, { kind: 'ambiguous' }],
    ['called unknown, with an unknown status', missing, { status: 500 }, 61_000, { kind: 'ambiguous' }],
  ] as const)('is mapped to the right failure: %s', async (_what, refusal, status, ageMs, expected) => {
    const { answer, posts } = await commitAgainst(refusal, status, ageMs);
    expect(answer).toMatchObject(expected);
    expect(posts).toEqual([`/v26.0/${accountId}/media_publish`]);
  });

  it.each([
    [[0], null],
    [[0, 2, 1], 120_000],
  ])(
    'leads to a wait for the longest of %j minutes if it is about the rate limit',
    async (minutes, retryAfterMs) => {
      const usage = { 1: minutes.map((count) => ({ estimated_time_to_regain_access: count })) };
      const headers = { 'x-business-use-case-usage': JSON.stringify(usage) };
      const { answer } = await commitAgainst({ ...graphError(80_002), headers }, container('FINISHED'));
      expect(answer).toMatchObject({ kind: 'rate-limited', retryAfterMs });
    },
  );

  it('leads to a look-up that finds a post which was called spam but is public', async () => {
    const since = new Date(Date.now() - 60_000);
    const media = [bench.shelf.medium({ mime: 'image/jpeg' })];
    const spamlike = textPost('[sandbox:blocked-after-accept] not spam', { media });
    const state = await brought(instagram, bench.session(), spamlike);
    expect((await instagram.commit(bench.session(), spamlike, state)).kind).toBe('ambiguous');
    const search = { since, takenIds: new Set<string>() };
    const found = await instagram.findPublished(bench.session(), spamlike, state, search);
    const [post] = (await bench.feed()).filter(({ text }) => text === spamlike.text);
    expect(found).toMatchObject({ kind: 'found', published: { externalPostId: post?.externalPostId } });
  });
});

describe('a refusal', () => {
  it('does not reveal the URLs of media', async () => {
    await using stub = await startStub(({ body }) => ({
      status: 400,
      body: { error: { code: 100, message: `cannot take ${new URLSearchParams(body).get('image_url')}` } },
    }));
    const medium = bench.shelf.medium({ mime: 'image/jpeg' });
    const media = [{ ...medium, publicUrl: () => Promise.resolve('https://media.test/secret') }];
    const stubSession = bench.session({ baseUrl: stub.url });
    const { answer } = await upload(instagram, stubSession, textPost('hi', { media }));
    expect(answer).toMatchObject({ kind: 'rejected', message: 'cannot take [redacted]' });
  });
});

describe('a container', () => {
  const statuses: [status: StubAnswer, readiness: object, lookup: object][] = [
    [ok({ id: '77', status_code: 'FINISHED' }), { kind: 'ready' }, { kind: 'absent' }],
    [
      ok({ id: '77', status_code: 'IN_PROGRESS' }),
      { kind: 'pending', checkAfterMs: null },
      { kind: 'ambiguous' },
    ],
    [ok({ id: '77', status_code: 'EXPIRED' }), { kind: 'prepare-again' }, { kind: 'absent' }],
    [
      ok({ id: '77', status_code: 'ERROR', status: 'Error: code 2207050' }),
      rejected('POLICY_BLOCKED'),
      { kind: 'absent' },
    ],
    [ok({ id: '77', status_code: 'PUBLISHED' }), { kind: 'used-up' }, { kind: 'ambiguous' }],
    [ok({ id: '77', status_code: 'NEW_WORD' }), { kind: 'ambiguous' }, { kind: 'ambiguous' }],
    [graphError(100, 33), { kind: 'prepare-again' }, { kind: 'ambiguous' }],
    [graphError(4), { kind: 'rate-limited' }, { kind: 'rate-limited' }],
  ];

  it.each(statuses)(
    'has a status that is mapped to the right results: %j',
    async (answer, readiness, lookup) => {
      await using stub = await startStub(({ url }) => (url.includes('/media?') ? ok({ data: [] }) : answer));
      const stubSession = bench.session({ baseUrl: stub.url });
      const state = { containerId: '77', fields: {} };
      expect(await instagram.checkReadiness(stubSession, textPost('hi'), state)).toMatchObject(readiness);
      const search = { since: now, takenIds: new Set<string>() };
      expect(await instagram.findPublished(stubSession, textPost('hi'), state, search)).toMatchObject(lookup);
    },
  );

  it('is retried while it is new and not found', async () => {
    await using stub = await startStub(() => graphError(100, 33));
    const stubSession = bench.session({ baseUrl: stub.url });
    expect((await instagram.checkReadiness(stubSession, textPost('hi'), stateOf(now))).kind).toBe('pending');
    const old = stateOf(new Date(now.getTime() - 61_000));
    expect((await instagram.checkReadiness(stubSession, textPost('hi'), old)).kind).toBe('prepare-again');
  });

  it('is created again if it is not in the state', async () => {
    expect((await instagram.checkReadiness(bench.session(), textPost('hi'), {})).kind).toBe('prepare-again');
    expect((await instagram.commit(bench.session(), textPost('hi'), {})).kind).toBe('prepare-again');
  });
});
