import { platformNames, type Platform } from './platform-looks.js';

/** Adds an @ to a handle. Names that contain spaces, such as those of people and pages, stay unchanged. */
export const shownHandle = (handle: string): string => (/^@|\s/.test(handle) ? handle : `@${handle}`);

/**
 * Returns the name of an account, such as "Threads @acme". For a disconnected account, which has no handle, it is only
 * the platform's name.
 */
export function accountName(platform: Platform, handle: string | null | undefined): string {
  const name = platformNames[platform];
  return handle === null || handle === undefined || handle === '' ? name : `${name} ${shownHandle(handle)}`;
}
