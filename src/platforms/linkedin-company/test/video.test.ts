import { describe, expect, it, vi } from 'vitest';
import { upload, uploaded } from '../../../../test/platforms/media-support.js';
import { connectorOf, startStub, textPost } from '../../../../test/platforms/support.js';
import type { JsonObject } from '../../../domain/json.js';
import type { EgressRequest, SafeFetch } from '../../../egress/safe-fetch.js';
import type { PlatformSession } from '../../kit/session.js';
import { linkedInCompany as definition } from '../definition.js';
import { waitMsMax } from '../../../../test/harness/patience.js';
import { useSafeFetch, useSandbox, useShelf } from '../../../../test/platforms/use-sandbox.js';

const MiB = 1024 * 1024;
const author = 'urn:li:organization:3003';
const network = useSafeFetch();
let now = (): Date => new Date();
const sent: EgressRequest[] = [];
/** Replaces the handling of a request by a test; null lets the request pass. */
let intercept: (request: EgressRequest) => EgressRequest | 'answer is lost' | null = () => null;
const safeFetch: SafeFetch = async (request) => {
  sent.push(request);
  const changed = intercept(request);
  if (changed !== 'answer is lost') return network(changed ?? request);
  await network(request);
  return { status: 504, headers: {}, body: '' };
};
const company = connectorOf(definition, { fetch: safeFetch, now: () => now() });
const sandbox = useSandbox();
const shelf = useShelf();

const session = (baseUrl = `${sandbox.url}/linkedin-company`): PlatformSession => ({
  externalAccountId: author,
  handle: 'acme',
  baseUrl,
  sandboxUrl: baseUrl,
  credentials: { accessToken: `sandbox:${author}~0` },
});

async function uploads(): Promise<{
  bytes: number;
  last: { sha256: string; sizeBytes: number } | undefined;
}> {
  const { body } = await network({ url: `${sandbox.url}/uploads`, method: 'GET' });
  const { data } = JSON.parse(body) as {
    data: { bytesReceived: Record<string, number>; media: { sha256: string; sizeBytes: number }[] };
  };
  return { bytes: data.bytesReceived['LINKEDIN_COMPANY'] ?? 0, last: data.media[0] };
}

