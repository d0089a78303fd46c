import { describe, expect, it } from 'vitest';
import { upload, uploaded } from '../../../../test/platforms/media-support.js';
import { published, startStub, textPost, type StubAnswer } from '../../../../test/platforms/support.js';
import type { Publication, PublicationMedia } from '../../kit/platform.js';
import { pageAt, useBench } from './support.js';

const MiB = 1024 * 1024;
let nowMs = Date.now();
const bench = useBench(() => new Date(nowMs));

const video = (sizeBytes: number, marks = '') => bench.shelf.medium({ mime: 'video/mp4', sizeBytes, marks });
const asVideo = (...media: PublicationMedia[]): Publication => textPost('video', { media });
const asReel = (...media: PublicationMedia[]): Publication =>
  textPost('reel', { media, options: { kind: 'REEL' } });
const ok = (body: unknown): StubAnswer => ({ status: 200, body });
const kindOf = ({ answer }: { answer: { kind: string } }): string => answer.kind;

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

  it('sends the token only to the configured host, even if Facebook returns another URL', async () => {
    await using evil = await startStub(() => ok({ success: true }));
    for (const upload_url of [`${evil.url}/video-upload/v26.0/55`, undefined]) {
      await using stub = await startStub(({ url }) =>
        url.includes('video_reels') ? ok({ video_id: '55', upload_url }) : ok({ success: true }),
      );
      uploaded(await upload(bench.facebook, pageAt(stub.url), asReel(video(20_000))));
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
    const result = await upload(bench.facebook, pageAt(stub.url), asReel(video(20_000)));
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
    const again = await upload(bench.facebook, pageAt(stub.url), publication, saved[0] ?? null);
    expect(kindOf(again)).toBe(expected);
    if (expected === 'upload-again') expect(again.saved).toEqual([{ media: [] }]);
  });
});

describe('uploaded media', () => {
  it('are not reused after Facebook has deleted them', async () => {
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
      return (await bench.facebook.checkReadiness(pageAt(stub.url), of, state)).kind;
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
