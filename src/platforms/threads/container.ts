import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import { isSuccess, readAnswer, readCredentials } from '../kit/call.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { Publication } from '../kit/platform.js';
import type { PlatformSession } from '../kit/session.js';
import { graph, graphFailure, isMissingObject } from '../kit/meta/graph-api.js';
import {
  keptContainerState,
  newContainerState,
  type ContainerFields,
  type ContainerState,
} from '../kit/meta/graph-containers.js';
import { threadsCredentialsSchema, type ThreadsContext } from './api.js';
import { toContainerFields } from './options.js';

/** Threads fetches an image before it responds. */
const mediaTimeoutMs = 90_000;

const idSchema = z.object({ id: z.string().min(1) });
/** The state of an earlier attempt, if its container matches what is to be published now. */
export function keptContainer(publication: Publication, earlier: JsonObject | null): JsonObject | null {
  return keptContainerState(contentOf(publication), earlier);
}

/** The content of a container, without URLs: these differ each time, and are secrets. */
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

/** Creates an invisible container for a post, or for one item of a carousel. */
export async function createContainer(
  context: ThreadsContext,
  session: PlatformSession,
  params: ContainerFields,
  { isReply = false, signal }: { isReply?: boolean; signal?: AbortSignal } = {},
): Promise<{ id: string } | { failure: PlatformFailure }> {
  const read = readCredentials(threadsCredentialsSchema, session.credentials);
  if ('failure' in read) return read;
  const result = await graph(context.safeFetch, {
    baseUrl: session.baseUrl,
    path: `/v1.0/${encodeURIComponent(session.externalAccountId)}/threads`,
    method: 'POST',
    params,
    accessToken: read.credentials.accessToken,
    ...(params['media_type'] === 'TEXT' ? {} : { timeoutMs: mediaTimeoutMs }),
    ...(signal && { signal }),
  });
  if ('failure' in result) return result;
  const container = isSuccess(result.answer) ? readAnswer(result.answer, idSchema) : null;
  return container ?? { failure: graphFailure(result.answer, context.clock, isReply) };
}

const statusSchema = z.object({ status: z.string(), error_message: z.string().nullish() });
export type ContainerStatus =
  | { kind: 'status'; status: string; message: string }
  | { kind: 'missing'; message: string }
  | { kind: 'failure'; failure: PlatformFailure };

export async function readContainer(
  context: ThreadsContext,
  session: PlatformSession,
  accessToken: string,
  containerId: string,
): Promise<ContainerStatus> {
  const result = await graph(context.safeFetch, {
    baseUrl: session.baseUrl,
    path: `/v1.0/${encodeURIComponent(containerId)}`,
    method: 'GET',
    params: { fields: 'status,error_message' },
    accessToken,
  });
  if ('failure' in result) return { kind: 'failure', failure: result.failure };
  const container = isSuccess(result.answer) ? readAnswer(result.answer, statusSchema) : null;
  if (container !== null) {
    const { status, error_message: detail } = container;
    return {
      kind: 'status',
      status,
      message: result.answer.say(`The container is ${status}${detail ? `: ${detail}` : ''}.`),
    };
  }
  const failure = graphFailure(result.answer, context.clock);
  return isMissingObject(result.answer)
    ? { kind: 'missing', message: failure.message }
    : { kind: 'failure', failure };
}
