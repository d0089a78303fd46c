/** The tokens after the # of a sign-in, invitation or setup link. */
export interface LinkTokens {
  token: string | null;
  invitation: string | null;
  setUp: string | null;
}

/**
 * The name under which the tab stores an invitation, so that it survives a reload until it is used. The other tokens
 * are never stored, because each of them alone grants access.
 */
const keptName = 'punctual.invitation';

/**
 * Reads the tokens from the URL and removes them from it before any other code runs. Browsers do not send the part
 * after the # to servers.
 */
function takeFromAddress(): LinkTokens {
  const { hash, pathname, search } = globalThis.location;
  const isLink = pathname === '/sign-in';
  const given = new URLSearchParams(isLink ? hash.slice(1) : '');
  if (isLink && hash !== '') globalThis.history.replaceState(null, '', `${pathname}${search}`);
  const invitation = given.get('invitation');
  if (invitation !== null) globalThis.sessionStorage.setItem(keptName, invitation);
  const isOther = given.has('token') || given.has('setup');
  return {
    token: given.get('token'),
    invitation: invitation ?? (isLink && !isOther ? globalThis.sessionStorage.getItem(keptName) : null),
    setUp: given.get('setup'),
  };
}

let tokens = takeFromAddress();

export const linkTokens = (): LinkTokens => tokens;

export function forgetLinkTokens(): void {
  tokens = { token: null, invitation: null, setUp: null };
  forgetKeptInvitation();
}

/** Deletes the stored invitation once it can no longer be used. */
export function forgetKeptInvitation(): void {
  globalThis.sessionStorage.removeItem(keptName);
}

/**
 * Calls the listener when a link is opened in a tab that already shows this page, because the browser does not reload
 * the page then. Returns a function that removes the listener.
 */
export function onLink(listener: () => void): () => void {
  const take = (): void => {
    if (globalThis.location.hash === '') return;
    tokens = takeFromAddress();
    listener();
  };
  globalThis.addEventListener('hashchange', take);
  return () => globalThis.removeEventListener('hashchange', take);
}
