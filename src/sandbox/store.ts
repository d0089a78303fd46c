import { z } from 'zod';
import { openJournal } from './journal.js';

/** If this limit is exceeded, the oldest publications are dropped, so that a load test cannot fill the memory. */
const publicationsMax = 100_000;

/** A file of a publication, with the alt text of that publication. */
const shownMediaSchema = z.object({ mediaId: z.string(), altText: z.string().nullable() });
export type ShownMedia = z.infer<typeof shownMediaSchema>;

const mediaSchema = z.object({
  id: z.string(),
  platform: z.string(),
  accountId: z.string(),
  kind: z.enum(['IMAGE', 'GIF', 'VIDEO', 'DOCUMENT']),
  mime: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
  /** The marks found in the file's bytes. */
  marks: z.string(),
  /** The alt text, if the platform stores it with the file. */
  altText: z.string().nullable().default(null),
  receivedAt: z.string(),
});
export type StoredMedia = z.infer<typeof mediaSchema>;

const publicationSchema = z.object({
  platform: z.string(),
  accountId: z.string(),
  externalPostId: z.string(),
  text: z.string(),
  publishedAt: z.string(),
  /** The publication to which this one replies, and the first post of the conversation. Null for a post. */
  parentId: z.string().nullable(),
  rootId: z.string().nullable(),
  /** Data that only this platform has, such as the container from which the post was made. */
  extra: z.record(z.string(), z.unknown()),
  media: z.array(shownMediaSchema).default([]),
  /** The visible parts besides text and media, such as a title or a board, by label, in order. */
  shown: z.record(z.string(), z.string()).default({}),
  /** The media id of the image shown for the video until it plays. */
  coverId: z.string().nullable().default(null),
  /** The author, if that is a visitor, not an account of the sandbox. */
  visitor: z.object({ handle: z.string(), name: z.string() }).nullable().default(null),
  editedAt: z.string().nullable().default(null),
  /** The texts before each edit by the account, the oldest first. */
  earlierTexts: z.array(z.string()).default([]),
  /** The ids before each edit, on platforms where an edited post has another id. They still find the publication. */
  earlierIds: z.array(z.string()).default([]),
  /** Whether the account under whose post the comment is has hidden it. */
  isHidden: z.boolean().default(false),
});
export type StoredPublication = z.infer<typeof publicationSchema>;

const containerSchema = z.object({
  id: z.string(),
  accountId: z.string(),
  text: z.string(),
  replyTo: z.string().nullable(),
  createdAt: z.string(),
  media: z.array(shownMediaSchema).default([]),
  isCarouselItem: z.boolean().default(false),
  /** The time at which the container is ready. Null while its media are still being fetched. */
  readyAt: z.string().nullable().default(''),
  /** The reason why the container cannot be published. Null if there is none. */
  failure: z.string().nullable().default(null),
  /** The visible parts besides text and media. */
  shown: z.record(z.string(), z.string()).optional(),
  /** Data that only this platform has, for the publication. */
  extra: z.record(z.string(), z.unknown()).optional(),
});
export type StoredContainer = z.infer<typeof containerSchema>;

const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('published'), publication: publicationSchema }),
  z.object({
    type: z.literal('removed'),
    platform: z.string(),
    externalPostId: z.string(),
    removedAt: z.string().default(''),
  }),
  z.object({ type: z.literal('container'), container: containerSchema }),
  z.object({ type: z.literal('media'), media: mediaSchema }),
  z.object({ type: z.literal('noted'), key: z.string(), value: z.number().nullable() }),
  z.object({
    type: z.literal('object'),
    key: z.string(),
    value: z.record(z.string(), z.unknown()).nullable(),
  }),
]);
type StoreEvent = z.infer<typeof eventSchema>;

export interface RemovedPublication extends StoredPublication {
  removedAt: string;
}

/** Defaults for the fields that most publications leave out. */
const unsaid = {
  parentId: null,
  rootId: null,
  extra: {},
  media: [],
  shown: {},
  coverId: null,
  visitor: null,
  editedAt: null,
  earlierTexts: [],
  earlierIds: [],
  isHidden: false,
} satisfies Partial<StoredPublication>;

