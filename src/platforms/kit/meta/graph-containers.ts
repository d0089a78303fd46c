import { z } from 'zod';
import type { JsonObject } from '../../../domain/json.js';
import { readSuccess, type PlatformAnswer } from '../call.js';
import { createUploadMeter, uploadsReader, withMedia } from '../media-upload.js';
import { PlatformFailed, type PlatformFailure } from '../failure.js';
import { graph, graphFailure, isMissingObject, type GraphCall } from './graph-api.js';
import type {
  CommitAnswer,
  Publication,
  PublicationMedia,
  ReadinessAnswer,
  UploadAnswer,
  UploadRun,
} from '../platform.js';
import type { ConnectorParts } from '../parts.js';
import { idSchema } from './session.js';

/**
 * The fields of a media container. An invisible container is created from the URLs of the media, and then one
 * call publishes it. If there are several files, each has its own container, a child of the post's.
 */
export type ContainerFields = Record<string, string>;

export const containerStateSchema = z.looseObject({
  containerId: z.string().min(1),
  /** The content of the container, so that an edited post gets a new one. */
  fields: z.record(z.string(), z.string()),
  /** The time of the creation. Absent in states that were stored before we kept it. */
  createdAt: z.iso.datetime().optional(),
});
export type ContainerState = z.infer<typeof containerStateSchema>;

export const noContainer: PlatformFailure = {
  kind: 'prepare-again',
  message: 'The prepared state has no media container.',
};

/** The post that a publishing call has made from a container. Null if it was refused. */
export function publishedBy(answer: PlatformAnswer): CommitAnswer | null {
  const media = readSuccess(answer, idSchema);
  if (media === null) return null;
  return { kind: 'published', published: { externalPostId: media.id, externalUrl: null, reference: null } };
}

/** The state of an earlier attempt, if its container has the content to publish. Otherwise null. */
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

/** Compares by name, because stored objects may lose their order. */
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

export type ContainerStatus =
  { kind: 'status'; status: string; message: string } | { kind: 'missing'; message: string };

/** Reads the status of a container. The schema returns the status and the platform's explanation. */
export async function readContainerStatus(
  { safeFetch, clock }: ConnectorParts,
  call: GraphCall,
  schema: z.ZodType<{ status: string; detail: string | null | undefined }>,
): Promise<ContainerStatus> {
  const answer = await graph(safeFetch, call);
  const container = readSuccess(answer, schema);
  if (container !== null) {
    const { status, detail } = container;
    const message = answer.say(`The container is ${status}${detail ? `: ${detail}` : ''}.`);
    return { kind: 'status', status, message };
  }
  const failure = graphFailure(answer, clock);
  if (!isMissingObject(answer)) throw new PlatformFailed(failure);
  return { kind: 'missing', message: failure.message };
}

/** Whether a container can be published. `faultOf` returns the failure of a broken one. */
export function readinessOf(
  { status, message }: Extract<ContainerStatus, { kind: 'status' }>,
  faultOf: (message: string) => PlatformFailure,
): ReadinessAnswer {
  switch (status) {
    case 'FINISHED':
      return { kind: 'ready' };
    case 'IN_PROGRESS':
      return { kind: 'pending', checkAfterMs: null };
    case 'EXPIRED':
      return { kind: 'prepare-again', message };
    case 'ERROR':
      return faultOf(message);
    default:
      // PUBLISHED: an earlier call did take effect. Any other status is unknown.
      return { kind: status === 'PUBLISHED' ? 'used-up' : 'ambiguous', message };
  }
}

/**
 * Whether the platform has fetched and accepted every item of a carousel. `faultOf` returns the failure of a
 * broken item.
 */
export async function checkChildren(
  children: readonly ChildContainer[],
  read: (containerId: string) => Promise<ContainerStatus>,
  faultOf: (message: string) => PlatformFailure,
): Promise<{ kind: 'gathered' } | { kind: 'pending'; checkAfterMs: null } | PlatformFailure> {
  for (const { id } of children) {
    const container = await read(id);
    const { message } = container;
    if (container.kind === 'missing') return { kind: 'prepare-again', message };
    if (container.status === 'IN_PROGRESS') return { kind: 'pending', checkAfterMs: null };
    if (container.status === 'EXPIRED') return { kind: 'prepare-again', message };
    if (container.status === 'ERROR') return faultOf(message);
  }
  return { kind: 'gathered' };
}

/**
 * How long a child container is used. Containers expire after a day, and children must outlive the call that
 * publishes the carousel.
 */
const childLifeMs = 20 * 60 * 60 * 1000;

const childSchema = z.object({
  id: z.string().min(1),
  sha256: z.string(),
  altText: z.string().nullable(),
  /** The container's content besides the file. */
  details: z.string().default(''),
  createdAt: z.iso.datetime(),
});
/** A container for one item of a carousel. */
export type ChildContainer = z.infer<typeof childSchema>;

const readChildren = uploadsReader(childSchema);

/** The content of an item's container besides its file. Equal values mean equal containers. */
export type DetailsOf = (media: PublicationMedia, index: number) => string;
const noDetails: DetailsOf = () => '';

/** The containers of exactly these media in this order. Null if one of the containers is missing. */
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
  /** Creates a container and returns its id. */
  make: (media: PublicationMedia, index: number) => Promise<string>;
}

/**
 * Creates a container for each item of a carousel. Keeps those of an earlier attempt, and saves each new one
 * immediately.
 */
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
      done.push(childOf(await make(media, index), media, details, now()));
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

function isOf(child: ChildContainer, media: PublicationMedia, details: string): boolean {
  return child.sha256 === media.sha256 && child.altText === media.altText && child.details === details;
}

function isLiving({ createdAt }: ChildContainer, now: Date): boolean {
  return now.getTime() - Date.parse(createdAt) < childLifeMs;
}
