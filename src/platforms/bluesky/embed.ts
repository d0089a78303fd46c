import type { PublicationMedia } from '../kit/platform.js';
import type { BlueskyExternal } from './options.js';
import type { Blob, StrongRef } from './refs.js';

export interface EmbedParts {
  /** The uploaded files in the order of the media. Null for a file that is not uploaded yet. */
  blobs: readonly (Blob | null)[];
  media: readonly PublicationMedia[];
  external: BlueskyExternal | undefined;
  quote: StrongRef | undefined;
}

type Embed = Record<string, unknown>;

/** The embed of a record. A record has only one, so the embed of a quote also contains the media or the card. */
export function toEmbed({ blobs, media, external, quote }: EmbedParts): Embed | null {
  const shown = external === undefined ? mediaEmbed(blobs, media) : cardEmbed(external, blobs[0] ?? null);
  if (quote === undefined) return shown;
  const record = { $type: 'app.bsky.embed.record', record: quote };
  return shown === null ? record : { $type: 'app.bsky.embed.recordWithMedia', record, media: shown };
}

function cardEmbed({ uri, title, description }: BlueskyExternal, thumb: Blob | null): Embed {
  const external = { uri, title, description, ...(thumb && { thumb }) };
  return { $type: 'app.bsky.embed.external', external };
}

/** The embed of media. A record holds one video, or images. The lexicon requires a description, which may be empty. */
function mediaEmbed(blobs: EmbedParts['blobs'], media: readonly PublicationMedia[]): Embed | null {
  const items = media.flatMap((item, index) => {
    const blob = blobs[index];
    return blob ? [{ blob, about: { alt: item.altText ?? '', ...aspectRatioOf(item) } }] : [];
  });
  const [first] = items;
  if (first === undefined) return null;
  if (media[0]?.kind === 'VIDEO') return { $type: 'app.bsky.embed.video', video: first.blob, ...first.about };
  const images = items.map(({ blob, about }) => ({ image: blob, ...about }));
  return { $type: 'app.bsky.embed.images', images };
}

function aspectRatioOf({ width, height }: PublicationMedia): object {
  return width === null || height === null ? {} : { aspectRatio: { width, height } };
}
