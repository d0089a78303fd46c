import type { JsonObject } from '../../domain/json.js';
import type { SendBefore } from '../../egress/safe-fetch.js';
import type { Connector } from '../kit/connector.js';
import { draftViolations } from '../kit/draft-rules.js';
import { containerFault, graphFailure } from '../kit/meta/graph-api.js';
import {
  checkChildren,
  completeChildren,
  containerStateSchema,
  keptContainerState,
  mayBecomeKnown,
  newContainerState,
  noContainer,
  publishedBy,
  readinessOf,
  type ContainerState,
} from '../kit/meta/graph-containers.js';
import { checkMetaAccount } from '../kit/meta/account.js';
import { revokedByOwnerAlone } from '../kit/meta/login.js';
import { notUploaded, withMedia } from '../kit/media-upload.js';
import { onFailure, type PlatformFailure } from '../kit/failure.js';
import type {
  CommitAnswer,
  PlatformLimits,
  PrepareAnswer,
  Publication,
  ReadinessAnswer,
} from '../kit/platform.js';
import { accountPath } from '../kit/meta/session.js';
import { callInstagram, type InstagramContext, type InstagramSession } from './api.js';
import { addExtras, readPermalink } from './after-publish.js';
import { findComment, publishComment } from './comment.js';
import { instagramChanges } from './changes.js';
import { instagramComments } from './comments.js';
import { instagramAccounts, instagramConnect } from './connect.js';
import { createContainer, readContainer } from './container.js';
import { contentOf, postFields } from './fields.js';
import { findPost } from './find.js';
import { formOfPublication } from './form.js';
import { detailsOf, uploadToInstagram } from './media.js';
import { instagramMediaRules } from './media-rules.js';
import { instagramMetrics } from './metrics.js';
import { instagramOptionsSchema } from './options.js';
import { instagramQuotas, quotaWaitMsMax, readChoices } from './quota.js';
import { refreshToken } from './refresh.js';
import { instagramViolations } from './rules.js';

/**
 * The limits of a post. How Instagram counts emoji is not documented. UTF-16 code units are the strictest
 * interpretation.
 */
const instagramLimits: PlatformLimits = {
  textUnit: 'utf16',
  textMax: 2_200,
  textBytesMax: null,
  textRequired: false,
  firstComment: true,
  firstCommentMax: null,
};

/**
 * Posts are queryable: an invisible container is created first, then one call publishes it, and the container's status
 * shows whether that happened. Comments are blind: one call without a key, and a list to search.
 */
export function createInstagram(context: InstagramContext): Connector<InstagramSession> {
  return {
    guaranteeOf: ({ replyTo }) => (replyTo === null ? 'queryable' : 'blind'),
    limits: instagramLimits,
    quotas: instagramQuotas,
    choices: { options: [], read: readChoices },
    validate: (draft) => [
      ...draftViolations(
        draft,
        instagramLimits,
        (text) => text.length,
        instagramOptionsSchema,
        instagramMediaRules,
      ),
      ...instagramViolations(draft),
    ],
    uploadMedia: uploadToInstagram,
    prepare,
    checkReadiness,
    commit: (session, publication, state, sendBefore) =>
      publication.replyTo === null
        ? publishContainer(session, state, sendBefore)
        : publishComment(session, publication, publication.replyTo, sendBefore),
    findPublished: (session, publication, state, search) =>
      publication.replyTo === null
        ? findPost(session, publication, state, search)
        : findComment(session, publication, publication.replyTo, search),
    readPermalink,
    addExtras,
    refresh: (session) => refreshToken(context, session),
    connect: { redirect: instagramConnect(context), credentials: null },
    check: (session) => checkMetaAccount(instagramAccounts(context), session),
    revoke: revokedByOwnerAlone,
    comments: instagramComments(context),
    metrics: instagramMetrics(),
    changes: instagramChanges,
  };
}

/**
 * Creates the container of a carousel. A single file already has the container that the upload created, and a comment
 * needs none.
 */
async function prepare(
  session: InstagramSession,
  publication: Publication,
  earlier: JsonObject | null,
): Promise<PrepareAnswer> {
  if (publication.replyTo !== null) return { kind: 'prepared', state: earlier ?? {} };
  const content = contentOf(publication);
  const kept = keptContainerState(content, earlier);
  if (kept !== null) return { kind: 'prepared', state: kept };
  if (formOfPublication(publication) !== 'CAROUSEL') return notUploaded;
  const children = completeChildren(publication, earlier, session.clock.now(), detailsOf(publication));
  if (children === null) return notUploaded;
  const read = (id: string) => readContainer(session, id);
  const gathered = await checkChildren(children, read, containerFault);
  if (gathered.kind !== 'gathered') return gathered;
  const params = { ...postFields(publication), children: children.map(({ id }) => id).join(',') };
  const containerId = await createContainer(session, params);
  const state = newContainerState(content, containerId, session.clock.now());
  return { kind: 'prepared', state: withMedia(state, children) };
}

async function checkReadiness(
  session: InstagramSession,
  { replyTo }: Publication,
  stored: JsonObject,
): Promise<ReadinessAnswer> {
  if (replyTo !== null) return { kind: 'ready' };
  const state = containerStateSchema.safeParse(stored).data;
  if (state === undefined) return noContainer;
  const container = await readContainer(session, state.containerId);
  const { message } = container;
  if (container.kind === 'missing') {
    const isNew = mayBecomeKnown(state, session.clock.now());
    return isNew ? { kind: 'pending', checkAfterMs: null } : { kind: 'prepare-again', message };
  }
  return readinessOf(container, containerFault);
}

async function publishContainer(
  session: InstagramSession,
  stored: JsonObject,
  sendBefore: SendBefore | undefined,
): Promise<CommitAnswer> {
  const state = containerStateSchema.safeParse(stored).data;
  if (state === undefined) return noContainer;
  const answer = await callInstagram(session, {
    path: `${accountPath(session)}/media_publish`,
    method: 'POST',
    params: { creation_id: state.containerId },
    sendBefore,
  });
  const published = publishedBy(answer);
  if (published !== null) return published;
  return afterRefusal(session, state, graphFailure(answer, session.clock));
}

/**
 * Decides about a rejected publishing call by the container's status. A rejection alone proves nothing: Instagram has
 * called posts spam that it had published, and its response for a container that is already public is not documented.
 */
async function afterRefusal(
  session: InstagramSession,
  state: ContainerState,
  failure: PlatformFailure,
): Promise<PlatformFailure> {
  const { kind, message } = failure;
  if (kind === 'ambiguous' || kind === 'auth-expired' || kind === 'auth-revoked') return failure;
  const container = await onFailure(readContainer(session, state.containerId), () => null);
  if (container?.kind === 'status' && container.status === 'PUBLISHED') return { kind: 'ambiguous', message };
  // The post may be public. A look-up will find out.
  if (kind === 'rejected' && container === null) return { kind: 'ambiguous', message };
  if (kind === 'prepare-again') {
    // A new container would publish twice if this one is public, so its status must be known.
    if (container === null) return { kind: 'ambiguous', message };
    const isDead = container.kind === 'status' && ['EXPIRED', 'ERROR'].includes(container.status);
    if (!isDead && mayBecomeKnown(state, session.clock.now())) return { kind: 'not-sent', message };
  }
  if (failure.kind !== 'rate-limited' || failure.code !== 'PLATFORM_QUOTA_EXCEEDED') return failure;
  return { ...failure, retryAfterMs: failure.retryAfterMs ?? quotaWaitMsMax };
}
