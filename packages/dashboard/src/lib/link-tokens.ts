/** What the links of one-time sign-ins, invitations and the first set-up carry behind the #. */
export interface LinkTokens {
  token: string | null;
  invitation: string | null;
  setUp: string | null;
}

/** No server sees what stands behind the #, and it leaves the address bar before anything else happens. */
function takeFromAddress(): LinkTokens {
  const { hash, pathname, search } = globalThis.location;
  const isLink = pathname === '/sign-in';
  const given = new URLSearchParams(isLink ? hash.slice(1) : '');
  if (isLink && hash !== '') globalThis.history.replaceState(null, '', `${pathname}${search}`);
  return { token: given.get('token'), invitation: given.get('invitation'), setUp: given.get('setup') };
}

let tokens = takeFromAddress();

export const linkTokens = (): LinkTokens => tokens;

export function forgetLinkTokens(): void {
  tokens = { token: null, invitation: null, setUp: null };
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
