/**
 * The differences between a platform's OAuth 2.0 and RFC 6749. They are only data, so that eleven platforms share one
 * client (`client.ts`). All URLs are either on the real platform's hosts, or under the same paths in the sandbox.
 */
export interface OAuthDialect {
  /** The page where a person grants access. */
  authorizeUrl: string;
  tokenUrl: string;
  /** The URL for refreshes, if it is not the token endpoint. */
  refreshUrl?: string;
  /** Absent if the platform does not support RFC 7009. */
  revokeUrl?: string;
  /** The parameter that names the app. Default: client_id. */
  clientParam?: string;
  /** The parameter that names the app on the authorization page, if it differs from `clientParam`. */
  authorizeClientParam?: string;
  /** How the client authenticates at the token endpoint: with HTTP Basic, or in the body. */
  clientAuth: 'basic' | 'body';
  scopeSeparator: ' ' | ',';
  /** Parameters of the authorization page besides those of the RFC, such as access_type=offline. */
  authorizeParams?: Readonly<Record<string, string>>;
  /** The encoding of the PKCE challenge. Default: base64url, as in the RFC. */
  challengeEncoding?: 'base64url' | 'hex';
  /** Parameters of the exchange of a code besides those of the RFC. */
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

/** The client of the registered app. In the sandbox every platform uses `sandboxClient`. */
export interface OAuthClient {
  id: string;
  /** The client secret. Null for a public client. */
  secret: string | null;
}

/** The client in the sandbox. Not a secret, because it works only there. */
export const sandboxClient: OAuthClient = { id: 'sandbox-client', secret: 'sandbox-client-secret' };
