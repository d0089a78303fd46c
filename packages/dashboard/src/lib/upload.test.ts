import { expect, it } from 'vitest';
import { UploadRefused, type Send } from './upload-send.js';
import { presignRequest, uploadFile, UploadInterrupted, type BegunUpload, type Media } from './upload.js';

const partSizeBytes = 4;
const file = new File(['0123456789'], 'harbour.jpg', { type: 'image/jpeg' });
const media = { id: 'med_1', status: 'PENDING_UPLOAD' } as Media;

/** A storage that already has some parts, and keeps the parts that it receives. */
function storage() {
  const parts = new Map<number, string>();
  const begun = (): BegunUpload => ({
    media,
    upload: {
      kind: 'parts',
      partSizeBytes,
      parts: [1, 2, 3].map((partNumber) => ({
        partNumber,
        sizeBytes: partNumber === 3 ? 2 : partSizeBytes,
        uploaded: parts.has(partNumber),
        address: parts.has(partNumber)
          ? null
          : { method: 'PUT', url: `part:${partNumber}`, headers: {}, expiresAt: '2030-01-31T09:15:00Z' },
      })),
    },
  });
  const take: Send = async ({ url }, body, _signal, onProgress) => {
    onProgress(1);
    parts.set(Number(url.slice('part:'.length)), await body.text());
  };
  const calls = {
    begin: () => Promise.resolve(begun()),
    again: () => Promise.resolve(begun()),
    complete: () => Promise.resolve({ ...media, status: 'READY' } as Media),
  };
  return { parts, take, calls };
}

const noWait = () => Promise.resolve();
const signal = (): AbortSignal => new AbortController().signal;

it('an upload sends each part to its URL, and reports its progress', async () => {
  const { parts, take, calls } = storage();
  const progress: number[] = [];
  const onProgress = (bytes: number) => void progress.push(bytes);
  const done = await uploadFile(file, { calls, signal: signal(), onProgress, send: take });
  expect(done.status).toBe('READY');
  expect(Object.fromEntries(parts)).toEqual({ 1: '0123', 2: '4567', 3: '89' });
  expect(progress[0]).toBe(0);
  expect(progress.at(-1)).toBe(10);
});

it('an upload continues after a lost connection, and resends nothing that has arrived', async () => {
  const { parts, take, calls } = storage();
  const tries: string[] = [];
  const send: Send = async (address, ...rest) => {
    tries.push(address.url);
    if (address.url === 'part:2' && tries.filter((url) => url === 'part:2').length === 1) {
      throw new UploadRefused('reset');
    }
    await take(address, ...rest);
  };
  await uploadFile(file, { calls, signal: signal(), onProgress: () => undefined, send, wait: noWait });
  expect(parts.size).toBe(3);
  expect(tries.filter((url) => url === 'part:1')).toHaveLength(1);
});

it('an upload that is resumed resends nothing that has arrived', async () => {
  const { parts, take, calls } = storage();
  const ready = { ...media, status: 'READY' } as Media;
  const again = () => Promise.resolve({ media: ready, upload: null });
  const complete = () => Promise.reject(new Error('It is completed already.'));
  const progress: number[] = [];
  const done = await uploadFile(file, {
    calls: { ...calls, again, complete },
    signal: signal(),
    resume: 'med_1',
    onProgress: (bytes) => void progress.push(bytes),
    send: take,
  });
  expect(done).toBe(ready);
  expect(parts.size).toBe(0);
  expect(progress).toEqual([10]);
});

it('an upload whose last response was lost is recognized as complete', async () => {
  const { take, calls } = storage();
  const away = Object.assign(new Error('No answer.'), { name: 'AwayError' });
  const ready = { ...media, status: 'READY' } as Media;
  const done = await uploadFile(file, {
    calls: {
      ...calls,
      complete: () => Promise.reject(away),
      again: () => Promise.resolve({ media: ready, upload: null }),
    },
    signal: signal(),
    onProgress: () => undefined,
    send: take,
    wait: noWait,
  });
  expect(done).toBe(ready);
});

it('an upload that was canceled during the final check is not reported as done', async () => {
  const { take, calls } = storage();
  const stop = new AbortController();
  const complete = (): Promise<Media> => {
    stop.abort();
    return calls.complete();
  };
  const onProgress = (): void => undefined;
  const upload = uploadFile(file, {
    calls: { ...calls, complete },
    signal: stop.signal,
    onProgress,
    send: take,
  });
  await expect(upload).rejects.toMatchObject({ name: 'AbortError' });
});

it('an upload gives up after several lost connections, and can be resumed later', async () => {
  const { parts, take, calls } = storage();
  parts.set(1, '0123');
  const begun: string[] = [];
  const options = {
    calls,
    signal: signal(),
    onBegun: (id: string) => void begun.push(id),
    onProgress: () => undefined,
    wait: noWait,
  };
  const away: Send = () => Promise.reject(new UploadRefused('away'));
  await expect(uploadFile(file, { ...options, send: away })).rejects.toThrow(UploadInterrupted);
  expect(begun).toEqual(['med_1']);
  const progress: number[] = [];
  const onProgress = (bytes: number) => void progress.push(bytes);
  await uploadFile(file, { ...options, onProgress, resume: 'med_1', send: take });
  expect(progress[0]).toBe(partSizeBytes);
  expect(parts.get(3)).toBe('89');
});

it('an upload stops when it is canceled', async () => {
  const { calls } = storage();
  const stop = new AbortController();
  const send: Send = () => {
    stop.abort();
    return Promise.reject(new UploadRefused('stopped'));
  };
  const upload = uploadFile(file, {
    calls,
    signal: stop.signal,
    onProgress: () => undefined,
    send,
    wait: noWait,
  });
  await expect(upload).rejects.toMatchObject({ name: 'AbortError' });
});

it('an upload of a large file is announced in parts, and an unknown type as a generic one', () => {
  expect(presignRequest(file)).not.toHaveProperty('multipart');
  expect(presignRequest(new File([new Uint8Array(17_000_000)], 'film'))).toMatchObject({
    mime: 'application/octet-stream',
    multipart: true,
  });
});

it.each([
  ['talk.srt', '', 'application/x-subrip'],
  ['talk.SRT', 'text/plain', 'application/x-subrip'],
  ['talk.vtt', '', 'text/vtt'],
  ['report.pdf', 'application/pdf', 'application/pdf'],
  ['file', '', 'application/octet-stream'],
])('the file %s, of which the browser says "%s", is announced as %s', (name, type, mime) => {
  expect(presignRequest(new File(['x'], name, { type }))).toMatchObject({ mime });
});
