import type { JsonObject } from '../../domain/json.js';

/** How an account of a platform is connected: by credentials that a person types, or on the platform's own page. */
export type PlatformConnect = CredentialsConnect | RedirectConnect;

export interface CredentialsConnect {
  readonly kind: 'credentials';
  readonly fields: readonly CredentialField[];
  /** Values of secrets that the environment gives, for commands alone. */
  readonly presets: Readonly<Record<string, string | undefined>>;
  /** Exchanges what was typed for a grant. Secrets are used here once and kept nowhere. */
  connect(values: Readonly<Record<string, string>>): Promise<ConnectAnswer>;
}

export interface CredentialField {
  /** Its key in `values`. */
  name: string;
  label: string;
  kind: 'text' | 'address' | 'secret';
  /** Undefined: it must be given. */
  default?: string;
  /** Of a secret: the variable that a command takes it from. */
  variable?: string;
}

export interface RedirectConnect {
  readonly kind: 'redirect';
  /** What is asked for on the platform's page. */
  readonly scopes: readonly string[];
  authorizeUrl(request: AuthorizeRequest): string;
  /** Exchanges the code that the platform has sent back; each works once, some for half a minute only. */
  exchange(grant: { code: string; redirectUri: string; codeVerifier: string | null }): Promise<ConnectAnswer>;
}

interface AuthorizeRequest {
  redirectUri: string;
  state: string;
  /** PKCE, S256; null where the platform does not take it. */
  codeChallenge: string | null;
}

/** One grant may reach several accounts: a Facebook log-in, all its Pages. */
export type ConnectAnswer =
  { kind: 'granted'; candidates: ConnectCandidate[] } | { kind: 'refused'; message: string };

export interface ConnectCandidate {
  externalAccountId: string;
  handle: string;
  displayName: string | null;
  /** The account's own server, on platforms that have many; null elsewhere. */
  serviceUrl: string | null;
  credentials: JsonObject;
}
