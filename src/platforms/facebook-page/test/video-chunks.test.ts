import { describe, expect, it } from 'vitest';
import { upload, uploaded } from '../../../../test/platforms/media-support.js';
import { published, startStub, textPost, type StubAnswer } from '../../../../test/platforms/support.js';
import type { JsonObject } from '../../../domain/json.js';
import type { Publication, PublicationMedia } from '../../kit/platform.js';
import { pageAt, useBench } from './support.js';

const MiB = 1024 * 1024;
const bench = useBench();

const video = (sizeBytes: number, marks = '') => bench.shelf.medium({ mime: 'video/mp4', sizeBytes, marks });
const asVideo = (...media: PublicationMedia[]): Publication => textPost('video', { media });
const ok = (body: unknown): StubAnswer => ({ status: 200, body });
const kindOf = ({ answer }: { answer: { kind: string } }): string => answer.kind;

describe('a large video', () => {
  it('is sent in the chunks that Facebook asks for, byte for byte', async () => {
    const page = bench.session();
    const media = video(9 * MiB + 5);
    const publication = asVideo(media);
    const { saved, told, answer } = await upload(bench.facebook, page, publication);
    expect(answer.kind).toBe('uploaded');
    // The state was saved at the start, and after each of three chunks.
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
    // Facebook has the whole video, but our state knows only of the first chunk.
    const before = bench.requests.length;
    const again = await upload(bench.facebook, page, publication, saved[1] ?? null);
    expect(kindOf(again)).toBe('uploaded');
    // One chunk is sent that is not needed, and its refusal says that nothing is missing.
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
    const { answer } = await upload(bench.facebook, pageAt(stub.url), asVideo(video(20_000)));
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
    const { answer } = await upload(bench.facebook, pageAt(stub.url), asVideo(video(20_000)));
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
    const { answer, saved } = await upload(bench.facebook, pageAt(stub.url), publication);
    expect(answer.kind).toBe('ambiguous');
    expect(stub.requests).toHaveLength(2);
    const { body } = stub.requests[1] ?? {};
    const again = await upload(bench.facebook, pageAt(stub.url), publication, saved.at(-1) ?? null);
    expect(again.answer.kind).toBe('ambiguous');
    expect(stub.requests).toHaveLength(3);
    const startOf = (form = ''): string | undefined => /name="start_offset"\s+(\d+)/.exec(form)?.[1];
    expect([startOf(body), startOf(stub.requests[2]?.body)]).toEqual(['0', '0']);
  });

  it('is sent again by the next attempt if Facebook refuses the bytes that it asks for, and is complete', async () => {
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

  it('starts over after five refusals of the same chunk, and counts from zero for the next chunk', async () => {
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
      const { answer, saved } = await upload(bench.facebook, pageAt(stub.url), publication, state);
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
    // Facebook has the first chunk after all, and refuses the second one repeatedly.
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
    expect(kindOf(await upload(bench.facebook, pageAt(stub.url), asVideo(video(20_000))))).toBe(expected);
    expect(stub.requests).toHaveLength(2);
  });
});
