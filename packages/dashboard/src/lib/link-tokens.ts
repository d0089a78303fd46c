/** The tokens after the # of a sign-in, invitation, setup or client link. */
export interface LinkTokens {
  token: string | null;
  invitation: string | null;
  setUp: string | null;
  client: string | null;
}

const signInPath = '/sign-in';
const clientPath = '/client';

/** Whether this is a page for people without a session. */
export const isWithoutSession = (): boolean =>
  [signInPath, clientPath].includes(globalThis.location.pathname);

/**
 * The names under which the tab stores an invitation and a client link, so that they survive a reload. The other tokens
 * are never stored, because each of them signs a user in.
 */
const keptNames = { invitation: 'punctual.invitation', client: 'punctual.client-link' } as const;

/**
 * Reads the tokens from the URL and removes them from it before any other code runs. Browsers do not send the part
 * after the # to servers.
 */
function takeFromAddress(): LinkTokens {
  const { hash, pathname, search } = globalThis.location;
  const given = isWithoutSession() ? hash.slice(1) : '';
  if (given !== '') globalThis.history.replaceState(null, '', `${pathname}${search}`);
  const none = { token: null, invitation: null, setUp: null, client: null };
  if (pathname === clientPath) return { ...none, client: kept('client', given === '' ? null : given) };
  if (pathname !== signInPath) return none;
  const named = new URLSearchParams(given);
  const [token, setUp] = [named.get('token'), named.get('setup')];
  const isOther = token !== null || setUp !== null;
  const invitation = named.get('invitation');
  return { ...none, token, setUp, invitation: isOther ? invitation : kept('invitation', invitation) };
}

/** Stores a token in the tab, or returns the stored one if the URL has none. */
function kept(name: keyof typeof keptNames, given: string | null): string | null {
  if (given !== null) globalThis.sessionStorage.setItem(keptNames[name], given);
  return given ?? globalThis.sessionStorage.getItem(keptNames[name]);
}

let tokens = takeFromAddress();

export const linkTokens = (): LinkTokens => tokens;

export function forgetLinkTokens(): void {
  tokens = { ...tokens, token: null, invitation: null, setUp: null };
  forgetKeptInvitation();
}

/** Deletes the stored invitation once it can no longer be used. */
export function forgetKeptInvitation(): void {
  globalThis.sessionStorage.removeItem(keptNames.invitation);
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
