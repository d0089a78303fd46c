import { readMarks } from '../../../sandbox/marks.js';
import { answerPublishing, publishAs } from '../../../sandbox/publishing.js';
import type { StoredContainer } from '../../../sandbox/store.js';
import { statusOf } from '../../kit/meta/sandbox/containers.js';
import { expiredContainer, graphError } from '../../kit/meta/sandbox/errors.js';
import type { MetaCall } from '../../kit/meta/sandbox/login.js';
import { isQuotaSpent, spendQuota } from '../../kit/meta/sandbox/quota.js';
import { coverIdOf, formOf } from './containers.js';
import { askedError, expiredSubcode } from './documented-errors.js';
import { actionBlocked, mediaBuilderMissing, notReady, quotaReached } from './errors.js';

/** How late a marked post appears in the account's list. */
const listedLateMs = 2_000;

/**
 * Publishes a container. A second call creates a second post: the real behavior is not documented, so assume the worst.
 */
export function publishContainer(call: MetaCall): Response | Promise<Response> {
  const { store, platform, token, params } = call;
  const container = store.container(params['creation_id'] ?? '');
  if (container?.accountId !== token.accountId || container.isCarouselItem) return mediaBuilderMissing();
  const status = statusOf(container, store.now());
  if (status === 'EXPIRED') return expiredContainer();
  if (status !== 'FINISHED' && status !== 'PUBLISHED') return notReady();
  const text = markedText(call, container);
  const marks = readMarks(text);
  const isFirst = (mark: string): boolean =>
    marks.has(mark) && store.isFirst(`${mark} ${platform} ${container.id}`);
  if (isFirst('not-found-yet')) return mediaBuilderMissing();
  if (isQuotaSpent(call)) return quotaReached();
  const asked = askedError(call, text, 'PUBLISH');
  if (asked?.subcode === expiredSubcode) {
    store.updateContainer({ ...container, createdAt: new Date(0).toISOString() });
  }
  if (asked !== null) return graphError(asked);
  const accept = (): Response => {
    const id = publish(call, container);
    if (marks.has('quota-spent')) spendQuota(call);
    if (marks.has('listed-late')) store.begin(`listed INSTAGRAM ${id}`, listedLateMs);
    return isFirst('blocked-after-accept') ? actionBlocked() : Response.json({ id });
  };
  return answerPublishing(call, { text, accept });
}

function publish(call: MetaCall, container: StoredContainer): string {
  const { store } = call;
  const { id: containerId, text, media } = container;
  const { mediaType, product, shown } = formOf(store, containerId);
  const published = publishAs(call, {
    text,
    extra: { containerId, mediaType, product, commentsEnabled: true },
    media,
    shown,
    coverId: store.media(coverIdOf(containerId))?.id ?? null,
  });
  return published.externalPostId;
}

/** The text with the marks: the caption, or for a story, which has none, the marks in the file. */
function markedText({ store }: MetaCall, { id, text, media }: StoredContainer): string {
  if (formOf(store, id).product !== 'STORY') return text;
  return media.map(({ mediaId }) => store.media(mediaId)?.marks ?? '').join(' ');
}
