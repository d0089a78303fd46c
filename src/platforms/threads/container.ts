import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import { successOf } from '../kit/call.js';
import type { Publication } from '../kit/platform.js';
import { graphFailure } from '../kit/meta/graph-api.js';
import {
  keptContainerState,
  newContainerState,
  readContainerStatus,
  type ContainerFields,
  type ContainerState,
  type ContainerStatus,
} from '../kit/meta/graph-containers.js';
import { accountPath, idSchema, type MetaSession } from '../kit/meta/session.js';
import { callThreads, graphCall } from './api.js';
import { toContainerFields } from './options.js';

/** A long wait, because Threads fetches an image before it responds. */
const mediaTimeoutMs = 90_000;

/** The state of an earlier attempt, if its container has the content to publish. Otherwise null. */
export function keptContainer(publication: Publication, earlier: JsonObject | null): JsonObject | null {
  return keptContainerState(contentOf(publication), earlier);
}

/** The content of a container, without URLs, because URLs differ each time and are secrets. */
export function contentOf(publication: Publication): ContainerFields {
  const fields = toContainerFields(publication);
  const items = publication.media.map(({ sha256, altText }) => [sha256, altText]);
  return items.length === 0 ? fields : { ...fields, media: JSON.stringify(items) };
}

/** The state of a container that was just created. */
export function containerState(
  publication: Publication,
  containerId: string,
  now: Date,
): JsonObject & ContainerState {
  return newContainerState(contentOf(publication), containerId, now);
}

/** Creates an invisible container for a post, or for one item of a carousel. Returns its id. */
export async function createContainer(
  session: MetaSession,
  params: ContainerFields,
  { isReply = false, signal }: { isReply?: boolean; signal?: AbortSignal } = {},
): Promise<string> {
  const answer = await callThreads(session, {
    path: `${accountPath(session)}/threads`,
    method: 'POST',
    params,
    timeoutMs: params['media_type'] === 'TEXT' ? undefined : mediaTimeoutMs,
    signal,
  });
  return successOf(answer, idSchema, (refusal) => graphFailure(refusal, session.clock, isReply)).id;
}

const statusSchema = z
  .object({ status: z.string(), error_message: z.string().nullish() })
  .transform(({ status, error_message: detail }) => ({ status, detail }));

export async function readContainer(session: MetaSession, containerId: string): Promise<ContainerStatus> {
  const path = encodeURIComponent(containerId);
  const call = { path, method: 'GET', params: { fields: 'status,error_message' } } as const;
  return readContainerStatus(session, graphCall(session, call), statusSchema);
}
