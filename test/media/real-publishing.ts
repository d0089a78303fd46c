import { inArray } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { openDb } from '../../src/db/client.js';
import { mediaRenditions } from '../../src/db/schema/index.js';
import { sendAhead } from '../harness/send-ahead.js';
import type { RealProcesses } from '../observability/real-processes.js';
import type { Media, Upload } from './support.js';
import { waitMsMax } from '../harness/patience.js';

export interface PublishedTarget {
  id: string;
  platform: string;
  status: string;
  externalPostId: string | null;
  errorMessage: string | null;
  firstCommentStatus: string | null;
}

export interface PublishedPost {
  id: string;
  status: string;
  targets: PublishedTarget[];
}

export interface ShownMedia {
  mime: string;
  sizeBytes: number;
  sha256: string;
  altText: string | null;
}

export interface ShownPost {
  platform: string;
  externalPostId: string;
  text: string;
  media: ShownMedia[];
  cover: ShownMedia | null;
  comments: { text: string }[];
  shown: Record<string, string>;
}

type Body = Record<string, unknown> & { scheduledFor?: string };

/** Actions on separate processes: uploading media, publishing posts, and reading what the sandbox shows. */
export function createPublisher(worldOf: () => RealProcesses) {
  async function addMedia(
    declared: { mime: string; sizeBytes: number; altText?: string },
    read: (start: number, end: number) => Uint8Array<ArrayBuffer>,
  ): Promise<Media> {
    const { call, seed } = worldOf();
    const begun = await call('POST', `/media/presign?workspaceId=${seed.workspaceId}`, declared);
    expect(begun.status, JSON.stringify(begun.body)).toBe(201);
    const { media, upload } = begun.body as { media: Media; upload: Upload };
    if (upload.kind === 'single') await put(upload, read(0, declared.sizeBytes));
    else {
      for (const { partNumber, sizeBytes, address } of upload.parts) {
        const start = (partNumber - 1) * upload.partSizeBytes;
        if (address !== null) await put(address, read(start, start + sizeBytes));
      }
    }
    const done = await call('POST', `/media/${media.id}/complete`);
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    return done.body as Media;
  }

  async function atSandbox<T>(pathname: string): Promise<T> {
    return ((await (await fetch(`${worldOf().sandboxUrl}${pathname}`)).json()) as { data: T }).data;
  }

  async function publicationsOf(target: PublishedTarget | undefined): Promise<ShownPost[]> {
    const posts = await atSandbox<ShownPost[]>('/publications');
    return posts.filter(({ externalPostId }) => externalPostId === target?.externalPostId);
  }

  return {
    addMedia,
    atSandbox,
    publicationsOf,
    accountOn: (platform: string): string =>
      worldOf().seed.socialAccounts.find((account) => account.platform === platform)?.id ?? '',
    addFile: (bytes: Buffer, mime: string, altText: string): Promise<Media> =>
      addMedia({ mime, sizeBytes: bytes.byteLength, altText }, () => new Uint8Array(bytes)),
    publishNow: async (body: Body): Promise<PublishedPost> => {
      const answer = await sendAhead(1_000, (scheduledFor) =>
        worldOf().call('POST', '/posts', { scheduledFor, ...body }),
      );
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body as PublishedPost;
    },
    untilPublished: ({ id }: { id: string }): Promise<PublishedPost> =>
      vi.waitFor(
        async () => {
          const post = (await worldOf().call('GET', `/posts/${id}`)).body as PublishedPost;
          const messages = post.targets.map(({ platform, errorMessage }) => [platform, errorMessage]);
          expect(post.status, JSON.stringify(messages)).toBe('PUBLISHED');
          return post;
        },
        { timeout: waitMsMax, interval: 250 },
      ),
    shownOf: async (target: PublishedTarget | undefined): Promise<ShownMedia[][]> =>
      (await publicationsOf(target)).map(({ media }) => media),
    /** Returns the hashes of the assets' own bytes and of their renditions, with the assets' ids. */
    filesOf: async (assets: readonly Media[]): Promise<Map<string, string>> => {
      const { db, close } = openDb({ url: worldOf().databaseUrl, connectionsMax: 1 });
      const ids = assets.map(({ id }) => id);
      const rows = await db.select().from(mediaRenditions).where(inArray(mediaRenditions.mediaAssetId, ids));
      await close();
      const made = rows.map(({ sha256, mediaAssetId }) => [sha256, mediaAssetId] as const);
      return new Map([...made, ...assets.map(({ sha256, id }) => [sha256 ?? '', id] as const)]);
    },
  };
}

async function put(address: { url: string; headers: Record<string, string> }, body: Uint8Array<ArrayBuffer>) {
  const answer = await fetch(address.url, { method: 'PUT', headers: address.headers, body });
  expect(answer.ok).toBe(true);
}
