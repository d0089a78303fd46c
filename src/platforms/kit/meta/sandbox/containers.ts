import type { ShownMedia, StoredContainer } from '../../../../sandbox/store.js';
import type { MetaCall } from './login.js';

const containerLifeMs = 24 * 60 * 60 * 1000;

/** The status of a container, as Meta's APIs for Instagram and Threads spell it. */
export function statusOf(container: StoredContainer & { published?: boolean }, now: Date): string {
  if (container.published === true) return 'PUBLISHED';
  if (now.getTime() - Date.parse(container.createdAt) > containerLifeMs) return 'EXPIRED';
  const { readyAt, failure } = container;
  if (readyAt === null || Date.parse(readyAt) > now.getTime()) return 'IN_PROGRESS';
  return failure === null ? 'FINISHED' : 'ERROR';
}

/** A container of the caller's account, ready unless `readyAt` says otherwise. */
export function newContainer(
  { store, token }: MetaCall,
  container: Pick<StoredContainer, 'id' | 'text' | 'media'> & Partial<StoredContainer>,
): StoredContainer {
  const now = store.now().toISOString();
  return {
    accountId: token.accountId,
    replyTo: null,
    createdAt: now,
    isCarouselItem: false,
    readyAt: now,
    failure: null,
    ...container,
  };
}

/** The media of a carousel; null if one of its containers is not known or not ready. */
export function carouselMedia({ store, token }: MetaCall, ids: readonly string[]): ShownMedia[] | null {
  const children = ids.flatMap((id) => store.container(id) ?? []);
  const areFit = children.every(
    (child) =>
      child.accountId === token.accountId &&
      child.isCarouselItem &&
      statusOf(child, store.now()) === 'FINISHED',
  );
  return children.length === ids.length && areFit ? children.flatMap(({ media }) => media) : null;
}
