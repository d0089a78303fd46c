import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { upload, uploaded } from '../../../../test/platforms/media-support.js';
import { published, startStub, textPost, type StubAnswer } from '../../../../test/platforms/support.js';
import type { JsonObject } from '../../../domain/json.js';
import type { Publication, PublicationMedia } from '../../kit/platform.js';
import type { PlatformSession } from '../../kit/session.js';
import { openBench, type Bench } from './support.js';

const MiB = 1024 * 1024;
let nowMs = Date.now();
let bench: Bench;
beforeAll(async () => {
  bench = await openBench({ now: () => new Date(nowMs) });
});
afterAll(() => bench[Symbol.asyncDispose]());

const video = (sizeBytes: number, marks = '') => bench.shelf.medium({ mime: 'video/mp4', sizeBytes, marks });
const asVideo = (...media: PublicationMedia[]): Publication => textPost('video', { media });
const asReel = (...media: PublicationMedia[]): Publication =>
  textPost('reel', { media, options: { kind: 'REEL' } });
const at = (url: string): PlatformSession => ({
  ...bench.session('100'),
  baseUrl: url,
  sandboxUrl: url,
  credentials: { accessToken: 'page-token-0123' },
});
const ok = (body: unknown): StubAnswer => ({ status: 200, body });
const kindOf = ({ answer }: { answer: { kind: string } }): string => answer.kind;