/** The store of all simulated platforms. Each change is written to disk before it is visible. */
export class SandboxStore {
  readonly #publications = new Map<string, StoredPublication>();
  readonly #removed = new Map<string, RemovedPublication>();
  /** The keys of edited publications, by the keys that they had before. */
  readonly #renamed = new Map<string, string>();
  readonly #containers = new Map<string, StoredContainer & { published: boolean }>();
  readonly #media = new Map<string, StoredMedia>();
  readonly #bytesReceived = new Map<string, number>();
  readonly #notes = new Map<string, number>();
  readonly #objects = new Map<string, Readonly<Record<string, unknown>>>();
  readonly #calls = new Map<string, Map<string, number>>();
  readonly #journal;
  readonly #now: () => Date;
  #lastId = 0n;
  /** How long a platform processes a video without a mark for it. */
  readonly videoWorkMs: number;

  constructor(dataDir: string | null, now: () => Date, videoWorkMs = 300) {
    this.#now = now;
    this.videoWorkMs = videoWorkMs;
    this.#journal = openJournal(dataDir, (event) => {
      const known = eventSchema.safeParse(event);
      if (known.success) this.#apply(known.data);
    });
  }

  now(): Date {
    return this.#now();
  }

  /** A new id like those of the platforms: a long number that grows with time. */
  newNumericId(): string {
    const candidate = BigInt(this.#now().getTime()) << 20n;
    this.#lastId = candidate > this.#lastId ? candidate : this.#lastId + 1n;
    return this.#lastId.toString();
  }

  publish(
    publication: Omit<StoredPublication, 'publishedAt' | keyof typeof unsaid> &
      Partial<Pick<StoredPublication, 'publishedAt' | keyof typeof unsaid>>,
  ): StoredPublication {
    const stored = { ...unsaid, publishedAt: this.#now().toISOString(), ...publication };
    this.#record({ type: 'published', publication: stored });
    return stored;
  }

  /**
   * Updates a publication that was edited or extended. If an edit gave it another id, it replaces the one that its
   * `earlierIds` name.
   */
  update(publication: StoredPublication): void {
    this.#record({ type: 'published', publication });
  }

  /** Removes a comment or post that its author has deleted. */
  remove({ platform, externalPostId }: StoredPublication): void {
    this.#record({ type: 'removed', platform, externalPostId, removedAt: this.#now().toISOString() });
  }

  /** Lists the removed publications, the last one first. */
  removed(): RemovedPublication[] {
    return [...this.#removed.values()].reverse();
  }

  find(platform: string, externalPostId: string): StoredPublication | undefined {
    const key = `${platform} ${externalPostId}`;
    return this.#publications.get(this.#renamed.get(key) ?? key);
  }

  /** Lists publications, newest first, posts and replies alike. */
  list(filter: { platform?: string | undefined; accountId?: string | undefined } = {}): StoredPublication[] {
    return [...this.#publications.values()]
      .filter(({ platform }) => filter.platform === undefined || filter.platform === platform)
      .filter(({ accountId }) => filter.accountId === undefined || filter.accountId === accountId)
      .reverse();
  }

  updateContainer(container: StoredContainer): void {
    this.#record({ type: 'container', container });
  }

  /** Stores the data of a file. Replaces the data of a known id. */
  addMedia(media: Omit<StoredMedia, 'receivedAt'>): StoredMedia {
    const stored = { ...media, receivedAt: this.#now().toISOString() };
    this.#record({ type: 'media', media: stored });
    return stored;
  }

  media(id: string): StoredMedia | undefined {
    return this.#media.get(id);
  }

  /** Counts all bytes of uploads that arrived, including those of interrupted uploads. */
  countBytes(platform: string, bytes: number): void {
    this.#bytesReceived.set(platform, (this.#bytesReceived.get(platform) ?? 0) + bytes);
  }

  uploads(): { bytesReceived: Record<string, number>; media: StoredMedia[] } {
    return {
      bytesReceived: Object.fromEntries(this.#bytesReceived),
      media: [...this.#media.values()].reverse(),
    };
  }

  container(id: string): (StoredContainer & { published: boolean }) | undefined {
    return this.#containers.get(id);
  }

  /** A number stored under a key, for example to record that a text was already refused once. */
  note(key: string): number | undefined {
    return this.#notes.get(key);
  }

  setNote(key: string, value: number | null): void {
    this.#record({ type: 'noted', key, value });
  }

  /** Whether an event happens for the first time. `alternates`: the second time resets it. */
  isFirst(key: string, { alternates = false } = {}): boolean {
    const isNew = this.note(key) === undefined;
    if (isNew || alternates) this.setNote(key, isNew ? 1 : null);
    return isNew;
  }

  /** Begins a state that lasts for some time, such as an exhausted limit. */
  begin(key: string, lastsMs: number): void {
    this.setNote(key, this.#now().getTime() + lastsMs);
  }

  lasts(key: string): boolean {
    return (this.note(key) ?? 0) > this.#now().getTime();
  }

  /** Any other object that a platform stores, such as an upload session. The key starts with the platform's name. */
  object(key: string): Readonly<Record<string, unknown>> | undefined {
    return this.#objects.get(key);
  }

  setObject(key: string, value: Record<string, unknown> | null): void {
    this.#record({ type: 'object', key, value });
  }

  countCall(platform: string, operation: string): void {
    const counts = this.#calls.get(platform) ?? new Map<string, number>();
    counts.set(operation, (counts.get(operation) ?? 0) + 1);
    this.#calls.set(platform, counts);
  }

  calls(): Record<string, Record<string, number>> {
    return Object.fromEntries([...this.#calls].map(([name, counts]) => [name, Object.fromEntries(counts)]));
  }

  clear(): void {
    const memories = [
      this.#publications,
      this.#removed,
      this.#renamed,
      this.#containers,
      this.#media,
      this.#notes,
      this.#objects,
      this.#calls,
    ];
    for (const memory of [...memories, this.#bytesReceived]) memory.clear();
    this.#journal.clear();
  }

  #record(event: StoreEvent): void {
    this.#journal.append(event);
    this.#apply(event);
  }

  #apply(event: StoreEvent): void {
    switch (event.type) {
      case 'published':
        this.#applyPublished(event.publication);
        return;
      case 'removed':
        this.#applyRemoved(event);
        return;
      case 'container':
        this.#containers.set(event.container.id, {
          ...event.container,
          published: this.#containers.get(event.container.id)?.published ?? false,
        });
        dropOldest(this.#containers);
        return;
      case 'media':
        this.#media.set(event.media.id, event.media);
        dropOldest(this.#media);
        return;
      case 'noted':
        if (event.value === null) this.#notes.delete(event.key);
        else this.#notes.set(event.key, event.value);
        dropOldest(this.#notes);
        return;
      case 'object':
        if (event.value === null) this.#objects.delete(event.key);
        else this.#objects.set(event.key, event.value);
        dropOldest(this.#objects);
        return;
    }
  }

  #applyRemoved({ platform, externalPostId, removedAt }: Extract<StoreEvent, { type: 'removed' }>): void {
    const key = `${platform} ${externalPostId}`;
    const publication = this.#publications.get(key);
    if (publication === undefined) return;
    this.#publications.delete(key);
    this.#removed.set(key, { ...publication, removedAt });
    dropOldest(this.#removed);
  }

  #applyPublished(publication: StoredPublication): void {
    const { platform, externalPostId, earlierIds } = publication;
    const key = `${platform} ${externalPostId}`;
    for (const id of earlierIds) {
      this.#publications.delete(`${platform} ${id}`);
      this.#renamed.set(`${platform} ${id}`, key);
    }
    this.#publications.set(key, publication);
    dropOldest(this.#publications);
    const containerId = publication.extra['containerId'];
    const container = typeof containerId === 'string' ? this.#containers.get(containerId) : undefined;
    if (container !== undefined) container.published = true;
  }
}

function dropOldest(memory: Map<string, unknown>): void {
  if (memory.size <= publicationsMax) return;
  for (const key of memory.keys()) {
    memory.delete(key);
    return;
  }
}

/** The store, and the name in /publications of the platform that uses the store. */
export interface PlatformStore {
  store: SandboxStore;
  platform: string;
}
