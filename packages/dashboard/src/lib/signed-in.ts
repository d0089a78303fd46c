const storageKey = 'punctual.signed-in';

/** Whether a user is probably signed in. This is a stored hint, because scripts cannot read the session cookie. */
export const maybeSignedIn = (): boolean => globalThis.localStorage.getItem(storageKey) !== null;

export function noteSignedIn(isSignedIn: boolean): void {
  if (isSignedIn) globalThis.localStorage.setItem(storageKey, '1');
  else globalThis.localStorage.removeItem(storageKey);
}