describe('a large video', () => {
  it('is sent in the chunks that Facebook asks for, byte for byte', async () => {
    const page = bench.session();
    const media = video(9 * MiB + 5);
    const publication = asVideo(media);
    const { saved, told, answer } = await upload(bench.facebook, page, publication);
    expect(answer.kind).toBe('uploaded');
    // At the start, and after each of three chunks.
    expect(saved).toHaveLength(4);
    expect(bench.shelf.readsOf(media)).toEqual([
      { start: 0, end: 4 * MiB },
      { start: 4 * MiB, end: 8 * MiB },
      { start: 8 * MiB, end: 9 * MiB + 5 },
    ]);
    expect(told.at(-1)).toBe(media.sizeBytes);
    published((await bench.post(publication, page)).answer);
    const [post] = await bench.feed(page.externalAccountId);
    expect(post?.media).toMatchObject([{ sha256: media.sha256 }]);
  });

  it('continues at the chunk that was lost', async () => {
    const page = bench.session();
    const media = video(9 * MiB);
    const publication = asVideo(media);
    const { saved } = await upload(bench.facebook, page, publication);
    // Facebook has all of it; we know of the first chunk alone.
    const before = bench.requests.length;
    const again = await upload(bench.facebook, page, publication, saved[1] ?? null);
    expect(kindOf(again)).toBe('uploaded');
    // One chunk is sent in vain, whose refusal says that nothing is lacking.
    expect(bench.requests.slice(before)).toHaveLength(1);
    expect(uploaded(again)).toEqual(saved.at(-1));
  });

  it('starts again if its session is no longer known', async () => {
    const page = bench.session();
    const publication = asVideo(video(20_000));
    const { saved } = await upload(bench.facebook, page, publication);
    const begun = JSON.parse(JSON.stringify(saved[0])) as { media: { sessionId: string }[] };
    for (const item of begun.media) item.sessionId = '1';
    const lost = await upload(bench.facebook, page, publication, begun);
    expect(kindOf(lost)).toBe('upload-again');
    expect(lost.saved).toEqual([{ media: [] }]);
    uploaded(await upload(bench.facebook, page, publication, lost.saved.at(-1) ?? null));
  });

  const session = { upload_session_id: '66', video_id: '55' };
  it.each([
    ['no more bytes too early', { start_offset: '5', end_offset: '5' }, 'upload-again'],
    ['bytes that do not exist', { start_offset: '0', end_offset: '99999999' }, 'upload-again'],
    ['bytes that were sent before', { start_offset: '9', end_offset: '3' }, 'upload-again'],
    ['unreadable offsets', { start_offset: 'x', end_offset: 'y' }, 'ambiguous'],
  ])('is not sent if Facebook asks for %s', async (_what, offsets, expected) => {
    await using stub = await startStub(() => ok({ ...session, ...offsets }));
    const { answer } = await upload(bench.facebook, at(stub.url), asVideo(video(20_000)));
    expect(answer.kind).toBe(expected);
    expect(stub.requests).toHaveLength(1);
  });

  const refusal = (more: object): StubAnswer => ({
    status: 400,
    body: { error: { message: 'no', code: 6001, error_subcode: 1_363_037, ...more } },
  });
  it.each([
    ['offsets in an object', { start_offset: '20000', end_offset: '20000' }],
    ['offsets in a text', JSON.stringify({ start_offset: 20_000, end_offset: 20_000 })],
  ])('continues at the offsets in a refusal: %s', async (_what, error_data) => {
    await using stub = await startStub(({ body }) =>
      body.includes('upload_phase=start')
        ? ok({ ...session, start_offset: '0', end_offset: '20000' })
        : refusal({ error_data }),
    );
    const { answer } = await upload(bench.facebook, at(stub.url), asVideo(video(20_000)));
    expect(answer.kind).toBe('uploaded');
    expect(stub.requests).toHaveLength(2);
  });

  it.each([
    ['the same bytes', { error_data: { start_offset: '0', end_offset: '20000' } }],
    ['no bytes', {}],
    ['invalid JSON', { error_data: 'x' }],
  ])('is sent again later, from the same byte, if the refusal contains %s', async (_what, more) => {
    await using stub = await startStub(({ body }) =>
      body.includes('upload_phase=start')
        ? ok({ ...session, start_offset: '0', end_offset: '20000' })
        : refusal(more),
    );
    const publication = asVideo(video(20_000));
    const { answer, saved } = await upload(bench.facebook, at(stub.url), publication);
    expect(answer.kind).toBe('ambiguous');
    expect(stub.requests).toHaveLength(2);
    const { body } = stub.requests[1] ?? {};
    const again = await upload(bench.facebook, at(stub.url), publication, saved.at(-1) ?? null);
    expect(again.answer.kind).toBe('ambiguous');
    expect(stub.requests).toHaveLength(3);
    const startOf = (form = ''): string | undefined => /name="start_offset"\s+(\d+)/.exec(form)?.[1];
    expect([startOf(body), startOf(stub.requests[2]?.body)]).toEqual(['0', '0']);
  });

  it('is sent again by the next attempt if Facebook refuses the very bytes that it asks for, and is whole', async () => {
    const page = bench.session();
    const media = video(5 * MiB, '[sandbox:chunk-refused]');
    const publication = asVideo(media);
    const first = await upload(bench.facebook, page, publication);
    expect(kindOf(first)).toBe('ambiguous');
    const whole = uploaded(await upload(bench.facebook, page, publication, first.saved.at(-1) ?? null));
    published((await bench.post(publication, page, whole)).answer);
    const [post] = await bench.feed(page.externalAccountId);
    expect(post?.media).toMatchObject([{ sha256: media.sha256 }]);
  });

  it('starts over after five refusals of the same chunk, and counts anew for the next chunk', async () => {
    let start = 0;
    const same = () => refusal({ error_data: { start_offset: String(start), end_offset: '20000' } });
    await using stub = await startStub(({ body }) =>
      body.includes('upload_phase=start')
        ? ok({ ...session, start_offset: '0', end_offset: '10000' })
        : same(),
    );
    const publication = asVideo(video(20_000));
    let state: JsonObject | null = null;
    const next = async (): Promise<string> => {
      const { answer, saved } = await upload(bench.facebook, at(stub.url), publication, state);
      state = saved.at(-1) ?? state;
      return answer.kind;
    };
    const refusedOften = async (): Promise<string[]> => {
      const kinds: string[] = [];
      for (let attempt = 0; attempt < 5; attempt += 1) kinds.push(await next());
      return kinds;
    };
    const fiveTimes = Array.from({ length: 5 }, () => 'ambiguous');
    expect(await refusedOften()).toEqual(fiveTimes);
    // Facebook has the first chunk after all, and refuses the second one as often.
    start = 10_000;
    expect(await refusedOften()).toEqual(fiveTimes);
    expect(await next()).toBe('upload-again');
    expect(state).toEqual({ media: [] });
  });
});

