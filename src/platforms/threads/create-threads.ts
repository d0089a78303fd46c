import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import { isSuccess, readAnswer, readCredentials } from '../call.js';
import { draftViolations } from '../draft-rules.js';
import type {
  CommitAnswer,
  FindAnswer,
  Platform,
  PlatformFailure,
  PlatformLimits,
  PlatformSession,
  PrepareAnswer,
  Publication,
  PublishedSearch,
  ReadinessAnswer,
  RefreshAnswer,
} from '../platform.js';
import {
  graph,
  graphFailure,
  isMissingObject,
  threadsCredentialsSchema,
  type ThreadsContext,
} from './api.js';
import { findInProfile } from './find.js';
import { threadsOptionsSchema, toContainerFields } from './options.js';
import { threadsLength, threadsLinkViolations } from './text.js';

export const threadsLimits: PlatformLimits = {
  textUnit: 'characters',
  textMax: 500,
  textBytesMax: null,
  textRequired: true,
  firstComment: true,
};

/** A link to show is worth a moment, not a delay of the record that the post is public. */
const permalinkTimeoutMs = 5_000;

const idSchema = z.object({ id: z.string().min(1) });
const stateSchema = z.object({
  containerId: z.string().min(1),
  /** What the container was made of, so that an edited text gets a new one. */
  fields: z.record(z.string(), z.string()),
});
const noState: PlatformFailure = { kind: 'prepare-again', message: 'The prepared state has no container.' };

/**
 * Queryable: an invisible container first, then one call that publishes it. The container's status tells
 * afterwards whether that happened. The one-call form for texts (auto_publish_text) would lose that.
 */
export function createThreads(context: ThreadsContext): Platform {
  return {
    name: 'THREADS',
    guarantee: 'queryable',
    limits: threadsLimits,
    validate: (draft) => [
      ...draftViolations(draft, threadsLimits, threadsLength, threadsOptionsSchema),
      ...threadsLinkViolations(draft),
    ],
    prepare: (session, publication, earlier) => createContainer(context, session, publication, earlier),
    checkReadiness: (session, _publication, state) => checkContainer(context, session, state),
    commit: (session, publication, state) => publishContainer(context, session, publication, state),
    findPublished: (session, publication, state, search) =>
      find(context, session, publication, state, search),
    refresh: (session) => refreshToken(context, session),
  };
}

