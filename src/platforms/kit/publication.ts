import type { JsonObject } from '../../domain/json.js';
import type { MediaKind } from '../../domain/media.js';
import type { MediaClass } from '../../domain/media-rules.js';

/**
 * Identifies one publication. The key stays the same across all attempts and runs, and after a database is restored.
 */
export interface PublicationKey {
  /** An id that is unique among everything that this installation publishes. */
  id: string;
  /** When the publication's target was created. */
  createdAt: Date;
}

/** One publication: a post, or a reply to a post or comment (first comment and inbox reply alike). */
export interface Publication {
  key: PublicationKey;
  text: string;
  options: JsonObject | null;
  replyTo: ReplyTarget | null;
  /** The media, in display order. Empty for a text, and in steps that do not load them. */
  media: readonly PublicationMedia[];
  /** Media that options name, by the option's path; loaded together with `media`. */
  optionMedia: Readonly<Record<string, PublicationMedia>>;
  /** The kinds of the publication's media, in order, whether the media are loaded or not. */
  mediaClasses: readonly MediaClass[];
}

/** The parts of a publication that decide what we can find out about it. */
export type PublicationForm = Pick<Publication, 'options' | 'replyTo' | 'mediaClasses'>;

/** One file as the platform gets it: the original, or the copy that was converted for the platform. */
export interface PublicationMedia {
  assetId: string;
  kind: MediaKind;
  mime: string;
  /** The size of the bytes that `open` returns. `sha256` (hex), `width` and `height` describe the same bytes. */
  sizeBytes: number;
  sha256: string;
  width: number | null;
  height: number | null;
  durationMs: number | null;
  altText: string | null;
  /** Reads the bytes from `start` up to, not including, `end`. */
  open(range: { start: number; end: number }): AsyncIterable<Uint8Array>;
  /** Returns a URL from which the platform can fetch the bytes for that long. It is a secret until it has expired. */
  publicUrl(ttlMs: number): Promise<string>;
}

/** The post under which a first comment or a reply is published, or the comment on it that is replied to. */
export interface ReplyTarget {
  /** The id of that post or comment. */
  externalPostId: string;
  /**
   * The `reference` that `commit` returned for that post (such as a hash of its content), or that of the comment.
   */
  reference: JsonObject | null;
  /** The post under which the comment is shown. Absent if the reply is to the post itself. */
  root?: { externalPostId: string; reference: JsonObject | null };
}