describe('a chunk', () => {
  const begun = { upload_session_id: '66', video_id: '55', start_offset: '0', end_offset: '20000' };
  const refused = (code: number, error_subcode: number): StubAnswer => ({
    status: 400,
    body: { error: { message: 'no', code, error_subcode } },
  });
  it.each([
    [refused(6000, 1_363_019), 'ambiguous'],
    [refused(6000, 1_363_021), 'ambiguous'],
    [refused(6000, 1_363_033), 'ambiguous'],
    [refused(6000, 1_363_030), 'upload-again'],
    [refused(6000, 1_363_041), 'upload-again'],
    [refused(100, 33), 'upload-again'],
    [refused(352, 0), 'rejected'],
    [refused(190, 463), 'auth-expired'],
    [ok({ start_offset: '0', end_offset: '20000' }), 'upload-again'],
    [ok({ start_offset: 'x' }), 'ambiguous'],
    [{ status: 503 }, 'ambiguous'],
  ])('is not sent again after the response %o', async (answer, expected) => {
    await using stub = await startStub(({ body }) =>
      body.includes('upload_phase=start') ? ok(begun) : answer,
    );
    expect(kindOf(await upload(bench.facebook, at(stub.url), asVideo(video(20_000))))).toBe(expected);
    expect(stub.requests).toHaveLength(2);
  });
});

describe('a reel', () => {
  it('continues at the byte that Facebook has reached', async () => {
    const page = bench.session();
    const media = video(MiB, '[sandbox:upload-drop]');
    const publication = asReel(media);
    const first = await upload(bench.facebook, page, publication);
    expect(kindOf(first)).toBe('ambiguous');
    const state = first.saved.at(-1) ?? null;
    const whole = uploaded(await upload(bench.facebook, page, publication, state));
    expect(bench.shelf.readsOf(media)).toEqual([
      { start: 0, end: MiB },
      { start: 256 * 1024, end: MiB },
    ]);
    published((await bench.post(publication, page, whole)).answer);
    const [post] = await bench.feed(page.externalAccountId);
    expect(post?.media).toMatchObject([{ sha256: media.sha256 }]);
  });

  it('is not sent again if it arrived completely but the response was lost', async () => {
    const page = bench.session();
    const publication = asReel(video(20_000, '[sandbox:upload-drop]'));
    const first = await upload(bench.facebook, page, publication);
    expect(kindOf(first)).toBe('ambiguous');
    const before = bench.requests.length;
    uploaded(await upload(bench.facebook, page, publication, first.saved.at(-1) ?? null));
    expect(bench.requests.slice(before).map(({ method }) => method)).toEqual(['GET']);
  });

  it('sends the token only to the configured host, whatever URL comes back', async () => {
    await using evil = await startStub(() => ok({ success: true }));
    for (const upload_url of [`${evil.url}/video-upload/v26.0/55`, undefined]) {
      await using stub = await startStub(({ url }) =>
        url.includes('video_reels') ? ok({ video_id: '55', upload_url }) : ok({ success: true }),
      );
      uploaded(await upload(bench.facebook, at(stub.url), asReel(video(20_000))));
      const sent = stub.requests.at(-1);
      expect(sent?.url).toBe('/video-upload/v26.0/55');
      expect(sent?.headers).toMatchObject({
        authorization: 'OAuth page-token-0123',
        offset: '0',
        file_size: '20000',
      });
    }
    expect(evil.requests).toEqual([]);
  });

  const debug = (status: number, type: string, retriable = false): StubAnswer => ({
    status,
    body: { debug_info: { type, message: `said ${type}`, retriable } },
  });
  it.each([
    [debug(400, 'PartialRequestError', true), { kind: 'ambiguous' }],
    [debug(500, 'InternalError'), { kind: 'ambiguous' }],
    [debug(400, 'OffsetInvalidError'), { kind: 'upload-again' }],
    [debug(401, 'NotAuthorizedError'), { kind: 'auth-expired' }],
    [debug(400, 'ProcessingFailedError'), { kind: 'rejected', code: 'MEDIA_REJECTED' }],
    [
      { ...debug(429, 'Throttled'), headers: { 'retry-after': '3' } },
      { kind: 'rate-limited', retryAfterMs: 3_000 },
    ],
    [ok({ success: false }), { kind: 'ambiguous' }],
    [{ status: 400, body: { error: { code: 190, message: 'x' } } }, { kind: 'auth-expired' }],
  ])('has the right result after the response %o to its bytes', async (answer, expected) => {
    await using stub = await startStub(({ url }) =>
      url.includes('video_reels') ? ok({ video_id: '55' }) : answer,
    );
    const result = await upload(bench.facebook, at(stub.url), asReel(video(20_000)));
    expect(result.answer).toMatchObject(expected);
  });

  it.each([
    [
      'gone',
      { status: 400, body: { error: { code: 100, error_subcode: 33, message: 'x' } } },
      'upload-again',
    ],
    ['expired', ok({ id: '55', status: { video_status: 'expired' } }), 'upload-again'],
    ['hidden by a server error', { status: 500 }, 'ambiguous'],
  ])('is continued or uploaded again if its earlier video is %s', async (_what, answer, expected) => {
    const publication = asReel(video(20_000));
    const page = bench.session();
    const { saved } = await upload(bench.facebook, page, publication);
    await using stub = await startStub(() => answer);
    const again = await upload(bench.facebook, at(stub.url), publication, saved[0] ?? null);
    expect(kindOf(again)).toBe(expected);
    if (expected === 'upload-again') expect(again.saved).toEqual([{ media: [] }]);
  });
});

