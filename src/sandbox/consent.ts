import type { Context, Hono } from 'hono';
import { consentPage, type consentOutcomes, type ConsentAccount, type ConsentView } from './consent-page.js';
import { issueCode } from './grants.js';
import type { SandboxEnv } from './publishing.js';
import type { SandboxStore } from './store.js';

/** A request for consent that the platform has accepted as valid. */
export interface ConsentRequest {
  clientId: string;
  redirectUri: string;
  state: string | null;
  scopes: readonly string[];
  codeChallenge: string | null;
}

export interface Consent {
  store: SandboxStore;
  /** The name in /publications. */
  platform: string;
  label: string;
  /** The path below the platform's URL: /i/oauth2/authorize */
  path: string;
  /** Checks the query as the real page does. If it returns a Response, the person sees that instead of the page. */
  read: (query: URLSearchParams) => ConsentRequest | Response;
  accounts: readonly ConsentAccount[];
  /** The accounts to choose from: the person logs in as one, or ticks several. */
  pick: 'one' | 'several';
  /** The label of the list: "Log in as", "Pages to grant access to". */
  pickLabel: string;
  /** Whether a person can grant some permissions and refuse others. */
  scopesCanBeUnticked: boolean;
  codeLifeMs: number;
  /** A suffix of the redirect URL: Meta's `#_`. */
  redirectSuffix?: string;
  /** The parameters of the redirect after a denial. Default: error=access_denied. */
  denial?: Readonly<Record<string, string>>;
  /** The parameter that carries the code. Default: code. */
  codeParam?: string;
}

type ConsentOutcome = keyof typeof consentOutcomes;

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  // Browsers apply form-action to redirects too, and these lead to whichever app asked.
  'form-action http: https:',
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
const headers = {
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** The page on which a person grants access to a simulated account, and what follows. */
export function addConsent(app: Hono<SandboxEnv>, consent: Consent): void {
  app.get(consent.path, async (c) => {
    consent.store.countCall(consent.platform, 'authorize');
    const request = consent.read(new URL(c.req.url).searchParams);
    return request instanceof Response
      ? request
      : c.html(await consentPage(viewOf(consent, request)), 200, headers);
  });
  app.post(consent.path, async (c) => {
    const request = consent.read(new URL(c.req.url).searchParams);
    return request instanceof Response ? request : decide(c, consent, request);
  });
}

function viewOf(
  { label, accounts, pick, pickLabel, scopesCanBeUnticked }: Consent,
  request: ConsentRequest,
): ConsentView {
  const { clientId, scopes } = request;
  return { label, clientId, scopes, accounts, pick, pickLabel, scopesCanBeUnticked };
}

async function decide(c: Context<SandboxEnv>, consent: Consent, request: ConsentRequest): Promise<Response> {
  const form = new URLSearchParams(await c.req.text());
  const outcome = (form.get('outcome') ?? 'normal') as ConsentOutcome;
  if (form.get('decision') !== 'allow') {
    return back(consent, request, consent.denial ?? { error: 'access_denied' });
  }
  if (outcome === 'error-with-html') {
    const words = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    return back(consent, request, { error: 'server_error', error_description: words });
  }
  const known = new Set(consent.accounts.map(({ id }) => id));
  const accountIds = form.getAll('account').filter((id) => known.has(id));
  const asked = new Set(request.scopes);
  const ticked = form.getAll('scope').filter((scope) => asked.has(scope));
  const code = issueCode(
    consent.store,
    consent.platform,
    {
      accountIds,
      scopes: consent.scopesCanBeUnticked ? ticked : [...request.scopes],
      redirectUri: request.redirectUri,
      clientId: request.clientId,
      codeChallenge: request.codeChallenge,
    },
    outcome === 'expired-code' ? 0 : consent.codeLifeMs,
  );
  return back(consent, request, { [consent.codeParam ?? 'code']: code });
}

function back(
  { redirectSuffix = '' }: Consent,
  { redirectUri, state }: ConsentRequest,
  params: Readonly<Record<string, string>>,
): Response {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  if (state !== null) url.searchParams.set('state', state);
  return new Response(null, {
    status: 303,
    headers: { ...headers, location: `${url.toString()}${redirectSuffix}` },
  });
}

/** We redirect to any http(s) URL. Real platforms know the redirect URLs of each app. */
export function isRedirectUri(text: string | null): text is string {
  return text !== null && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
