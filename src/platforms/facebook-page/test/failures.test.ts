import { describe, expect, it } from 'vitest';
import { upload } from '../../../../test/platforms/media-support.js';
import { startStub, textPost, type StubAnswer } from '../../../../test/platforms/support.js';
import { pageAt, useBench } from './support.js';

const bench = useBench();

const graphError = (code: number, more: object = {}): StubAnswer => ({
  status: 400,
  body: { error: { message: 'words', type: 'OAuthException', code, ...more } },
});
const rejected = (code: string): object => ({ kind: 'rejected', code });
const limited = { kind: 'rate-limited' };

/** The error's code, or its subcode if that decides. */
const rows: [number: number, expected: object][] = [
  [1, { kind: 'ambiguous' }],
  [2, { kind: 'ambiguous' }],
  [3, rejected('PERMISSION_MISSING')],
  [4, limited],
  [10, rejected('PERMISSION_MISSING')],
  [17, limited],
  [32, limited],
  [102, { kind: 'auth-expired' }],
  [190, { kind: 'auth-expired' }],
  [458, { kind: 'auth-revoked' }],
  [463, { kind: 'auth-expired' }],
  [492, { kind: 'auth-revoked' }],
  [200, rejected('PERMISSION_MISSING')],
  [341, limited],
  [352, rejected('MEDIA_REJECTED')],
  [368, rejected('POLICY_BLOCKED')],
  [506, { kind: 'duplicate' }],
  [613, limited],
  [80_001, limited],
  [1_346_003, rejected('POLICY_BLOCKED')],
  [1_366_046, rejected('MEDIA_REJECTED')],
  [1_366_051, { kind: 'duplicate' }],
  [1_390_008, limited],
  [1_404_078, rejected('POLICY_BLOCKED')],
  [1_404_102, rejected('POLICY_BLOCKED')],
  [1_609_005, rejected('PLATFORM_REJECTED')],
  [1_404_112, rejected('POLICY_BLOCKED')],
  [1_404_006, rejected('POLICY_BLOCKED')],
  [1_363_045, rejected('MEDIA_REJECTED')],
  [1_363_047, { kind: 'ambiguous' }],
  [1_609_010, { kind: 'ambiguous' }],
  [2_069_019, rejected('MEDIA_REJECTED')],
  [2_207_042, { kind: 'rate-limited', code: 'PLATFORM_QUOTA_EXCEEDED', retryAfterMs: 3_600_000 }],
  [4_854_002, rejected('POLICY_BLOCKED')],
];

describe('an error of the simulator', () => {
  it.each(rows)('is mapped to the right failure of a post: code %i', async (number, expected) => {
    const page = bench.session();
    const publication = textPost(`[sandbox:graph-error=${number}] no`);
    const { answer } = await bench.post(publication, page);
    expect(answer).toMatchObject(expected);
    expect(await bench.feed(page.externalAccountId)).toEqual([]);
  });

  it.each(rows)('is mapped to the right failure of a reel: code %i', async (number, expected) => {
    const page = bench.session();
    const media = [bench.shelf.medium({ mime: 'video/mp4' })];
    const text = `[sandbox:graph-error=${number}] no`;
    const { answer } = await bench.post(textPost(text, { media, options: { kind: 'REEL' } }), page);
    expect(answer).toMatchObject(expected);
    expect(await bench.feed(page.externalAccountId)).toEqual([]);
  });

  it.each([
    [2_069_019, rejected('MEDIA_REJECTED')],
    [1_366_046, rejected('MEDIA_REJECTED')],
    [352, rejected('MEDIA_REJECTED')],
    [1_609_005, rejected('MEDIA_REJECTED')],
    [1_404_078, rejected('POLICY_BLOCKED')],
    [200, rejected('PERMISSION_MISSING')],
    [1, { kind: 'ambiguous' }],
    [368, rejected('POLICY_BLOCKED')],
  ])('is mapped to the right failure of an upload: code %i', async (number, expected) => {
    const marks = `[sandbox:graph-error=${number}]`;
    const kinds = [
      { media: [bench.shelf.medium({ marks })] },
      { media: [bench.shelf.medium({ mime: 'video/mp4', marks })] },
      { media: [bench.shelf.medium({ mime: 'video/mp4', marks })], options: { kind: 'REEL' } },
    ];
    for (const more of kinds) {
      const { answer } = await upload(bench.facebook, bench.session(), textPost('', more));
      expect(answer).toMatchObject(expected);
    }
  });
});

