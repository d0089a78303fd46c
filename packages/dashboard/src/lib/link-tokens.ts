/** The tokens that sign-in, invitation and setup links carry after the #. */
export interface LinkTokens {
  token: string | null;
  invitation: string | null;
  setUp: string | null;
}

/**
 * An invitation survives a reload of the tab until it is used. The other tokens sign in by themselves, so they are
 * never stored.
 */
const keptName = 'punctual.invitation';

/**
 * Takes the tokens from the URL. Servers never see the part after the #, and it is removed before anything else runs.
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

/** Forgets the invitation once it can no longer be used. */
export function forgetKeptInvitation(): void {
  globalThis.sessionStorage.removeItem(keptName);
}

/** Runs when a link is opened in a tab that already shows this page, because the browser does not reload it then. */
export function onLink(listener: () => void): () => void {
  const take = (): void => {
    if (globalThis.location.hash === '') return;
    tokens = takeFromAddress();
    listener();
  };
  globalThis.addEventListener('hashchange', take);
  return () => {
    globalThis.removeEventListener('hashchange', take);
  };
}
