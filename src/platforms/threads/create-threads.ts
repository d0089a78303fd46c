import type { JsonObject } from '../../domain/json.js';
import type { SendBefore } from '../../egress/safe-fetch.js';
import type { Connector } from '../kit/connector.js';
import { draftViolations } from '../kit/draft-rules.js';
import { notUploaded } from '../kit/media-upload.js';
import { onFailure, type PlatformFailure } from '../kit/failure.js';
import type {
  CommitAnswer,
  FindAnswer,
  PlatformLimits,
  PrepareAnswer,
  Publication,
  PublishedSearch,
  ReadinessAnswer,
} from '../kit/platform.js';
import { graphFailure, isMissingContainer } from '../kit/meta/graph-api.js';
import {
  checkChildren,
  completeChildren,
  containerStateSchema,
  mayBecomeKnown,
  noContainer,
  publishedBy,
  readinessOf,
  type ContainerFields,
  type ContainerState,
} from '../kit/meta/graph-containers.js';
import { checkMetaAccount, refreshMetaToken } from '../kit/meta/account.js';
import { readGraphPermalink } from '../kit/meta/permalink.js';
import { revokedByOwnerAlone } from '../kit/meta/login.js';
import { accountPath, type MetaSession } from '../kit/meta/session.js';
import { callThreads, graphCall, type ThreadsContext } from './api.js';
import { threadsChanges } from './changes.js';
import { threadsComments } from './comments.js';
import { threadsAccounts, threadsConnect } from './connect.js';
import { containerState, createContainer, keptContainer, readContainer } from './container.js';
import { findInProfile, notListedYet } from './find.js';
import { mediaError, uploadToThreads } from './media.js';
import { threadsMediaRules } from './media-rules.js';
import { threadsMetrics } from './metrics.js';
import { threadsOptionsSchema, threadsOptionViolations, toContainerFields } from './options.js';
import { threadsSearches } from './people.js';
import { checkQuota, threadsQuotas } from './quota.js';
import { threadsLength, threadsLinkViolations } from './text.js';

export const threadsLimits: PlatformLimits = {
  textUnit: 'characters',
  textMax: 500,
  textBytesMax: null,
  textRequired: true,
  firstComment: true,
  firstCommentMax: null,
};

/**
 * Queryable: an invisible container is created first, then one call publishes it, and the container's status
 * shows whether that happened. The one-call form for texts (auto_publish_text) would lose that.
 */
export function createThreads(context: ThreadsContext): Connector<MetaSession> {
  return {
    guaranteeOf: () => 'queryable',
    limits: threadsLimits,
    validate: (draft) => [
      ...draftViolations(draft, threadsLimits, threadsLength, threadsOptionsSchema, threadsMediaRules),
      ...threadsLinkViolations(draft),
      ...threadsOptionViolations(draft),
    ],
    uploadMedia: uploadToThreads,
    prepare: prepareContainer,
    checkReadiness: checkContainer,
    commit: publishContainer,
    readPermalink: (session, { externalPostId }) =>
      readGraphPermalink(session, externalPostId, (call) => graphCall(session, call)),
    findPublished: find,
    quotas: threadsQuotas,
    parts: { options: [] },
    refresh: (session) => refreshMetaToken(context, threadsAccounts(context), session),
    connect: { redirect: threadsConnect(context), credentials: null },
    check: (session) => checkMetaAccount(threadsAccounts(context), session),
    revoke: revokedByOwnerAlone,
    comments: threadsComments(context),
    searches: threadsSearches,
    metrics: threadsMetrics(),
    changes: threadsChanges,
  };
}

async function prepareContainer(
  session: MetaSession,
  publication: Publication,
  earlier: JsonObject | null,
): Promise<PrepareAnswer> {
  const kept = keptContainer(publication, earlier);
  if (kept !== null) return { kind: 'prepared', state: kept };
  const { media } = publication;
  const fields = toContainerFields(publication);
  if (media.length === 0) return ownContainer(session, publication, fields, {});
  const children = completeChildren(publication, earlier, session.clock.now());
  if (children === null) return notUploaded;
  const read = (id: string) => readContainer(session, id);
  const gathered = await checkChildren(children, read, mediaError);
  if (gathered.kind !== 'gathered') return gathered;
  const params = { ...fields, children: children.map(({ id }) => id).join(',') };
  return ownContainer(session, publication, params, { media: children });
}

async function ownContainer(
  session: MetaSession,
  publication: Publication,
  params: ContainerFields,
  more: JsonObject,
): Promise<PrepareAnswer> {
  await checkQuota(session, publication);
  const isReply = publication.replyTo !== null;
  const containerId = await createContainer(session, params, { isReply });
  const state = containerState(publication, containerId, session.clock.now());
  return { kind: 'prepared', state: { ...more, ...state } };
}

async function checkContainer(
  session: MetaSession,
  { media }: Publication,
  stored: JsonObject,
): Promise<ReadinessAnswer> {
  const state = containerStateSchema.safeParse(stored).data;
  if (state === undefined) return noContainer;
  const container = await readContainer(session, state.containerId);
  const { message } = container;
  if (container.kind === 'missing') return { kind: 'prepare-again', message };
  return readinessOf(container, (fault) =>
    media.length > 0 ? mediaError(fault) : { kind: 'rejected', code: 'PLATFORM_REJECTED', message: fault },
  );
}

async function publishContainer(
  session: MetaSession,
  publication: Publication,
  stored: JsonObject,
  sendBefore: SendBefore | undefined,
): Promise<CommitAnswer> {
  const state = containerStateSchema.safeParse(stored).data;
  if (state === undefined) return noContainer;
  const answer = await callThreads(session, {
    path: `${accountPath(session)}/threads_publish`,
    method: 'POST',
    params: { creation_id: state.containerId },
    sendBefore,
  });
  const published = publishedBy(answer);
  if (published !== null) return published;
  const failure = graphFailure(answer, session.clock, publication.replyTo !== null);
  return isMissingContainer(answer) ? afterMissing(session, state, failure) : failure;
}

/**
 * Handles "Media Not Found": waits while the error may pass, then asks for a new container, unless this one
 * is public after all.
 */
async function afterMissing(
  session: MetaSession,
  state: ContainerState,
  { message }: PlatformFailure,
): Promise<PlatformFailure> {
  if (mayBecomeKnown(state, session.clock.now())) return { kind: 'not-sent', message };
  const container = await onFailure(readContainer(session, state.containerId), () => null);
  const isPublic = container?.kind === 'status' && container.status === 'PUBLISHED';
  return isPublic || container === null ? { kind: 'ambiguous', message } : { kind: 'prepare-again', message };
}

async function find(
  session: MetaSession,
  publication: Publication,
  stored: JsonObject | null,
  search: PublishedSearch,
): Promise<FindAnswer> {
  const state = containerStateSchema.safeParse(stored).data;
  // Without the container's id, only the account's list can be searched. `absent` then means only that the
  // list lacks the post.
  if (state === undefined) {
    const sent = { publication, mediaType: undefined, whenUnseen: { kind: 'absent' } } as const;
    return findInProfile(session, sent, search);
  }
  const container = await readContainer(session, state.containerId);
  // Expired, failed and waiting containers were never published.
  if (container.kind === 'status' && ['FINISHED', 'EXPIRED', 'ERROR'].includes(container.status)) {
    return { kind: 'absent' };
  }
  if (container.kind === 'status' && container.status !== 'PUBLISHED') {
    return { kind: 'ambiguous', message: container.message };
  }
  const sent = { publication, mediaType: state.fields['media_type'], whenUnseen: notListedYet };
  return findInProfile(session, sent, search);
}
