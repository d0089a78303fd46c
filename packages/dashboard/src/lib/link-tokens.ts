/** What the links of one-time sign-ins, invitations and the first set-up carry behind the #. */
export interface LinkTokens {
  token: string | null;
  invitation: string | null;
  setUp: string | null;
}

/** An invitation is kept for a reload of the tab until it has been used; the other tokens are enough to sign in. */
const keptName = 'punctual.invitation';

/** No server sees what stands behind the #, and it leaves the address bar before anything else happens. */
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

/** It is of no use any more. */
export function forgetKeptInvitation(): void {
  globalThis.sessionStorage.removeItem(keptName);
}

/** Somebody may open a link in a tab that shows this very page: then nothing is loaded anew. */
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
