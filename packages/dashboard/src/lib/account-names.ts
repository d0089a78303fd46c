import { platformNames, type Platform } from './platform-looks.js';

/** Adds an @ to a handle. Names with spaces, as of persons and pages, stay as they are. */
export const shownHandle = (handle: string): string => (/^@|\s/.test(handle) ? handle : `@${handle}`);

/** The name of an account, "Threads @acme". Disconnected accounts have no handle. */
export function accountName(platform: Platform, handle: string | null | undefined): string {
  const name = platformNames[platform];
  return handle === null || handle === undefined || handle === '' ? name : `${name} ${shownHandle(handle)}`;
}
