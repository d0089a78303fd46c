import type { JsonObject } from '../../domain/json.js';
import type { Published } from '../kit/failure.js';
import type { XSession } from './api.js';

/** The URL where people see a post, which also works with `i` as the handle. */
export function toAddress({ settings, sandboxUrl }: XSession, handle: string, id: string): string {
  return `${sandboxUrl ?? settings.siteUrl}/${encodeURIComponent(handle)}/status/${id}`;
}

export function toPublished(session: XSession, id: string, reference: JsonObject | null): Published {
  const handle = session.handle.replace(/^@/, '');
  return { externalPostId: id, externalUrl: toAddress(session, handle, id), reference };
}

const postUrl =
  /^https:\/\/(?:(?:www|mobile)\.)?(?:x|twitter)\.com\/(?:\w{1,15}|i\/web)\/status\/([0-9]{1,19})(?:[/?#].*)?$/;

/** The id in a post's id, or in the URL of its page. Null if it is neither. */
export function postIdIn(reference: string): string | null {
  return /^[0-9]{1,19}$/.test(reference) ? reference : (postUrl.exec(reference)?.[1] ?? null);
}
