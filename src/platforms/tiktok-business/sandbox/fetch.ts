import { fetchMedia, MediaFetchError } from '../../../sandbox/fetch-media.js';
import type { StoredMedia } from '../../../sandbox/store.js';
import { keepMedia, type Uploads } from '../../../sandbox/uploads.js';

const bytesMax = { video: 1_000_000_000, photo: 20_000_000 } as const;
const mimes = {
  video: ['video/mp4', 'video/quicktime', 'video/webm'],
  photo: ['image/jpeg', 'image/webp'],
  cover: ['image/jpeg', 'image/webp', 'image/png'],
} as const;

export interface FetchParts {
  uploads: Uploads;
  /** Origins besides this machine's own: the domains that count as verified for the app. */
  mediaOrigins: readonly string[];
}

/** The fetched file, or why the post fails. */
export type Fetched = { media: StoredMedia } | { reason: string };

export async function fetchOne(
  { uploads, mediaOrigins }: FetchParts,
  accountId: string,
  address: string,
  use: keyof typeof mimes,
): Promise<Fetched> {
  const kind = use === 'video' ? 'video' : 'photo';
  const id = `tb-${uploads.store.newNumericId()}`;
  try {
    const answer = await fetchMedia(address, mediaOrigins);
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of answer as AsyncIterable<Uint8Array>) {
        uploads.store.countBytes('TIKTOK_BUSINESS', chunk.length);
        yield chunk;
      }
    }
    const file = await uploads.files.receive(id, counted(), bytesMax[kind]);
    const media = keepMedia(uploads, { id, accountId, platform: 'TIKTOK_BUSINESS' }, file);
    const isFit = media !== null && mimes[use].some((mime) => mime === media.mime);
    return isFit ? { media } : { reason: 'file_format_check_failed' };
  } catch (error) {
    const isForeign = error instanceof MediaFetchError && error.isForeign;
    return { reason: isForeign ? 'url_ownership_unverified' : `${kind}_pull_failed` };
  }
}
