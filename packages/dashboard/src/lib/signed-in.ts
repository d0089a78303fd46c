const storageKey = 'punctual.signed-in';

/**
 * Whether a user is probably signed in. Scripts cannot read the session's cookie, so this is a hint kept beside it.
 */
export const maybeSignedIn = (): boolean => globalThis.localStorage.getItem(storageKey) !== null;

export function noteSignedIn(isSignedIn: boolean): void {
  if (isSignedIn) globalThis.localStorage.setItem(storageKey, '1');
  else globalThis.localStorage.removeItem(storageKey);
}
