import { readMarks } from '../../../sandbox/marks.js';
import { answerPublishing, publishAs } from '../../../sandbox/publishing.js';
import { newContainer, statusOf } from '../../kit/meta/sandbox/containers.js';
import { expiredContainer, invalid } from '../../kit/meta/sandbox/errors.js';
import { lacksScope, type MetaCall } from '../../kit/meta/sandbox/login.js';
import { isQuotaSpent, spendQuota } from '../../kit/meta/sandbox/quota.js';
import { attachedFields } from './attachments.js';
import { mediaNotFound, noPermission, noSuchObject, notReady, quotaReached } from './errors.js';
import { createCarousel, createMediaContainer } from './media.js';
import { paramFault, shownOf } from './params.js';

const textCharsMax = 500;

/** POST /{user}/threads */
export function createContainer(call: MetaCall): Response | Promise<Response> {
  const { store, platform, params } = call;
  const { media_type: mediaType, text = '', reply_to_id: replyTo = null } = params;
  if ([...text].length > textCharsMax)
    return invalid(`Param text must be at most ${textCharsMax} characters long.`);
  const fault = paramFault(params);
  if (fault !== null) return invalid(fault);
  if (replyTo !== null && store.find(platform, replyTo) === undefined) return noSuchObject();
  const scope = replyTo === null ? 'threads_content_publish' : 'threads_manage_replies';
  if (lacksScope(call, scope)) return noPermission();
  if (mediaType === 'IMAGE' || mediaType === 'VIDEO') return createMediaContainer(call, { text, replyTo });
  if (mediaType === 'CAROUSEL') return createCarousel(call, { text, replyTo });
  if (mediaType !== 'TEXT') return invalid('Param media_type must be TEXT, IMAGE, VIDEO or CAROUSEL.');
  if (text === '') return invalid('Param text is required.');
  const id = store.newNumericId();
  const [shown, extra] = [shownOf(params), attachedFields(params)];
  store.updateContainer(newContainer(call, { id, text, replyTo, media: [], shown, extra }));
  return Response.json({ id });
}

/**
 * Publishes a container. A second call creates a second post: the real behavior is not documented, so assume the worst.
 */
export function publish(call: MetaCall): Response | Promise<Response> {
  const { store, platform, token, params } = call;
  const { accountId } = token;
  const container = store.container(params['creation_id'] ?? '');
  if (container?.accountId !== accountId) return mediaNotFound(params['creation_id'] ?? '');
  const status = statusOf(container, store.now());
  if (status === 'EXPIRED') return expiredContainer();
  if (status !== 'FINISHED' && status !== 'PUBLISHED') return notReady();
  const { text, replyTo, id: containerId } = container;
  const marks = readMarks(text);
  if (marks.has('not-found-yet') && store.isFirst(`not-found-yet ${platform} ${containerId}`)) {
    return mediaNotFound(containerId);
  }
  if (isQuotaSpent(call)) return quotaReached();
  const parent = replyTo === null ? undefined : store.find(platform, replyTo);
  const accept = (): Response => {
    const { externalPostId: id } = publishAs(call, {
      text,
      parentId: replyTo,
      rootId: parent === undefined ? null : (parent.rootId ?? parent.externalPostId),
      extra: { containerId, ...container.extra },
      media: container.media,
      shown: container.shown ?? {},
    });
    if (marks.has('quota-spent')) spendQuota(call);
    return Response.json({ id });
  };
  return answerPublishing(call, { text, parent, accept });
}