async function createContainer(
  context: ThreadsContext,
  session: PlatformSession,
  publication: Publication,
  earlier: JsonObject | null,
): Promise<PrepareAnswer> {
  const read = readCredentials(threadsCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const fields = toContainerFields(publication);
  const kept = stateSchema.safeParse(earlier).data;
  if (kept !== undefined && isSame(kept.fields, fields)) {
    return { kind: 'prepared', state: kept };
  }
  const result = await graph(context.safeFetch, {
    baseUrl: session.baseUrl,
    path: `/v1.0/${encodeURIComponent(session.externalAccountId)}/threads`,
    method: 'POST',
    params: fields,
    accessToken: read.credentials.accessToken,
  });
  if ('failure' in result) return result.failure;
  const container = isSuccess(result.answer) ? readAnswer(result.answer, idSchema) : null;
  if (container === null) return graphFailure(result.answer, context.clock, publication.replyTo !== null);
  return { kind: 'prepared', state: { containerId: container.id, fields } };
}

/** By name, because a stored object need not keep its order. */
function isSame(a: Record<string, string>, b: Record<string, string>): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

const statusSchema = z.object({ status: z.string(), error_message: z.string().nullish() });
type ContainerStatus =
  | { kind: 'status'; status: string; message: string }
  | { kind: 'missing'; message: string }
  | { kind: 'failure'; failure: PlatformFailure };

async function readContainer(
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

async function checkContainer(
  context: ThreadsContext,
  session: PlatformSession,
  stored: JsonObject,
): Promise<ReadinessAnswer> {
  const state = stateSchema.safeParse(stored).data;
  if (state === undefined) return noState;
  const read = readCredentials(threadsCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const container = await readContainer(context, session, read.credentials.accessToken, state.containerId);
  if (container.kind === 'failure') return container.failure;
  const { message } = container;
  if (container.kind === 'missing') return { kind: 'prepare-again', message };
  switch (container.status) {
    case 'FINISHED':
      return { kind: 'ready' };
    case 'IN_PROGRESS':
      return { kind: 'pending', checkAfterMs: null };
    case 'EXPIRED':
      return { kind: 'prepare-again', message };
    case 'ERROR':
      return { kind: 'rejected', code: 'PLATFORM_REJECTED', message };
    default:
      // PUBLISHED: an earlier commit did happen, so it must be looked up and not be made again.
      return { kind: 'ambiguous', message };
  }
}

async function publishContainer(
  context: ThreadsContext,
  session: PlatformSession,
  publication: Publication,
  stored: JsonObject,
): Promise<CommitAnswer> {
  const state = stateSchema.safeParse(stored).data;
  if (state === undefined) return noState;
  const read = readCredentials(threadsCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const { accessToken } = read.credentials;
  const result = await graph(context.safeFetch, {
    baseUrl: session.baseUrl,
    path: `/v1.0/${encodeURIComponent(session.externalAccountId)}/threads_publish`,
    method: 'POST',
    params: { creation_id: state.containerId },
    accessToken,
  });
  if ('failure' in result) return result.failure;
  const media = isSuccess(result.answer) ? readAnswer(result.answer, idSchema) : null;
  if (media === null) return graphFailure(result.answer, context.clock, publication.replyTo !== null);
  const externalUrl = await readPermalink(context, session, accessToken, media.id);
  return { kind: 'published', published: { externalPostId: media.id, externalUrl, reference: null } };
}

/** Best effort: the post is public already, whatever this read says. */
async function readPermalink(
  context: ThreadsContext,
  session: PlatformSession,
  accessToken: string,
  mediaId: string,
): Promise<string | null> {
  const result = await graph(context.safeFetch, {
    baseUrl: session.baseUrl,
    path: `/v1.0/${encodeURIComponent(mediaId)}`,
    method: 'GET',
    params: { fields: 'id,permalink' },
    accessToken,
    timeoutMs: permalinkTimeoutMs,
  });
  if ('failure' in result || !isSuccess(result.answer)) return null;
  return (
    readAnswer(result.answer, z.object({ permalink: z.url({ protocol: /^https?$/ }) }))?.permalink ?? null
  );
}

async function find(
  context: ThreadsContext,
  session: PlatformSession,
  publication: Publication,
  stored: JsonObject,
  search: PublishedSearch,
): Promise<FindAnswer> {
  const state = stateSchema.safeParse(stored).data;
  // Without a container nothing could have been published.
  if (state === undefined) return { kind: 'absent' };
  const read = readCredentials(threadsCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const { accessToken } = read.credentials;
  const container = await readContainer(context, session, accessToken, state.containerId);
  if (container.kind === 'failure') return container.failure;
  // Expired or failed containers were never published; nor was one that still waits to be.
  if (container.kind === 'status' && ['FINISHED', 'EXPIRED', 'ERROR'].includes(container.status)) {
    return { kind: 'absent' };
  }
  if (container.kind === 'status' && container.status !== 'PUBLISHED') {
    return { kind: 'ambiguous', message: container.message };
  }
  return findInProfile(context, session, accessToken, publication, search);
}

const tokenSchema = z.object({ access_token: z.string().min(1) });

/** There is no refresh token: a living access token is exchanged for one that lives 60 days more. */
async function refreshToken(context: ThreadsContext, session: PlatformSession): Promise<RefreshAnswer> {
  const read = readCredentials(threadsCredentialsSchema, session.credentials);
  if ('failure' in read) return read.failure;
  const result = await graph(context.safeFetch, {
    baseUrl: session.baseUrl,
    path: '/refresh_access_token',
    method: 'GET',
    params: { grant_type: 'th_refresh_token' },
    accessToken: read.credentials.accessToken,
  });
  if ('failure' in result) return result.failure;
  const token = isSuccess(result.answer) ? readAnswer(result.answer, tokenSchema) : null;
  if (token !== null) return { kind: 'refreshed', credentials: { accessToken: token.access_token } };
  const failure = graphFailure(result.answer, context.clock);
  // Here "expired" is final: what has expired cannot be exchanged any more.
  return failure.kind === 'auth-expired' ? { kind: 'auth-revoked', message: failure.message } : failure;
}
