/**
 * How a platform's OAuth 2.0 differs from RFC 6749: data, so that eleven platforms share one client (`client.ts`). The
 * addresses are of one place: the real platform's hosts, or the same paths in the sandbox.
 */
export interface OAuthDialect {
  /** The page on which a person grants access. */
  authorizeUrl: string;
  tokenUrl: string;
  /** Where it is not the token address. */
  refreshUrl?: string;
  /** Absent: a token cannot be revoked by RFC 7009. */
  revokeUrl?: string;
  /** The parameter that names the app. Default: client_id. */
  clientParam?: string;
  /** The same, of the page alone, where that differs from the token address. */
  authorizeClientParam?: string;
  /** How the client proves itself at the token address: HTTP Basic, or in the body. */
  clientAuth: 'basic' | 'body';
  scopeSeparator: ' ' | ',';
  /** Beside those of the RFC: access_type=offline, for one. */
  authorizeParams?: Readonly<Record<string, string>>;
  /** The same, for the exchange of a code. */
  codeParams?: Readonly<Record<string, string>>;
  /** Other names of parameters at the token address: { code: 'auth_code' }. */
  paramNames?: Readonly<Record<string, string>>;
  /** Whether the body of a token request is a form, as the RFC has it, or JSON. Default: form. */
  body?: 'form' | 'json';
  /**
   * Brings an answer of the token address into the form of the RFC, before anything reads it: unwraps it, or makes
   * `error` of an error that came with HTTP 200. Trouble that will pass is called `temporarily_unavailable`, or
   * `slow_down` where calls are too many. Missing token types, and tokens of OpenID, are seen to already.
   */
  readTokenAnswer?: (body: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** Which errors at the token address, beside `invalid_grant`, say that a grant is dead. Default: none. */
  isDeadGrant?: (error: { error: string; description: string }) => boolean;
}

/** Of the registered app. In the sandbox each platform takes `sandboxClient`. */
export interface OAuthClient {
  id: string;
  /** Null: a public client. */
  secret: string | null;
}

/** Opens nothing but the sandbox, which is why it may stand here. */
export const sandboxClient: OAuthClient = { id: 'sandbox-client', secret: 'sandbox-client-secret' };
