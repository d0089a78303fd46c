import { z } from 'zod';
import type { JsonObject } from '../../../domain/json.js';
import { createUploadMeter, withMedia } from '../media-upload.js';
import type { PlatformFailure } from '../failure.js';
import type { Publication, PublicationMedia, UploadAnswer, UploadRun } from '../platform.js';

/**
 * Shared by platforms with media containers: first an invisible container is made from the URLs of the media, and
 * then one call publishes it. If there are several files, each has its own container, a child of the post's.
 */
export type ContainerFields = Record<string, string>;

export const containerStateSchema = z.looseObject({
  containerId: z.string().min(1),
  /** The content of the container, so that an edited post gets a new one. */
  fields: z.record(z.string(), z.string()),
  /** When it was created; absent in states that were stored before we kept this. */
  createdAt: z.iso.datetime().optional(),
});
export type ContainerState = z.infer<typeof containerStateSchema>;

export const noContainer: PlatformFailure = {
  kind: 'prepare-again',
  message: 'The prepared state has no media container.',
};

/** The state of an earlier attempt, if its container matches what is to be published now. */
export function keptContainerState(content: ContainerFields, earlier: JsonObject | null): JsonObject | null {
  const kept = containerStateSchema.safeParse(earlier).data;
  return kept !== undefined && isSame(kept.fields, content) ? earlier : null;
}

/** The state of a container that was just created. */
export function newContainerState(
  content: ContainerFields,
  containerId: string,
  now: Date,
): JsonObject & ContainerState {
  return { containerId, fields: content, createdAt: now.toISOString() };
}

/** Sorted by name, because stored objects may lose their order. */
function isSame(a: ContainerFields, b: ContainerFields): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

/**
 * A container younger than this may not be known to all servers yet. The platforms advise waiting half a minute on
 * average, or up to two minutes.
 */
const missingPassesMs = 60_000;

/** Whether a container that was not found may just be too new. */
export function mayBecomeKnown({ createdAt }: ContainerState, now: Date): boolean {
  return createdAt !== undefined && now.getTime() - Date.parse(createdAt) < missingPassesMs;
}

/** Containers expire after a day, and children must outlive the call that publishes the carousel. */
const childLifeMs = 20 * 60 * 60 * 1000;

const childSchema = z.object({
  id: z.string().min(1),
  sha256: z.string(),
  altText: z.string().nullable(),
  /** Its other content, besides the file. */
  details: z.string().default(''),
  createdAt: z.iso.datetime(),
});
/** A container for one item of a carousel. */
export type ChildContainer = z.infer<typeof childSchema>;

const childrenSchema = z.object({ media: z.array(childSchema).optional() });

/** The content of an item's container besides its file. Equal values mean equal containers. */
export type DetailsOf = (media: PublicationMedia, index: number) => string;
const noDetails: DetailsOf = () => '';

/** The containers of exactly these media in this order; null if one is missing. */
export function completeChildren(
  { media }: Publication,
  state: JsonObject | null,
  now: Date,
  detailsOf = noDetails,
): ChildContainer[] | null {
  const children = readChildren(state);
  const complete = media.every((item, index) => {
    const child = children[index];
    return child !== undefined && isOf(child, item, detailsOf(item, index)) && isLiving(child, now);
  });
  return complete && media.length > 1 && children.length === media.length ? children : null;
}

export interface ChildrenToMake {
  publication: Publication;
  state: JsonObject | null;
  run: UploadRun;
  now: () => Date;
  detailsOf?: DetailsOf;
  make: (media: PublicationMedia, index: number) => Promise<{ id: string } | { failure: PlatformFailure }>;
}

/** A container for each item of a carousel. Keeps those of an earlier attempt, and saves each new one immediately. */
export async function makeChildren({
  publication,
  state,
  run,
  now,
  detailsOf = noDetails,
  make,
}: ChildrenToMake): Promise<UploadAnswer> {
  const meter = createUploadMeter(publication, run);
  const begin = now();
  const kept = readChildren(state).filter((child) => isLiving(child, begin));
  const done: ChildContainer[] = [];
  for (const [index, media] of publication.media.entries()) {
    const details = detailsOf(media, index);
    const place = kept.findIndex((child) => isOf(child, media, details));
    const earlier = place === -1 ? undefined : kept.splice(place, 1)[0];
    if (earlier === undefined) {
      const made = await make(media, index);
      if ('failure' in made) return made.failure;
      done.push(childOf(made.id, media, details, now()));
      meter.reached(media, media.sizeBytes);
      await run.save(withMedia(state, [...done, ...kept]));
    } else {
      done.push(earlier);
      meter.reached(media, media.sizeBytes);
    }
  }
  return { kind: 'uploaded', state: withMedia(state, done) };
}

function childOf(
  id: string,
  { sha256, altText }: PublicationMedia,
  details: string,
  now: Date,
): ChildContainer {
  return { id, sha256, altText, details, createdAt: now.toISOString() };
}

function readChildren(state: JsonObject | null): ChildContainer[] {
  return childrenSchema.safeParse(state ?? {}).data?.media ?? [];
}

function isOf(child: ChildContainer, media: PublicationMedia, details: string): boolean {
  return child.sha256 === media.sha256 && child.altText === media.altText && child.details === details;
}

function isLiving({ createdAt }: ChildContainer, now: Date): boolean {
  return now.getTime() - Date.parse(createdAt) < childLifeMs;
}
