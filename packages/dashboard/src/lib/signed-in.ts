const storageKey = 'punctual.signed-in';

/** Whether somebody is signed in in this browser, as far as the page has heard: the cookie itself is out of its reach. */
export const maybeSignedIn = (): boolean => globalThis.localStorage.getItem(storageKey) !== null;

export function noteSignedIn(isSignedIn: boolean): void {
  if (isSignedIn) globalThis.localStorage.setItem(storageKey, '1');
  else globalThis.localStorage.removeItem(storageKey);
}
