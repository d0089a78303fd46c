import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../src/domain/json.js';
import { lookupSlackMs } from '../../src/domain/publish-ladders.js';
import { createSafeFetch } from '../../src/egress/create-safe-fetch.js';
import type { PlatformSession, Publication, PublicationMedia } from '../../src/platforms/kit/platform.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import { startSandbox, type RunningSandbox } from '../../src/sandbox/start-sandbox.js';
import type { Subject } from './contract-case.js';
import { openMediaShelf, upload, uploaded, type MediaShelf } from './media-support.js';
import { connector, deadUrl, published, textPost } from './support.js';

const MiB = 1024 * 1024;

interface FeedMedia {
  url: string;
  mime: string;
  sizeBytes: number;
  sha256: string;
  altText: string | null;
}

const asShown = ({ mime, sizeBytes, sha256 }: PublicationMedia, altText: string | null) => ({
  mime,
  sizeBytes,
  sha256,
  altText,
});

/** The suite that every connector with media runs through, against its own simulator. */
export function describeMediaContract(subjects: readonly Subject[]): void {
  const safeFetch = createSafeFetch();
  const platforms = createPlatforms({
    definitions: subjects.map(({ definition }) => definition),
    fetchFor: () => safeFetch,
    clock: { now: () => new Date() },
  });
  const cases = subjects.flatMap(({ definition: { name }, ...subject }) => {
    const { media } = subject.contract;
    return media === null ? [] : [{ name, media, ...subject }];
  });
  let sandbox: RunningSandbox;
  let shelf: MediaShelf;
  beforeAll(async () => {
    const simulators = subjects.map(({ simulator }) => simulator);
    sandbox = await startSandbox({ simulators, port: 0, dataDir: null });
    shelf = await openMediaShelf();
  });
  afterAll(async () => {
    await sandbox.close();
    await shelf[Symbol.asyncDispose]();
    await safeFetch[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    shelf.isPublic = true;
  });

  async function read<T>(path: string): Promise<T> {
    const answer = await safeFetch({ url: `${sandbox.url}${path}`, method: 'GET' });
    return (JSON.parse(answer.body) as { data: T }).data;
  }

  async function shown(platform: string, accountId: string, text: string): Promise<FeedMedia[][]> {
    const query = new URLSearchParams({ platform, accountId }).toString();
    const posts = await read<{ text: string; media: FeedMedia[] }[]>(`/publications?${query}`);
    return posts.filter((post) => post.text === text).map(({ media }) => media);
  }

  const bytesReceived = async (name: string): Promise<number> =>
    (await read<{ bytesReceived: Record<string, number> }>('/uploads')).bytesReceived[name] ?? 0;

  describe.each(cases)('$name', ({ name, simulator, contract, media: { takesBytes, describesFilms } }) => {
    const platform = connector(platforms, name);
    const accountId = contract.accountIdOf(3003);
    const credentials = (id: string, grants = 0): JsonObject => simulator.credentialsOf(id, grants);
    const baseUrl = (): string => `${sandbox.url}/${simulator.path}`;
    const session = (more: Partial<PlatformSession> = {}): PlatformSession => ({
      externalAccountId: accountId,
      handle: 'media.test',
      baseUrl: baseUrl(),
      sandboxUrl: baseUrl(),
      credentials: credentials(accountId),
      ...more,
    });
    /** Prepares and waits as the protocol does, up to the moment before the call. */
    const readied = async (publication: Publication, state: JsonObject): Promise<JsonObject> =>
      vi.waitFor(
        async () => {
          const prepared = await platform.prepare(session(), publication, state);
          if (prepared.kind !== 'prepared') throw new Error(JSON.stringify(prepared));
          const readiness = await platform.checkReadiness(session(), publication, prepared.state);
          if (readiness.kind !== 'ready') throw new Error(JSON.stringify(readiness));
          return prepared.state;
        },
        { timeout: 10_000, interval: 100 },
      );
    const post = async (publication: Publication, state: JsonObject | null = null) => {
      const ready = await readied(
        publication,
        uploaded(await upload(platform, session(), publication, state)),
      );
      return { answer: await platform.commit(session(), publication, ready), state: ready };
    };

    it.each([
      ['one picture', ['image/png']],
      ['four pictures', ['image/png', 'image/jpeg', 'image/png', 'image/jpeg']],
      ['a film', ['video/mp4']],
    ] as const)('publishes %s with their descriptions, byte for byte', async (what, mimes) => {
      const media = mimes.map((mime, index) => shelf.medium({ mime, altText: `${what} ${index} “ä”` }));
      const text = `with ${what}`;
      published((await post(textPost(text, { media }))).answer);
      const describes = describesFilms || what !== 'a film';
      expect(await shown(name, accountId, text)).toMatchObject([
        media.map((item) => asShown(item, describes ? item.altText : null)),
      ]);
    });

    it('publishes media without a text, and finds them again', async () => {
      const media = [shelf.medium()];
      const publication = textPost('', { media });
      const since = new Date(Date.now() - lookupSlackMs);
      const { answer, state } = await post(publication);
      const search = { since, takenIds: new Set<string>() };
      expect(
        await platform.findPublished(session(), { ...publication, media: [] }, state, search),
      ).toMatchObject({
        kind: 'found',
        published: { externalPostId: published(answer).externalPostId },
      });
    });

    it('keeps the same picture twice, in its places', async () => {
      const [first, other] = [shelf.medium({ altText: 'a' }), shelf.medium({ altText: 'b' })];
      const media = [first, other, { ...first, altText: 'c' }];
      published((await post(textPost('three in a row', { media }))).answer);
      expect(await shown(name, accountId, 'three in a row')).toMatchObject([
        [asShown(first, 'a'), asShown(other, 'b'), asShown(first, 'c')],
      ]);
    });

    it('is not prepared without its media, and keeps the state that it has', async () => {
      const media = [shelf.medium(), shelf.medium()];
      const publication = textPost('not yet', { media });
      expect((await platform.prepare(session(), publication, null)).kind).toBe('upload-again');
      const state = uploaded(await upload(platform, session(), publication));
      const otherMedia = textPost('not yet', { media: [media[0] ?? shelf.medium(), shelf.medium()] });
      expect((await platform.prepare(session(), otherMedia, state)).kind).toBe('upload-again');
    });

    it('uploads nothing twice: with the state of an earlier try it is done at once', async () => {
      const media = [shelf.medium(), shelf.medium()];
      const publication = textPost('once', { media });
      const state = uploaded(await upload(platform, session(), publication));
      const [before, fetches] = [await bytesReceived(name), shelf.fetches.length];
      const again = await upload(platform, session(), publication, state);
      expect(uploaded(again)).toEqual(state);
      expect(await bytesReceived(name)).toBe(before);
      expect(shelf.fetches).toHaveLength(fetches);
    });

    it('goes on where it was lost, after each thing that it has saved', async () => {
      const media = [shelf.medium(), shelf.medium()];
      const publication = textPost('from each step', { media });
      const { saved } = await upload(platform, session(), publication);
      expect(saved.length).toBeGreaterThan(0);
      for (const [index, state] of saved.entries()) {
        const before = await bytesReceived(name);
        const again = await upload(platform, session(), publication, state);
        // What others have finished since cannot be gone on with; then it begins anew, once.
        if (again.answer.kind === 'upload-again') {
          uploaded(await upload(platform, session(), publication, again.saved.at(-1) ?? null));
        }
        const sent = (await bytesReceived(name)) - before;
        const isLast = index === saved.length - 1;
        expect(sent).toBeLessThan(isLast ? 1 : 3 * 25_000);
      }
    });

    it('tells of the bytes in order, up to the last', async () => {
      const media = [shelf.medium({ sizeBytes: 300_000 }), shelf.medium({ sizeBytes: 200_000 })];
      const { told, answer } = await upload(platform, session(), textPost('told', { media }));
      expect(answer.kind).toBe('uploaded');
      expect([...told].sort((a, b) => a - b)).toEqual(told);
      expect(told.at(-1)).toBe(500_000);
    });

    const marked = (marks: string, mime: 'image/png' | 'video/mp4' = 'image/png') =>
      shelf.medium({ mime, marks, altText: takesBytes ? null : `${marks} ${Math.random()}` });

    it('an upload that is cut off is unclear, and a repeat of it succeeds', async () => {
      const publication = textPost('cut off', { media: [marked('[sandbox:upload-drop]')] });
      const first = await upload(platform, session(), publication);
      expect(first.answer.kind).toBe('ambiguous');
      published((await post(publication, first.saved.at(-1) ?? null)).answer);
      expect(await shown(name, accountId, 'cut off')).toHaveLength(1);
    });

    it('an upload that is limited says for how long', async () => {
      const publication = textPost('limited', { media: [marked('[sandbox:upload-rate-limit]')] });
      const { answer, saved } = await upload(platform, session(), publication);
      expect(answer).toMatchObject({ kind: 'rate-limited', retryAfterMs: 2_000 });
      uploaded(await upload(platform, session(), publication, saved.at(-1) ?? null));
    });

    it('a token that expires during the upload is told, and a new one goes on', async () => {
      const publication = textPost('expired', { media: [marked('[sandbox:upload-expired-token]')] });
      const { answer, saved } = await upload(platform, session(), publication);
      expect(answer.kind).toBe('auth-expired');
      const renewed = session({ credentials: credentials(accountId, 1) });
      uploaded(await upload(platform, renewed, publication, saved.at(-1) ?? null));
    });

    it('a film that the platform works on is not ready, and then it is', async () => {
      const publication = textPost('worked on', { media: [marked('[sandbox:processing=700]', 'video/mp4')] });
      const state = uploaded(await upload(platform, session(), publication));
      const first = await platform.prepare(session(), publication, state);
      const readiness =
        first.kind === 'prepared'
          ? await platform.checkReadiness(session(), publication, first.state)
          : first;
      expect(readiness.kind).toBe('pending');
      published(await platform.commit(session(), publication, await readied(publication, state)));
    });

    it('a film that the platform cannot process is refused for good', async () => {
      const publication = textPost('broken', { media: [marked('[sandbox:processing-failed]', 'video/mp4')] });
      const state = uploaded(await upload(platform, session(), publication));
      const verdict = await vi.waitFor(
        async () => {
          const first = await platform.prepare(session(), publication, state);
          const next =
            first.kind === 'prepared'
              ? await platform.checkReadiness(session(), publication, first.state)
              : first;
          expect(next.kind).not.toBe('pending');
          return next;
        },
        { timeout: 10_000, interval: 100 },
      );
      expect(verdict).toMatchObject({ kind: 'rejected', code: 'MEDIA_REJECTED' });
    });

    it('nobody there: nothing was sent', async () => {
      const url = await deadUrl();
      const away = session({ baseUrl: url, sandboxUrl: url });
      for (const mime of ['image/png', 'video/mp4'] as const) {
        const publication = textPost('nowhere', { media: [shelf.medium({ mime })] });
        expect((await upload(platform, away, publication)).answer.kind).toBe('not-sent');
      }
    });

    it('ends when its caller gives up', async () => {
      const controller = new AbortController();
      const publication = textPost('given up', {
        media: [shelf.medium(), shelf.medium({ sizeBytes: 9 * MiB })],
      });
      controller.abort();
      const { answer } = await upload(platform, session(), publication, null, { signal: controller.signal });
      expect(['not-sent', 'ambiguous']).toContain(answer.kind);
    });

    it('what saving throws ends the upload', async () => {
      const save = (): Promise<void> => Promise.reject(new Error('not ours any more'));
      const publication = textPost('stopped', { media: [shelf.medium(), shelf.medium()] });
      await expect(upload(platform, session(), publication, null, { save })).rejects.toThrow(
        'not ours any more',
      );
    });

    it('is shown by the sandbox on its page, as what it is and nothing else', async () => {
      const media = [shelf.medium({ altText: '"><script>alert(1)</script>' })];
      const publication = textPost('on the page', { media });
      published((await post(publication)).answer);
      const [[item]] = (await shown(name, accountId, 'on the page')) as [[FeedMedia]];
      const page = await safeFetch({ url: `${sandbox.url}/feed`, method: 'GET' });
      expect(page.body).toContain(`<img src="${new URL(item.url).pathname}" alt="&quot;&gt;&lt;script&gt;`);
      expect(page.headers['content-security-policy']).toContain("img-src 'self'");
      const bytes = await safeFetch({ url: item.url, method: 'GET', headers: { range: 'bytes=0-3' } });
      expect(bytes).toMatchObject({ status: 206 });
      expect(bytes.headers).toMatchObject({
        'content-type': 'image/png',
        'content-range': `bytes 0-3/${item.sizeBytes}`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
    });
  });
}
