import type { Context, Hono } from 'hono';
import { appClient } from './app-client.js';
import { consentPage, type consentOutcomes, type ConsentView } from './consent-page.js';
import { issueCode } from './tokens.js';
import type { SandboxEnv } from './publishing.js';
import type { PlatformStore } from './store.js';

/** A request for consent that the platform has accepted as valid. */
export interface ConsentRequest {
  clientId: string;
  redirectUri: string;
  state: string | null;
  scopes: readonly string[];
  codeChallenge: string | null;
}

/** The requirements of a platform for a request for consent. */
export interface AuthorizeRules {
  /** All scopes that an app can request. */
  scopes: readonly string[];
  separator: ' ' | ',';
  /** The parameter with the app's id. Default: client_id. */
  clientParam?: string;
  /** Whether PKCE is required or optional. Default: the platform has no PKCE. */
  pkce?: 'required' | 'optional';
  /** Checks the challenge. Default: S256, encoded in base64url. */
  isChallenge?: (query: URLSearchParams) => boolean;
  /** Checks further conditions. */
  isValid?: (query: URLSearchParams) => boolean;
  /** Shown to the person instead of the page if the request is invalid: a text with status 400, or a response. */
  refusal: string | ((fault: AuthorizeFault, query: URLSearchParams) => Response);
}

type AuthorizeFault = 'client' | 'redirect' | 'scope' | 'request';

export interface Consent extends ConsentView {
  /** The path below the platform's URL: /i/oauth2/authorize */
  path: string;
  /** Reads the request from the query. If a function returns a Response, the person sees that instead of the page. */
  request: AuthorizeRules | ((query: URLSearchParams) => ConsentRequest | Response);
  codeLifeMs: number;
  /** A suffix of the redirect URL, such as Meta's `#_`. */
  redirectSuffix?: string;
  /** The parameters of the redirect after a denial. Default: error=access_denied. */
  denial?: Readonly<Record<string, string>>;
  /** The server's own URL, if every response contains it (RFC 9207). */
  issuer?: string;
}

type ConsentOutcome = keyof typeof consentOutcomes;

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  // Browsers apply form-action to redirects too, which go to the app that requested consent.
  'form-action http: https:',
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
const headers = {
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** Adds the page on which a person grants access to simulated accounts, and the redirect that follows. */
export function addConsent(app: Hono<SandboxEnv>, parts: PlatformStore, consent: Consent): void {
  const { request: rules } = consent;
  const read = typeof rules === 'function' ? rules : readAuthorize.bind(null, rules);
  app.get(consent.path, async (c) => {
    parts.store.countCall(parts.platform, 'authorize');
    const request = read(new URL(c.req.url).searchParams);
    return request instanceof Response ? request : c.html(await consentPage(consent, request), 200, headers);
  });
  app.post(consent.path, async (c) => {
    const request = read(new URL(c.req.url).searchParams);
    return request instanceof Response ? request : decide(c, parts, consent, request);
  });
}

function readAuthorize(
  {
    scopes: known,
    separator,
    clientParam = 'client_id',
    pkce,
    isChallenge: isProof = isChallenge,
    isValid,
    refusal,
  }: AuthorizeRules,
  query: URLSearchParams,
): ConsentRequest | Response {
  const refuse = (fault: AuthorizeFault): Response =>
    typeof refusal === 'string' ? new Response(refusal, { status: 400 }) : refusal(fault, query);
  const redirectUri = query.get('redirect_uri');
  const scopes = (query.get('scope') ?? '').split(separator);
  const codeChallenge = pkce === undefined ? null : query.get('code_challenge');
  if (query.get(clientParam) !== appClient.id) return refuse('client');
  if (!isRedirectUri(redirectUri)) return refuse('redirect');
  if (!scopes.every((scope) => known.includes(scope))) return refuse('scope');
  const isProvable = codeChallenge === null ? pkce !== 'required' : isProof(query);
  if (query.get('response_type') !== 'code' || !isProvable || isValid?.(query) === false) {
    return refuse('request');
  }
  return { clientId: appClient.id, redirectUri, state: query.get('state'), scopes, codeChallenge };
}

/** Whether a request has a PKCE challenge in the only method that platforms allow. */
export function isChallenge(query: URLSearchParams): boolean {
  return (
    query.get('code_challenge_method') === 'S256' && /^[\w-]{43}$/.test(query.get('code_challenge') ?? '')
  );
}

async function decide(
  c: Context<SandboxEnv>,
  parts: PlatformStore,
  consent: Consent,
  request: ConsentRequest,
): Promise<Response> {
  const form = new URLSearchParams(await c.req.text());
  const outcome = (form.get('outcome') ?? 'normal') as ConsentOutcome;
  if (form.get('decision') !== 'allow') {
    return back(consent, request, consent.denial ?? { error: 'access_denied' });
  }
  if (outcome === 'error-with-html') {
    const words = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    return back(consent, request, { error: 'server_error', error_description: words });
  }
  const known = new Set(consent.accounts.map(({ externalAccountId }) => externalAccountId));
  const accountIds = form.getAll('account').filter((id) => known.has(id));
  const asked = new Set(request.scopes);
  const ticked = form.getAll('scope').filter((scope) => asked.has(scope));
  const code = issueCode(
    parts,
    {
      accountIds,
      scopes: consent.scopesCanBeUnticked === true ? ticked : [...request.scopes],
      redirectUri: request.redirectUri,
      clientId: request.clientId,
      codeChallenge: request.codeChallenge,
    },
    outcome === 'expired-code' ? 0 : consent.codeLifeMs,
  );
  return back(consent, request, { code });
}

function back(
  { redirectSuffix = '', issuer }: Consent,
  { redirectUri, state }: ConsentRequest,
  params: Readonly<Record<string, string>>,
): Response {
  const url = new URL(redirectUri);
  if (issuer !== undefined) url.searchParams.set('iss', issuer);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  if (state !== null) url.searchParams.set('state', state);
  return new Response(null, {
    status: 303,
    headers: { ...headers, location: `${url.toString()}${redirectSuffix}` },
  });
}

/**
 * Whether a text is an http(s) URL. The sandbox redirects to any; real platforms know the redirect URLs of each app.
 */
export function isRedirectUri(text: string | null): text is string {
  return text !== null && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
