import { platformNames, type Platform } from './platform-looks.js';

/** "@acme"; a name with spaces, as of a person or a page, stays as it is. */
export const shownHandle = (handle: string): string => (/^@|\s/.test(handle) ? handle : `@${handle}`);

/** An account in words: "Threads @acme". Without its handle where it has been disconnected. */
export function accountName(platform: Platform, handle: string | null | undefined): string {
  const name = platformNames[platform];
  return handle === null || handle === undefined || handle === '' ? name : `${name} ${shownHandle(handle)}`;
}
