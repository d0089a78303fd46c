/**
 * How a platform's OAuth 2.0 differs from RFC 6749. It is only data, so that eleven platforms share one client
 * (`client.ts`). All URLs are either on the real platform's hosts, or under the same paths in the sandbox.
 */
export interface OAuthDialect {
  /** The page where a person grants access. */
  authorizeUrl: string;
  tokenUrl: string;
  /** If it is not the token endpoint. */
  refreshUrl?: string;
  /** Absent: the platform does not support RFC 7009. */
  revokeUrl?: string;
  /** The parameter that names the app. Default: client_id. */
  clientParam?: string;
  /** The same for the page, if it differs from the token endpoint. */
  authorizeClientParam?: string;
  /** How the client authenticates at the token endpoint: with HTTP Basic, or in the body. */
  clientAuth: 'basic' | 'body';
  scopeSeparator: ' ' | ',';
  /** In addition to those of the RFC, such as access_type=offline. */
  authorizeParams?: Readonly<Record<string, string>>;
  /** The same for the exchange of a code. */
  codeParams?: Readonly<Record<string, string>>;
  /** Parameters with other names at the token endpoint: { code: 'auth_code' }. */
  paramNames?: Readonly<Record<string, string>>;
  /** Whether the body of a token request is a form, as in the RFC, or JSON. Default: form. */
  body?: 'form' | 'json';
  /**
   * Converts a response of the token endpoint to the form of the RFC before it is read: unwraps it, or sets `error` for
   * an error that came with HTTP 200. A temporary problem becomes `temporarily_unavailable`, or `slow_down` if there
   * were too many calls. Missing token types and OpenID tokens are already handled.
   */
  readTokenAnswer?: (body: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** Errors at the token endpoint, besides `invalid_grant`, that mean that a grant is dead. Default: none. */
  isDeadGrant?: (error: { error: string; description: string }) => boolean;
}

/** The client id of the registered app. In the sandbox every platform uses `sandboxClient`. */
export interface OAuthClient {
  id: string;
  /** Null: a public client. */
  secret: string | null;
}

/** Not a secret: it only works in the sandbox. */
export const sandboxClient: OAuthClient = { id: 'sandbox-client', secret: 'sandbox-client-secret' };
