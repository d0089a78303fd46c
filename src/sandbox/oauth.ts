import { createHash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import type { SandboxEnv } from './publishing.js';
import type { PlatformStore } from './store.js';
import {
  readAccessToken,
  readRefreshToken,
  revoke,
  grantedScopes,
  issueTokens,
  takeCode,
  useRefreshToken,
  type SandboxToken,
  type CodeGrant,
  type GrantTerms,
  type RefreshState,
} from './tokens.js';

/** Tokens that were issued for a code, or for the refresh token `before`. */
export interface Issued {
  token: SandboxToken;
  scopes: readonly string[];
  before?: SandboxToken | undefined;
}

/** The rules by which a platform issues tokens, and its errors. */
export interface TokenServer extends PlatformStore {
  accessLifeMs: number;
  /** The life of refresh tokens. Default: the platform has none, or they last forever. */
  refreshLifeMs?: number | ((accountId: string) => number | null);
  /** Whether a refresh token works only once. Default: no. */
  singleUse?: boolean;
  /** The scopes of tokens that were issued without consent. */
  scopesByDefault: readonly string[];
  /** The parameter with the code. Default: code. */
  codeParam?: string;
  /** The encoding of PKCE challenges. Default: base64url. */
  challengeEncoding?: 'base64url' | 'hex';
  /** Checks further conditions of a code. */
  isCodeValid?: (grant: CodeGrant) => boolean;
  errors: {
    grantType: () => Response;
    code: () => Response;
    /** The error of a wrong redirect URL. Default: the error of a code. */
    redirectUri?: () => Response;
    /** The error of a wrong or missing PKCE verifier. Default: the error of a code. */
    verifier?: (isMissing: boolean) => Response;
    /** Absent if tokens cannot be refreshed at this endpoint. */
    refreshToken?: (state: Exclude<RefreshState, 'alive'>) => Response;
  };
  /** Issues tokens. Default: an access token and a refresh token of the account. */
  issue?: (accountId: string, terms: GrantTerms, before?: SandboxToken) => SandboxToken;
  /** Uses a refresh token and returns its state. */
  refreshStateOf?: (token: SandboxToken) => RefreshState;
  answer: (issued: Issued) => Response;
}

interface Endpoint {
  path: string;
  /** The name in the counts of calls. */
  operation: string;
}

export interface TokenEndpoints extends TokenServer {
  token: Endpoint;
  revoke?: Endpoint & {
    invalid: () => Response;
    /** Reads the token to revoke. Default: access tokens and refresh tokens. */
    read?: (text: string | undefined) => SandboxToken | null;
    /** Ends a token and responds. Default: revokes the token, and returns an empty object. */
    end?: (token: SandboxToken) => Response;
  };
  /** Reads the body. Default: any body is read as a form. */
  readForm?: (c: Context<SandboxEnv>) => Promise<URLSearchParams>;
  /** Returns the error about the app's credentials; null if they are valid. */
  clientFault: (c: Context<SandboxEnv>, form: URLSearchParams) => Response | null;
  /** Returns any further error of a request for tokens. */
  requestFault?: (c: Context<SandboxEnv>, form: URLSearchParams) => Response | null;
}

/** Adds the endpoints at which an app exchanges codes, refreshes tokens and revokes them. */
export function addTokenEndpoints(app: Hono<SandboxEnv>, server: TokenEndpoints): void {
  const { store, platform, readForm = formOf, clientFault, requestFault } = server;
  const on = (
    { path, operation }: Endpoint,
    answer: (form: URLSearchParams, c: Context<SandboxEnv>) => Response,
  ): void => {
    app.post(path, async (c) => {
      store.countCall(platform, operation);
      const form = await readForm(c);
      return clientFault(c, form) ?? answer(form, c);
    });
  };
  on(server.token, (form, c) => requestFault?.(c, form) ?? answerGrant(server, form));
  if (server.revoke === undefined) return;
  const { read = readAnyToken, end, invalid } = server.revoke;
  on(server.revoke, (form) => {
    const token = read(form.get('token') ?? undefined);
    if (token === null) return invalid();
    if (end !== undefined) return end(token);
    revoke(server, token);
    return Response.json({});
  });
}

export async function formOf(c: Context<SandboxEnv>): Promise<URLSearchParams> {
  return new URLSearchParams(await c.req.text());
}

const readAnyToken = (text: string | undefined): SandboxToken | null =>
  readRefreshToken(text) ?? readAccessToken(text);

/** Exchanges the code or the refresh token in a form. */
export function answerGrant(server: TokenServer, form: URLSearchParams): Response {
  const { errors } = server;
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return exchange(server, form);
    case 'refresh_token':
      return errors.refreshToken === undefined
        ? errors.grantType()
        : refresh(server, form.get('refresh_token'), errors.refreshToken);
    default:
      return errors.grantType();
  }
}

function exchange(server: TokenServer, form: URLSearchParams): Response {
  const { codeParam = 'code', challengeEncoding = 'base64url', errors } = server;
  const grant = takeCode(server, form.get(codeParam));
  const [accountId] = grant?.accountIds ?? [];
  if (grant === null || accountId === undefined || server.isCodeValid?.(grant) === false)
    return errors.code();
  if (grant.redirectUri !== form.get('redirect_uri')) return (errors.redirectUri ?? errors.code)();
  const verifier = form.get('code_verifier');
  const proof = createHash('sha256')
    .update(verifier ?? '')
    .digest(challengeEncoding);
  if (grant.codeChallenge !== null && grant.codeChallenge !== proof) {
    return (errors.verifier ?? errors.code)(verifier === null);
  }
  return issue(server, accountId, grant.scopes);
}

function refresh(
  server: TokenServer,
  text: string | null,
  refuse: (state: Exclude<RefreshState, 'alive'>) => Response,
): Response {
  const { singleUse = false } = server;
  const stateOf = server.refreshStateOf ?? ((token) => useRefreshToken(server, token, { singleUse }));
  const token = readRefreshToken(text ?? undefined);
  if (token === null) return refuse('unknown');
  const state = stateOf(token);
  if (state !== 'alive') return refuse(state);
  const scopes = grantedScopes(server, token) ?? server.scopesByDefault;
  return issue(server, token.accountId, scopes, token);
}

function issue(
  server: TokenServer,
  accountId: string,
  scopes: readonly string[],
  before?: SandboxToken,
): Response {
  const { accessLifeMs, refreshLifeMs = null, answer } = server;
  const lifeMs = typeof refreshLifeMs === 'function' ? refreshLifeMs(accountId) : refreshLifeMs;
  const terms: GrantTerms = { accessLifeMs, refreshLifeMs: lifeMs, scopes };
  const token = server.issue?.(accountId, terms, before) ?? issueTokens(server, accountId, terms, before);
  return answer({ token, scopes, before });
}
