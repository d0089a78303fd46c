/** What a person does on a simulated platform's consent page. */
export interface Decision {
  /** Default: allow. */
  decision?: 'allow' | 'deny';
  /** Values of the boxes for accounts and for permissions; default: as the page has ticked them. */
  accounts?: readonly string[];
  scopes?: readonly string[];
  outcome?: 'normal' | 'expired-code' | 'error-with-html';
}

export interface ConsentForm {
  accounts: string[];
  scopes: string[];
}

/** Opens the page as a browser does, and reads what it offers. */
export async function openConsent(authorizeUrl: string): Promise<ConsentForm> {
  const answer = await fetch(authorizeUrl, { redirect: 'manual' });
  const page = await answer.text();
  if (answer.status !== 200) throw new Error(`The consent page answered ${answer.status}: ${page}`);
  const valuesOf = (name: string): string[] =>
    [...page.matchAll(new RegExp(`name="${name}"\\s+value="([^"]*)"`, 'g'))].map(([, value]) =>
      unescape(value),
    );
  return { accounts: valuesOf('account'), scopes: valuesOf('scope') };
}

const unescape = (value = ''): string => value.replaceAll('&amp;', '&').replaceAll('&quot;', '"');

/** Opens the page and decides. Gives the address that the platform sends the person back to. */
export async function consent(authorizeUrl: string, decision: Decision = {}): Promise<URL> {
  const form = await openConsent(authorizeUrl);
  const { accounts = form.accounts.slice(0, 1), scopes = form.scopes } = decision;
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
  return new URL(location);
}
