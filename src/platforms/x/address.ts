import type { Published } from '../kit/failure.js';
import type { XSession } from './api.js';

/** The URL where people see a post, which also works with `i` as the handle. */
export function toAddress({ settings, sandboxUrl }: XSession, handle: string, id: string): string {
  return `${sandboxUrl ?? settings.siteUrl}/${encodeURIComponent(handle)}/status/${id}`;
}

export function toPublished(session: XSession, id: string): Published {
  const handle = session.handle.replace(/^@/, '');
  return { externalPostId: id, externalUrl: toAddress(session, handle, id), reference: null };
}
