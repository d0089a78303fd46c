/** A user's decision on a simulated platform's consent page. */
export interface Decision {
  /** The decision. Default: allow. */
  decision?: 'allow' | 'deny';
  /** The selected accounts. Default: the first. */
  accounts?: readonly string[] | 'preselected';
  /** The selected permissions. Default: all. */
  scopes?: readonly string[];
  outcome?: 'normal' | 'expired-code' | 'error-with-html';
}

export interface ConsentForm {
  accounts: string[];
  /** The accounts that the page has preselected. */
  preselected: string[];
  scopes: string[];
}

/** The browsers' cookies from our page, by the state that they return from the platform. */
const cookiesByState = new Map<string, string>();
/** The same cookies by the platform's URL, which does not always contain the state. */
const cookiesByPage = new Map<string, string>();

/**
 * Returns the URL of the platform's page. For a session from a key or a command, our own page comes first, and its
 * button is pressed in a new browser.
 */
export async function platformPageOf(authorizeUrl: string): Promise<string> {
  if (!/\/connect\/[\w-]+\/begin\?/.test(authorizeUrl)) return authorizeUrl;
  const { origin } = new URL(authorizeUrl);
  const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(authorizeUrl, { method: 'POST', headers, redirect: 'manual' });
  const location = answer.headers.get('location');
  const [cookie = ''] = answer.headers.getSetCookie().map((set) => set.split(';')[0] ?? '');
  if (answer.status !== 303 || location === null || cookie === '') {
    throw new Error(`The page before the platform's answered ${answer.status}: ${await answer.text()}`);
  }
  cookiesByPage.set(location, cookie);
  const state = new URL(location).searchParams.get('state');
  if (state !== null) cookiesByState.set(state, cookie);
  return location;
}

/** Returns the cookie of the browser that was sent to the platform with this state. Empty if it went there directly. */
export function cookieFor(state: string | null | undefined): { cookie?: string } {
  const cookie = cookiesByState.get(state ?? '');
  return cookie === undefined ? {} : { cookie };
}

/** Follows the platform's redirect in the browser that began the session. */
export const comeBack = (address: URL): Promise<Response> =>
  fetch(address, { headers: cookieFor(address.searchParams.get('state')), redirect: 'manual' });

/** Opens the page like a browser, and reads its choices. */
export async function openConsent(authorizeUrl: string): Promise<ConsentForm> {
  const answer = await fetch(authorizeUrl, { redirect: 'manual' });
  const page = await answer.text();
  if (answer.status !== 200) throw new Error(`The consent page answered ${answer.status}: ${page}`);
  const valuesOf = (name: string, after = ''): string[] =>
    [...page.matchAll(new RegExp(`name="${name}"\\s+value="([^"]*)"${after}`, 'g'))].map(([, value]) =>
      unescape(value),
    );
  return {
    accounts: valuesOf('account'),
    preselected: valuesOf('account', '\\s+checked'),
    scopes: valuesOf('scope'),
  };
}

const unescape = (value = ''): string => value.replaceAll('&amp;', '&').replaceAll('&quot;', '"');

/** Opens the page and decides. Returns the URL that the platform redirects to. */
export async function consent(address: string, decision: Decision = {}): Promise<URL> {
  const authorizeUrl = await platformPageOf(address);
  const form = await openConsent(authorizeUrl);
  const { accounts: chosen = form.accounts.slice(0, 1), scopes = form.scopes } = decision;
  const accounts = chosen === 'preselected' ? form.preselected : chosen;
  const body = new URLSearchParams([
    ['decision', decision.decision ?? 'allow'],
    ['outcome', decision.outcome ?? 'normal'],
    ...accounts.map((id): [string, string] => ['account', id]),
    ...scopes.map((scope): [string, string] => ['scope', scope]),
  ]);
  const answer = await fetch(authorizeUrl, { method: 'POST', body, redirect: 'manual' });
  const location = answer.headers.get('location');
  if (answer.status !== 303 || location === null) {
    throw new Error(`The decision was answered ${answer.status}: ${await answer.text()}`);
  }
  const back = new URL(location);
  const cookie = cookiesByPage.get(authorizeUrl);
  if (cookie !== undefined) cookiesByState.set(back.searchParams.get('state') ?? '', cookie);
  return back;
}
