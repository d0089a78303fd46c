import type { Context } from 'hono';
import { readMarks } from '../../../sandbox/marks.js';
import { answerPublishing, type SandboxEnv } from '../../../sandbox/publishing.js';
import type { SandboxStore, StoredContainer } from '../../../sandbox/store.js';
import type { SandboxToken } from '../../../sandbox/tokens.js';
import type { Params } from './container-params.js';
import { statusOf } from '../../kit/meta/sandbox/containers.js';
import { coverIdOf, formOf } from './containers.js';
import { askedError, errorAnswer, expiredSubcode } from './documented-errors.js';
import {
  actionBlocked,
  dialect,
  expiredContainer,
  mediaBuilderMissing,
  notReady,
  quotaReached,
} from './errors.js';
import { isQuotaSpent, spendQuota } from './quota.js';

/** How late a post with that mark appears in the account's list. */
const listedLateMs = 2_000;

/** Publishing a container twice creates two posts. The real behavior is not documented, so assume the worst. */
export function publishContainer(
  c: Context<SandboxEnv>,
  store: SandboxStore,
  token: SandboxToken,
  params: Params,
): Response | Promise<Response> {
  const container = store.container(params['creation_id'] ?? '');
  if (container?.accountId !== token.accountId || container.isCarouselItem) return mediaBuilderMissing();
  const status = statusOf(container, store.now());
  if (status === 'EXPIRED') return expiredContainer();
  if (status !== 'FINISHED' && status !== 'PUBLISHED') return notReady();
  const text = wordsOf(store, container);
  const marks = readMarks(text);
  if (marks.has('not-found-yet') && isFirst(store, 'not-found-yet', container)) return mediaBuilderMissing();
  if (isQuotaSpent(store, token.accountId)) return quotaReached();
  const asked = askedError(store, token, { text, at: 'PUBLISH' });
  if (asked?.subcode === expiredSubcode) expire(store, container);
  if (asked !== null) return errorAnswer(asked);
  return answerPublishing(c, store, {
    platform: 'INSTAGRAM',
    token,
    text,
    parent: undefined,
    dialect,
    accept: () => {
      const id = accept(store, container);
      if (marks.has('quota-spent')) spendQuota(store, token.accountId);
      if (marks.has('listed-late')) {
        store.setNote(`listed INSTAGRAM ${id}`, store.now().getTime() + listedLateMs);
      }
      const isBlocked = marks.has('blocked-after-accept') && isFirst(store, 'blocked', container);
      return isBlocked ? actionBlocked() : Response.json({ id });
    },
  });
}

function expire(store: SandboxStore, container: StoredContainer): void {
  store.updateContainer({ ...container, createdAt: new Date(0).toISOString() });
}

function accept(store: SandboxStore, { id: containerId, accountId, text, media }: StoredContainer): string {
  const { mediaType, product, shown } = formOf(store, containerId);
  const id = store.newNumericId();
  store.publish({
    platform: 'INSTAGRAM',
    accountId,
    externalPostId: id,
    text,
    parentId: null,
    rootId: null,
    extra: { containerId, mediaType, product, commentsEnabled: true },
    media,
    shown,
    coverId: store.media(coverIdOf(containerId))?.id ?? null,
  });
  return id;
}

/** Marks are in the caption. A story has none, so its file is searched. */
function wordsOf(store: SandboxStore, { id, text, media }: StoredContainer): string {
  if (formOf(store, id).product !== 'STORY') return text;
  return media.map(({ mediaId }) => store.media(mediaId)?.marks ?? '').join(' ');
}

function isFirst(store: SandboxStore, mark: string, { id }: StoredContainer): boolean {
  const key = `${mark} INSTAGRAM ${id}`;
  const isNew = store.note(key) === undefined;
  if (isNew) store.setNote(key, 1);
  return isNew;
}