describe('a video for LinkedIn', () => {
  it('is sent in the requested parts, and continues at the last one', async () => {
    const video = shelf.medium({ mime: 'video/mp4', sizeBytes: 13 * MiB + 7 });
    const publication = textPost('a large video', { media: [video] });
    const before = (await uploads()).bytes;
    let state: JsonObject | null = null;
    let tries = 0;
    for (;;) {
      tries += 1;
      const controller = new AbortController();
      const reachedMax = tries * 5 * MiB;
      const progress = (bytes: number): void => {
        if (bytes > reachedMax) controller.abort();
      };
      const next = await upload(company, session(), publication, state, {
        progress,
        signal: controller.signal,
      });
      state = next.answer.kind === 'uploaded' ? next.answer.state : (next.saved.at(-1) ?? state);
      if (next.answer.kind === 'uploaded') break;
      expect(next.answer.kind).toBe('ambiguous');
    }
    expect(tries).toBeGreaterThan(2);
    const { bytes, last } = await uploads();
    expect(bytes - before).toBeLessThan(video.sizeBytes + tries * 4.1 * MiB);
    expect(last).toMatchObject({ sha256: video.sha256, sizeBytes: video.sizeBytes });
    const parts = sent.filter(({ method }) => method === 'PUT');
    expect(new Set(parts.map(({ url }) => url)).size).toBe(4);
    for (const { headers } of parts) expect(headers).toEqual({ 'content-type': 'application/octet-stream' });
  });

  it('is not finished twice if the response to finishing was lost', async () => {
    const publication = textPost('ended', { media: [shelf.medium({ mime: 'video/mp4' })] });
    intercept = ({ url }) => (url.includes('finalizeUpload') ? 'answer is lost' : null);
    const first = await upload(company, session(), publication);
    intercept = () => null;
    expect(first.answer.kind).toBe('ambiguous');
    const before = (await uploads()).bytes;
    uploaded(await upload(company, session(), publication, first.saved.at(-1) ?? null));
    expect((await uploads()).bytes).toBe(before);
  });

  it('is uploaded from the beginning if its URLs have expired or will expire soon', async () => {
    const publication = textPost('too late', { media: [shelf.medium({ mime: 'video/mp4' })] });
    const { saved } = await upload(company, session(), publication);
    const begun = saved[0] ?? {};
    const inMs = (ms: number) => (): Date => new Date(Date.now() + ms);
    now = inMs(56 * 60 * 1000);
    sent.length = 0;
    uploaded(await upload(company, session(), publication, begun));
    now = inMs(0);
    expect(sent[0]?.url).toContain('initializeUpload');
  });

  it('is uploaded from the beginning if LinkedIn refuses a part of an earlier upload', async () => {
    const publication = textPost('used up', { media: [shelf.medium({ mime: 'video/mp4' })] });
    const { saved } = await upload(company, session(), publication);
    // The upload was completed in the meantime, so the signed URL accepts nothing more.
    const again = await upload(company, session(), publication, saved[0] ?? null);
    expect(again.answer.kind).toBe('upload-again');
    expect(again.saved.at(-1)).toEqual({ media: [] });
    uploaded(await upload(company, session(), publication, again.saved.at(-1) ?? null));
  });

  it('is not posted before LinkedIn has processed it', async () => {
    const marks = '[sandbox:processing=2000]';
    const publication = textPost('slow', { media: [shelf.medium({ mime: 'video/mp4', marks })] });
    const state = uploaded(await upload(company, session(), publication));
    expect(await company.checkReadiness(session(), publication, state)).toEqual({
      kind: 'pending',
      checkAfterMs: null,
    });
    // Posting it nevertheless makes nothing public.
    expect((await company.commit(session(), publication, state)).kind).toBe('not-sent');
    await vi.waitFor(
      async () =>
        expect(await company.checkReadiness(session(), publication, state)).toEqual({ kind: 'ready' }),
      { timeout: waitMsMax, interval: 100 },
    );
  });

  it.each([
    [{ status: 200, body: { status: 'AVAILABLE' } }, { kind: 'ready' }],
    [
      { status: 200, body: { status: 'PROCESSING' } },
      { kind: 'pending', checkAfterMs: null },
    ],
    [{ status: 200, body: { status: 'WAITING_UPLOAD' } }, { kind: 'upload-again' }],
    [
      { status: 200, body: { status: 'PROCESSING_FAILED', processingFailureReason: 'bad codec' } },
      {
        kind: 'rejected',
        code: 'MEDIA_REJECTED',
        message: 'LinkedIn could not process it: bad codec',
      },
    ],
    [{ status: 404 }, { kind: 'upload-again' }],
    [{ status: 403 }, { kind: 'pending' }],
    [{ status: 200, body: {} }, { kind: 'ambiguous' }],
    [{ status: 500 }, { kind: 'ambiguous' }],
  ])('is ready, pending or refused depending on the response %o', async (answer, expected) => {
    const publication = textPost('video', { media: [shelf.medium({ mime: 'video/mp4' })] });
    const state = uploaded(await upload(company, session(), publication));
    await using stub = await startStub(() => answer);
    expect(await company.checkReadiness(session(stub.url), publication, state)).toMatchObject(expected);
    expect(stub.requests[0]?.url).toMatch(/^\/rest\/videos\/urn%3Ali%3Avideo%3A\d+$/);
  });

  it('is not uploaded unless the requested parts cover it', async () => {
    const media = [shelf.medium({ mime: 'video/mp4', sizeBytes: 1_000 })];
    for (const bytes of [
      [],
      [[0, 998]],
      [[1, 999]],
      [
        [0, 499],
        [501, 999],
      ],
      [
        [0, 499],
        [499, 999],
      ],
    ]) {
      const uploadInstructions = bytes.map(([firstByte, lastByte]) => ({
        uploadUrl: 'https://example.com/part',
        firstByte,
        lastByte,
      }));
      const value = { video: 'urn:li:video:1', uploadToken: '', uploadInstructions };
      await using stub = await startStub(() => ({ status: 200, body: { value } }));
      const { answer, saved } = await upload(company, session(stub.url), textPost('gaps', { media }));
      expect(answer.kind).toBe('ambiguous');
      expect(saved).toEqual([]);
    }
  });

  it('is not finished if the response to a part has no tag', async () => {
    await using stub = await startStub(({ url, headers }) => {
      const uploadUrl = `http://${headers.host ?? ''}/part`;
      const instruction = { uploadUrl, firstByte: 0, lastByte: 999 };
      const value = { video: 'urn:li:video:1', uploadToken: 'a', uploadInstructions: [instruction] };
      return url === '/part' ? { status: 200 } : { status: 200, body: { value } };
    });
    const media = [shelf.medium({ mime: 'video/mp4', sizeBytes: 1_000 })];
    const { answer } = await upload(company, session(stub.url), textPost('no tag', { media }));
    expect(answer.kind).toBe('ambiguous');
  });
});

describe('an image for LinkedIn', () => {
  const started = (uploadUrl: string) => ({
    status: 200,
    body: { value: { uploadUrl, image: 'urn:li:image:1' } },
  });

  it('is uploaded with the token only to LinkedIn', async () => {
    await using elsewhere = await startStub(() => ({ status: 201 }));
    await using stub = await startStub(({ url, headers }) =>
      url === '/picture' ? { status: 201 } : started(`http://${headers.host ?? ''}/picture`),
    );
    const media = [shelf.medium()];
    uploaded(await upload(company, session(stub.url), textPost('here', { media })));
    expect(stub.requests.at(-1)?.headers.authorization).toBe(`Bearer sandbox:${author}~0`);
    await using stranger = await startStub(() => started(`${elsewhere.url}/picture`));
    uploaded(await upload(company, session(stranger.url), textPost('there', { media })));
    expect(elsewhere.requests.at(-1)?.headers.authorization).toBeUndefined();
  });

  it.each([
    [400, { kind: 'rejected', code: 'MEDIA_REJECTED' }],
    [401, { kind: 'auth-expired' }],
    [403, { kind: 'rejected', code: 'PERMISSION_MISSING' }],
    [500, { kind: 'ambiguous' }],
  ])('has the right result if its upload returns %i', async (status, expected) => {
    await using stub = await startStub(({ url, headers }) =>
      url === '/picture' ? { status } : started(`http://${headers.host ?? ''}/picture`),
    );
    const { answer } = await upload(company, session(stub.url), textPost('no', { media: [shelf.medium()] }));
    expect(answer).toMatchObject(expected);
  });
});
