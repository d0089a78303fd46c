import type { CandidateReason, ConnectErrorCode } from '../../domain/connect-sessions.js';
import type { JsonObject } from '../../domain/json.js';
import type { PlatformFailure } from './failure.js';

/** How accounts of a platform are connected: on the platform's own page, with credentials that a person enters, or both. */
export interface PlatformConnect {
  readonly redirect: RedirectConnect | null;
  readonly credentials: CredentialsConnect | null;
  /** Says why a text cannot be a handle of this platform; null: it can. Absent: any text can. */
  handleFault?(handle: string): string | null;
}

/** Where an account is connected: at the real platform, or in this installation's sandbox. As in a `PlatformSession`. */
export interface ConnectPlace {
  /** The URL of the platform's API, without a trailing slash. */
  baseUrl: string;
  /** Only in the sandbox: the URL that all hosts of the platform are under, with the sandbox's own client id and secret. */
  sandboxUrl?: string;
}

export interface RedirectConnect {
  /** The permissions that are requested on the platform's page. */
  readonly scopes: readonly ConnectScope[];
  /** The variables of the app that are not set. If there are none, people can connect real accounts. */
  readonly missingVariables: readonly string[];
  /** Whether the platform supports PKCE (we use S256). */
  readonly pkce: boolean;
  /** Whether the redirect URL must end with a slash. */
  readonly redirectEndsWithSlash?: boolean;
  /** Whether the sandbox simulates it. Default: yes. */
  readonly inSandbox?: boolean;
  /** Documents that the platform reads from this installation, each at `{PUBLIC_URL}/connect/{path}/{its name}`. */
  documents?(publicUrl: string): Promise<Readonly<Record<string, JsonObject>>>;
  /** Returns the URL of the platform's page. Most platforms need no call for it. */
  begin(place: ConnectPlace, request: AuthorizeRequest): Promise<BeginAnswer>;
  /**
   * Turns what the platform sent back into candidates. Never repeated: a code works once, and some only for half a
   * minute. `carried` is what `begin` returned for this.
   */
  finish(place: ConnectPlace, grant: AuthorizeResult, carried: JsonObject | null): Promise<ConnectAnswer>;
}

export interface ConnectScope {
  name: string;
  /** Its purpose, in a few words: "publish posts". */
  purpose: string;
  /** Whether publishing needs it. Without a scope that is not required, only a feature is missing. */
  required: boolean;
}

export interface AuthorizeRequest {
  redirectUri: string;
  state: string;
  /** PKCE (S256); null if the platform does not support it. */
  codeChallenge: string | null;
  /** The handle of the account to connect, if the person gave one. */
  handle: string | null;
}

export type BeginAnswer =
  /** `linkMsMax`: how long the URL works; absent: for as long as a session waits. */
  | { kind: 'begun'; authorizeUrl: string; carried: JsonObject | null; linkMsMax?: number }
  /** No account has the given handle. */
  | { kind: 'unknown-handle'; message: string }
  | { kind: 'denied'; code: ConnectErrorCode; message: string }
  | PlatformFailure;

export interface AuthorizeResult {
  /** The query that the platform's redirect came with. Untrusted. */
  query: URLSearchParams;
  redirectUri: string;
  codeVerifier: string | null;
}

export interface CredentialsConnect {
  readonly fields: readonly CredentialField[];
  /** Secrets from the environment. Only commands use them. */
  readonly presets: Readonly<Record<string, string | undefined>>;
  /** Exchanges the entered credentials for access. Secrets are used once and not stored. */
  connect(place: ConnectPlace, values: Readonly<Record<string, string>>): Promise<ConnectAnswer>;
}

export interface CredentialField {
  /** Its key in `values`. */
  name: string;
  label: string;
  kind: 'text' | 'address' | 'secret';
  /** Undefined: the field is required. */
  default?: string;
  /** For a secret: the variable that commands read it from. */
  variable?: string;
}

/** One grant can cover several accounts, such as all pages that a person manages. */
export type ConnectAnswer =
  | { kind: 'granted'; candidates: ConnectCandidate[] }
  /** The person or the platform refused. The platform's words, if any, are truncated and contain no secret. */
  | { kind: 'denied'; code: ConnectErrorCode; message: string }
  | PlatformFailure;

export interface ConnectCandidate {
  /** The platform's own stable id, as `PlatformSession` has it. */
  externalAccountId: string;
  handle: string;
  displayName: string | null;
  avatarUrl: string | null;
  /** The account's own server, on platforms that have many; null elsewhere. */
  serviceUrl: string | null;
  credentials: JsonObject;
  life: GrantLife;
  /** The granted scopes; null if the platform does not say. */
  scopes: readonly string[] | null;
  /** Why it cannot be imported; null: it can. Missing required scopes need not be reported here. */
  reason: CandidateReason | null;
}

/**
 * How long a grant lasts, as of the response that issued it. Times are by our clock. Null: forever, or the platform does
 * not say.
 */
export interface GrantLife {
  /** When the access token ends. Most tokens are refreshed when a call finds them expired. */
  tokenExpiresAt: Date | null;
  /** When the grant ends unless it is refreshed before. */
  refreshBy: Date | null;
  /** The earliest time at which the platform refreshes it. */
  refreshNotBefore: Date | null;
  /** When the grant ends in any case, so that a person must reconnect the account before. */
  reconnectBy: Date | null;
}

/** For a grant without a known end. */
export const lifeUnknown: GrantLife = {
  tokenExpiresAt: null,
  refreshBy: null,
  refreshNotBefore: null,
  reconnectBy: null,
};

/** An account as its platform currently shows it, and what the platform says about the grant. */
export type CheckAnswer =
  | {
      kind: 'alive';
      handle: string;
      displayName: string | null;
      avatarUrl: string | null;
      /** If the platform returns them; absent: keep what is known. */
      scopes?: readonly string[];
      life?: Partial<GrantLife>;
    }
  | PlatformFailure;

/** `not-supported`: the platform has no such call, or the call would end more than this account's grant. */
export type RevokeAnswer = { kind: 'revoked' } | { kind: 'not-supported' } | PlatformFailure;
