import { z } from 'zod';
import type { ShownMedia, StoredContainer, StoredPublication } from '../../../../sandbox/store.js';
import type { MetaCall, Params } from './login.js';

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

const listSchema = z.object({
  since: z.coerce.number().int().default(0),
  until: z.coerce.number().int().default(Number.MAX_SAFE_INTEGER),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  after: z.coerce.number().int().min(0).default(0),
});

/** One page of a list, with the cursors that point to the next page. Null if a parameter cannot be read. */
export function pageOf(
  all: readonly StoredPublication[],
  params: Params,
): { page: StoredPublication[]; paging: object } | null {
  const query = listSchema.safeParse(params).data;
  if (query === undefined) return null;
  const inTime = all.filter(({ publishedAt }) => {
    const seconds = Date.parse(publishedAt) / 1000;
    return seconds >= query.since && seconds <= query.until;
  });
  const page = inTime.slice(query.after, query.after + query.limit);
  const end = query.after + page.length;
  return { page, paging: end < inTime.length ? { paging: { cursors: { after: String(end) } } } : {} };
}