describe('uploaded media', () => {
  it('are not kept longer than Facebook keeps them', async () => {
    const page = bench.session();
    const media = [bench.shelf.medium()];
    const publication = textPost('', { media });
    const state = uploaded(await upload(bench.facebook, page, publication));
    nowMs += 21 * 60 * 60 * 1000;
    expect((await bench.facebook.prepare(page, publication, state)).kind).toBe('prepared');
    nowMs += 2 * 60 * 60 * 1000;
    expect((await bench.facebook.prepare(page, publication, state)).kind).toBe('upload-again');
    const again = uploaded(await upload(bench.facebook, page, publication, state));
    expect(again).not.toEqual(state);
  });

  it('are uploaded again for another kind or another description', async () => {
    const page = bench.session();
    const media = video(20_000);
    const state = uploaded(await upload(bench.facebook, page, asVideo(media)));
    expect((await bench.facebook.prepare(page, asReel(media), state)).kind).toBe('upload-again');
    const picture = bench.shelf.medium({ altText: 'a' });
    const photos = uploaded(await upload(bench.facebook, page, textPost('', { media: [picture] })));
    const edited = textPost('', { media: [{ ...picture, altText: 'b' }] });
    expect((await bench.facebook.prepare(page, edited, photos)).kind).toBe('upload-again');
  });

  it('are ready once Facebook reports no error', async () => {
    const publication = asVideo(video(20_000));
    const { state } = await bench.post(publication, bench.session());
    const ready = async (answer: StubAnswer, of = publication) => {
      await using stub = await startStub(() => answer);
      return (await bench.facebook.checkReadiness(at(stub.url), of, state)).kind;
    };
    const status = (more: object): StubAnswer => ok({ id: '55', status: more });
    const missing = { status: 400, body: { error: { code: 100, error_subcode: 33, message: 'x' } } };
    expect(await ready(status({ video_status: 'processing' }))).toBe('ready');
    expect(await ready(status({ processing_phase: { status: 'in_progress' } }))).toBe('pending');
    expect(await ready(status({ video_status: 'error' }))).toBe('rejected');
    expect(await ready(status({ video_status: 'expired' }))).toBe('upload-again');
    expect(await ready(status({ publishing_phase: { status: 'complete' } }))).toBe('used-up');
    expect(await ready(missing)).toBe('ready');
    const reel = { ...publication, options: { kind: 'REEL' } };
    expect(await ready(missing, reel)).toBe('upload-again');
    expect(await ready(status({ uploading_phase: { status: 'in_progress' } }), reel)).toBe('pending');
    expect(await ready({ status: 500 })).toBe('ambiguous');
  });
});
