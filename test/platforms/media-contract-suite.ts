import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../src/domain/json.js';
import type { Published } from '../../src/platforms/kit/failure.js';
import type { CommitAnswer, Publication, PublicationMedia } from '../../src/platforms/kit/platform.js';
import type { PlatformSession } from '../../src/platforms/kit/session.js';
import type { MediumType, Subject } from './contract-case.js';
import { upload, uploaded, type MediumOptions } from './media-support.js';
import { readied, search, settled } from './runner.js';
import { connector, deadUrl, textPost } from './support.js';
import { useSubjects } from './use-subjects.js';
import { waitMsMax } from '../harness/patience.js';

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
  const { safeFetch, platforms, sandbox, shelf } = useSubjects(subjects);
  const cases = subjects.flatMap(({ definition: { name }, ...subject }) => {
    const { media } = subject.contract;
    return media === null ? [] : [{ name, media, ...subject }];
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

  describe.each(cases)('$name', ({ name, simulator, contract, media: of }) => {
    const { takesBytes, describesVideos, describesPictures = true, videos = true } = of;
    const { pictures = { mime: 'image/png', max: 4 }, heldBackBytesMax = 0, options = null } = of;
    const picture = pictures?.mime ?? 'video/mp4';
    const picturesMax = pictures?.max ?? 0;
    /** The type of the media that are uploaded before the publishing call. */
    const early = of.picturesInCall === true ? 'video/mp4' : picture;
    const earlyMax = early === 'video/mp4' ? 1 : picturesMax;
    /** Returns `count` media, but at least one, and at most as many as a post may have. */
    const some = (count: number, more: MediumOptions = {}): PublicationMedia[] =>
      Array.from({ length: Math.max(1, Math.min(count, earlyMax)) }, () =>
        shelf.medium({ mime: early, ...more }),
      );
    const postOf = (text: string, media: readonly PublicationMedia[]): Publication =>
      textPost(text, { media, options });
    const described = (item: PublicationMedia, altText: string | null): string | null =>
      (item.kind === 'VIDEO' ? describesVideos : describesPictures) ? altText : null;
    const allAsShown = (media: readonly PublicationMedia[]) => {
      const together = of.describesTogether?.(media.flatMap(({ altText }) => altText ?? []));
      return media.map((item) => asShown(item, together ?? described(item, item.altText)));
    };
    const bringsMedia = of.mediaInCall !== true;
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
    const post = async (publication: Publication, state: JsonObject | null = null) => {
      const brought = uploaded(await upload(platform, session(), publication, state));
      const ready = await readied(platform, session(), publication, brought);
      return { answer: await platform.commit(session(), publication, ready), state: ready };
    };
    const publicOf = (
      publication: Publication,
      result: { answer: CommitAnswer; state: JsonObject },
    ): Promise<Published> => settled(contract, platform, session(), publication, result);
    const make = async (publication: Publication, state: JsonObject | null = null): Promise<Published> =>
      publicOf(publication, await post(publication, state));

    const mixes: [what: string, mimes: MediumType[]][] = [
      ...(pictures === null ? [] : [['one picture', [picture]] as [string, MediumType[]]]),
      ...(picturesMax < 2
        ? []
        : [
            [
              'as many pictures as four',
              Array.from({ length: Math.min(4, picturesMax) }, (_, index) =>
                index % 2 === 0 ? picture : 'image/jpeg',
              ),
            ] as [string, MediumType[]],
          ]),
      ...(videos ? [['a video', ['video/mp4']] as [string, MediumType[]]] : []),
    ];
    it.each(mixes)('publishes %s with their descriptions, byte for byte', async (what, mimes) => {
      const media = mimes.map((mime, index) => shelf.medium({ mime, altText: `${what} ${index} “ä”` }));
      const text = `with ${what}`;
      await make(postOf(text, media));
      expect(await shown(name, accountId, text)).toMatchObject([allAsShown(media)]);
    });

    it('publishes media without a text, which a look-up can find', async () => {
      const publication = postOf('', some(1));
      const { answer, state } = await post(publication);
      const { externalPostId } = await publicOf(publication, { answer, state });
      if (contract.quirks?.cannotLookUp === true) return;
      const known = { ...state, ...(answer.kind === 'ambiguous' ? answer.state : {}) };
      const since = search(publication.key.createdAt);
      const found = await platform.findPublished(session(), { ...publication, media: [] }, known, since);
      if (contract.quirks?.needsWordsToFind === true) expect(found.kind).toBe('ambiguous');
      else expect(found).toMatchObject({ kind: 'found', published: { externalPostId } });
    });

    it.runIf(picturesMax >= 3)('publishes the same image twice, in both of its positions', async () => {
      const [first, other] = [
        shelf.medium({ mime: picture, altText: 'a' }),
        shelf.medium({ mime: picture, altText: 'b' }),
      ];
      const media = [first, other, { ...first, altText: 'c' }];
      await make(postOf('three in a row', media));
      expect(await shown(name, accountId, 'three in a row')).toMatchObject([allAsShown(media)]);
    });

    it.runIf(bringsMedia)('prepares no post before its media are uploaded', async () => {
      const publication = postOf('not yet', some(2));
      expect((await platform.prepare(session(), publication, null)).kind).toBe('upload-again');
      const state = uploaded(await upload(platform, session(), publication));
      const otherMedia = postOf('not yet', [...publication.media.slice(0, -1), ...some(1)]);
      expect((await platform.prepare(session(), otherMedia, state)).kind).toBe('upload-again');
    });

    it('uploads nothing twice if an earlier try has a state', async () => {
      const publication = postOf('once', some(2));
      const state = uploaded(await upload(platform, session(), publication));
      const [before, fetches] = [await bytesReceived(name), shelf.fetches.length];
      const again = await upload(platform, session(), publication, state);
      expect(uploaded(again)).toEqual(state);
      expect(await bytesReceived(name)).toBe(before);
      expect(shelf.fetches).toHaveLength(fetches);
    });

    it.runIf(bringsMedia)('continues an interrupted upload after each of its saved steps', async () => {
      const publication = postOf('from each step', some(2));
      const { saved } = await upload(platform, session(), publication);
      expect(saved.length).toBeGreaterThan(0);
      for (const [index, state] of saved.entries()) {
        const before = await bytesReceived(name);
        const again = await upload(platform, session(), publication, state);
        // If another upload has completed the state in the meantime, it cannot be continued, so the upload starts again
        // once.
        if (again.answer.kind === 'upload-again') {
          uploaded(await upload(platform, session(), publication, again.saved.at(-1) ?? null));
        }
        const sent = (await bytesReceived(name)) - before;
        const isLast = index === saved.length - 1;
        expect(sent).toBeLessThan(isLast ? 1 : 3 * 25_000);
      }
    });

    it('reports the number of uploaded bytes, in order and to the end', async () => {
      const media = some(2, { sizeBytes: 300_000 + heldBackBytesMax });
      const { told, answer } = await upload(platform, session(), postOf('told', media));
      expect(answer.kind).toBe('uploaded');
      expect([...told].sort((a, b) => a - b)).toEqual(told);
      const bytes = media.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      expect(told.at(-1)).toBeGreaterThanOrEqual(bytes - heldBackBytesMax);
      expect(told.at(-1)).toBeLessThanOrEqual(bytes);
    });

    const marked = (marks: string, mime: MediumType = early) =>
      shelf.medium({
        mime,
        marks,
        altText: takesBytes ? null : `${marks} ${Math.random()}`,
        sizeBytes: 20_000 + heldBackBytesMax,
      });

    it.runIf(bringsMedia)(
      'reports an upload that is cut off as ambiguous, and succeeds when it is repeated',
      async () => {
        const publication = postOf('cut off', [marked('[sandbox:upload-drop]')]);
        const first = await upload(platform, session(), publication);
        expect(first.answer.kind).toBe('ambiguous');
        await make(publication, first.saved.at(-1) ?? null);
        expect(await shown(name, accountId, 'cut off')).toHaveLength(1);
      },
    );

    it.runIf(bringsMedia)('reports how long to wait if an upload is rate limited', async () => {
      const publication = postOf('limited', [marked('[sandbox:upload-rate-limit]')]);
      const { answer, saved } = await upload(platform, session(), publication);
      expect(answer).toMatchObject({ kind: 'rate-limited', retryAfterMs: 2_000 });
      uploaded(await upload(platform, session(), publication, saved.at(-1) ?? null));
    });

    const isTokenTold = bringsMedia && of.uploadsWithoutToken !== true;
    it.runIf(isTokenTold)(
      'reports a token that expires during the upload, and continues with a new one',
      async () => {
        const publication = postOf('expired', [marked('[sandbox:upload-expired-token]')]);
        const { answer, saved } = await upload(platform, session(), publication);
        expect(answer.kind).toBe('auth-expired');
        const renewed = session({ credentials: credentials(accountId, 1) });
        uploaded(await upload(platform, renewed, publication, saved.at(-1) ?? null));
      },
    );

    const processesBefore = videos && of.processesLater !== true;
    it.runIf(processesBefore)('waits for a video that the platform is processing', async () => {
      const publication = postOf('worked on', [marked('[sandbox:processing=2000]', 'video/mp4')]);
      const state = uploaded(await upload(platform, session(), publication));
      const first = await platform.prepare(session(), publication, state);
      const readiness =
        first.kind === 'prepared'
          ? await platform.checkReadiness(session(), publication, first.state)
          : first;
      expect(readiness.kind).toBe('pending');
      const ready = await readied(platform, session(), publication, state);
      await publicOf(publication, {
        answer: await platform.commit(session(), publication, ready),
        state: ready,
      });
    });

    it.runIf(processesBefore)('refuses for good a video that the platform cannot process', async () => {
      const publication = postOf('broken', [marked('[sandbox:processing-failed]', 'video/mp4')]);
      const { answer } = await upload(platform, session(), publication);
      const untilRefused = async (state: JsonObject) => {
        const first = await platform.prepare(session(), publication, state);
        const next =
          first.kind === 'prepared'
            ? await platform.checkReadiness(session(), publication, first.state)
            : first;
        expect(next.kind).not.toBe('pending');
        return next;
      };
      // An upload that asks for the state after its last byte may already get the refusal.
      const verdict =
        answer.kind === 'uploaded'
          ? await vi.waitFor(() => untilRefused(answer.state), { timeout: waitMsMax, interval: 100 })
          : answer;
      expect(verdict).toMatchObject({ kind: 'rejected', code: 'MEDIA_REJECTED' });
    });

    it.runIf(bringsMedia)('sends nothing without a connection', async () => {
      const url = await deadUrl();
      const away = session({ baseUrl: url, sandboxUrl: url });
      const mimes = new Set<MediumType>([early, videos ? 'video/mp4' : early]);
      for (const mime of mimes) {
        const publication = postOf('nowhere', [shelf.medium({ mime, sizeBytes: 20_000 + heldBackBytesMax })]);
        expect((await upload(platform, away, publication)).answer.kind).toBe('not-sent');
      }
    });

    it.runIf(bringsMedia)('stops an upload when its caller aborts', async () => {
      const controller = new AbortController();
      const publication = postOf('given up', some(2));
      controller.abort();
      const { answer } = await upload(platform, session(), publication, null, { signal: controller.signal });
      expect(['not-sent', 'ambiguous']).toContain(answer.kind);
    });

    it.runIf(bringsMedia)('stops an upload if its state cannot be saved', async () => {
      const save = (): Promise<void> => Promise.reject(new Error('not ours any more'));
      const publication = postOf('stopped', some(2, { sizeBytes: 20_000 + heldBackBytesMax }));
      await expect(upload(platform, session(), publication, null, { save })).rejects.toThrow(
        'not ours any more',
      );
    });

    it.runIf(pictures)('shows media on the page of the sandbox only with their own types', async () => {
      const altText = '"><script>alert(1)</script>';
      const publication = postOf('on the page', [shelf.medium({ mime: picture, altText })]);
      await make(publication);
      const [[item]] = (await shown(name, accountId, 'on the page')) as [[FeedMedia]];
      const page = await safeFetch({ url: `${sandbox.url}/feed`, method: 'GET' });
      const alt = describesPictures ? '&quot;&gt;&lt;script&gt;' : '"';
      expect(page.body).toContain(`<img src="${new URL(item.url).pathname}" alt="${alt}`);
      expect(page.headers['content-security-policy']).toContain("img-src 'self'");
      const bytes = await safeFetch({ url: item.url, method: 'GET', headers: { range: 'bytes=0-3' } });
      expect(bytes).toMatchObject({ status: 206 });
      expect(bytes.headers).toMatchObject({
        'content-type': picture,
        'content-range': `bytes 0-3/${item.sizeBytes}`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
    });
  });
}