describe('a response of the Graph API', () => {
  const usage = { '100': [{ type: 'pages', estimated_time_to_regain_access: 3 }] };
  const commit = async (answer: StubAnswer, isComment = false) => {
    await using stub = await startStub(() => answer);
    const replyTo = { externalPostId: '100_1', reference: null };
    return await bench.facebook.commit(pageAt(stub.url), textPost('hi', isComment ? { replyTo } : {}), {});
  };

  it.each([
    [graphError(190, { error_subcode: 459 }), { kind: 'auth-revoked' }],
    [graphError(190, { error_subcode: 460 }), { kind: 'auth-revoked' }],
    [graphError(190, { error_subcode: 464 }), { kind: 'auth-revoked' }],
    [graphError(190, { error_subcode: 467 }), { kind: 'auth-expired' }],
    [graphError(299), rejected('PERMISSION_MISSING')],
    [graphError(100), rejected('PLATFORM_REJECTED')],
    [graphError(100, { is_transient: true }), { kind: 'ambiguous' }],
    [graphError(100, { error_user_msg: 'for people' }), { message: 'for people' }],
    [graphError(368, { error_subcode: 1_390_008 }), limited],
    [graphError(1_609_005), rejected('PLATFORM_REJECTED')],
    [graphError(100, { error_subcode: 1_609_005 }), rejected('PLATFORM_REJECTED')],
    [
      { ...graphError(32), headers: { 'x-business-use-case-usage': JSON.stringify(usage) } },
      { kind: 'rate-limited', retryAfterMs: 180_000 },
    ],
    [
      { ...graphError(341), headers: { 'retry-after': '7' } },
      { kind: 'rate-limited', retryAfterMs: 7_000, message: 'words' },
    ],
    [{ status: 200, body: { id: '' } }, { kind: 'ambiguous' }],
    [{ status: 200, body: { success: true } }, { kind: 'ambiguous' }],
    [{ status: 200, body: { error: { code: 506, message: 'words' } } }, { kind: 'ambiguous' }],
  ])('is mapped to the right failure: %o', async (answer, expected) => {
    expect(await commit(answer)).toMatchObject(expected);
  });

  it.each([
    'Comments are turned off for this post.',
    'You cannot comment on this post.',
    'Commenting has been disabled',
  ])('means that comments are disabled if it says %o', async (message) => {
    const answer = { status: 403, body: { error: { message, code: 200 } } };
    expect(await commit(answer, true)).toMatchObject(rejected('COMMENTS_DISABLED'));
    expect(await commit(answer, false)).toMatchObject(rejected('PERMISSION_MISSING'));
  });

  it('does not mean that comments are disabled if a policy blocks them', async () => {
    const message = 'You cannot comment: confirm your identity.';
    const answer = { status: 400, body: { error: { message, code: 368, error_subcode: 4_854_002 } } };
    expect(await commit(answer, true)).toMatchObject(rejected('POLICY_BLOCKED'));
  });

  it('leads to a new upload if photos are unknown', async () => {
    const gone = graphError(100, { error_subcode: 33 });
    await using stub = await startStub(() => gone);
    const media = [bench.shelf.medium()];
    const page = bench.session();
    for (const options of [null, { kind: 'STORY' }]) {
      const publication = textPost('', { media, options });
      const { state } = await bench.post(publication, page);
      const answer = await bench.facebook.commit(pageAt(stub.url), publication, state);
      expect(answer.kind).toBe('upload-again');
    }
  });

  it('is not awaited if the prepared state lacks the media, because nothing is sent', async () => {
    await using stub = await startStub(() => ({ status: 500 }));
    for (const more of [
      { media: [bench.shelf.medium()] },
      { media: [bench.shelf.medium()], options: { kind: 'STORY' } },
      { media: [bench.shelf.medium({ mime: 'video/mp4' })] },
    ]) {
      const answer = await bench.facebook.commit(pageAt(stub.url), textPost('', more), {});
      expect(answer.kind).toBe('prepare-again');
    }
    expect(stub.requests).toEqual([]);
  });

  const finish = graphError(100, { message: 'finished already' });
  it.each([
    ['is public', { video_status: 'ready', publishing_phase: { status: 'complete' } }, 'published'],
    ['is being processed', { video_status: 'processing' }, 'ambiguous'],
    ['still waits to be finished', { video_status: 'upload_complete' }, 'rejected'],
    ['has failed', { video_status: 'error' }, 'rejected'],
  ])(
    'is resolved by the status of the video if it refuses to finish a video: the video %s',
    async (_what, status, expected) => {
      const media = [bench.shelf.medium({ mime: 'video/mp4' })];
      for (const kind of ['POST', 'REEL', 'STORY']) {
        const publication = textPost('', { media, options: { kind } });
        const { state } = await bench.post(publication, bench.session());
        await using stub = await startStub(({ method }) =>
          method === 'POST' ? finish : { status: 200, body: { id: '5', status } },
        );
        const answer = await bench.facebook.commit(pageAt(stub.url), publication, state);
        expect(answer.kind).toBe(expected);
        expect(stub.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
      }
    },
  );

  it('leads to a new upload if a video is unknown, or to a look-up if no status follows', async () => {
    const publication = textPost('', { media: [bench.shelf.medium({ mime: 'video/mp4' })] });
    const { state } = await bench.post(publication, bench.session());
    const commit = async (post: StubAnswer, get: StubAnswer) => {
      await using stub = await startStub(({ method }) => (method === 'POST' ? post : get));
      return (await bench.facebook.commit(pageAt(stub.url), publication, state)).kind;
    };
    const missing = graphError(100, { error_subcode: 33 });
    expect(await commit(missing, missing)).toBe('upload-again');
    expect(await commit(graphError(200), missing)).toBe('rejected');
    expect(await commit(finish, { status: 500 })).toBe('ambiguous');
    expect(await commit({ status: 200, body: { success: true } }, { status: 500 })).toBe('ambiguous');
  });
});
