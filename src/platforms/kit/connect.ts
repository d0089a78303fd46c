import type { CandidateReason, ConnectErrorCode } from '../../domain/connect-sessions.js';
import type { JsonObject } from '../../domain/json.js';
import type { PlatformFailure } from './failure.js';

/**
 * How accounts of a platform are connected: on the platform's own page, with credentials that a person
 * enters, or both ways.
 */
export interface PlatformConnect {
  readonly redirect: RedirectConnect | null;
  readonly credentials: CredentialsConnect | null;
  /** Returns why a text cannot be a handle of this platform, or null if it can. Absent if any text can. */
  handleFault?(handle: string): string | null;
}

/** The real platform or this installation's sandbox, where an account is connected. Like in a `PlatformSession`. */
export interface ConnectPlace {
  /** The URL of the platform's API, without a trailing slash. */
  baseUrl: string;
  /** The URL that all hosts of the platform are under in the sandbox, with the sandbox's own client id and secret. */
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
  /** Whether the sandbox simulates this way to connect. Default: yes. */
  readonly inSandbox?: boolean;
  /** Returns the documents that the platform reads from this installation, at `{PUBLIC_URL}/connect/{path}/{name}`. */
  documents?(publicUrl: string): Promise<Readonly<Record<string, JsonObject>>>;
  /** Returns the URL of the platform's page. Most platforms need no call for it. */
  begin(place: ConnectPlace, request: AuthorizeRequest): Promise<BeginAnswer>;
  /**
   * Turns what the platform sent back into candidates. Never repeated: a code works once, and some only for
   * half a minute. `carried` is the value that `begin` returned.
   */
  finish(place: ConnectPlace, grant: AuthorizeResult, carried: JsonObject | null): Promise<ConnectAnswer>;
}

export interface ConnectScope {
  name: string;
  /** The purpose of the scope, in a few words: "publish posts". */
  purpose: string;
  /** Whether publishing needs the scope. Without a scope that is not required, only a feature is missing. */
  required: boolean;
}

export interface AuthorizeRequest {
  redirectUri: string;
  state: string;
  /** The PKCE challenge (S256). Null if the platform does not support PKCE. */
  codeChallenge: string | null;
  /** The handle of the account to connect, if the person gave one. */
  handle: string | null;
}

export type BeginAnswer =
  /** `linkMsMax`: how long the URL works. Absent if it works for as long as a session waits. */
  | { kind: 'begun'; authorizeUrl: string; carried: JsonObject | null; linkMsMax?: number }
  /** An account with the given handle does not exist. */
  | { kind: 'unknown-handle'; message: string }
  | { kind: 'denied'; code: ConnectErrorCode; message: string }
  | PlatformFailure;

export interface AuthorizeResult {
  /** The query of the platform's redirect. Untrusted. */
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
  /** The key of the field in `values`. */
  name: string;
  label: string;
  kind: 'text' | 'address' | 'secret';
  /** Absent if the field is required. */
  default?: string;
  /** The variable from which commands read a secret. */
  variable?: string;
}

/** The result of connecting. One grant can cover several accounts, such as all pages that a person manages. */
export type ConnectAnswer =
  | { kind: 'granted'; candidates: ConnectCandidate[] }
  /** The person or the platform refused. The message of the platform, if any, is truncated and contains no secret. */
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
  /**
   * The reason why the account cannot be imported; null if it can. Missing required scopes need not be reported here.
   */
  reason: CandidateReason | null;
}

/**
 * How long a grant lasts, according to the response that issued it. Times are by our clock. Null means
 * forever, or that the platform does not say.
 */
export interface GrantLife {
  /** The end of the access token. Most tokens are refreshed when a call finds them expired. */
  tokenExpiresAt: Date | null;
  /** The end of the grant, unless it is refreshed earlier. */
  refreshBy: Date | null;
  /** The earliest time at which the platform refreshes the grant. */
  refreshNotBefore: Date | null;
  /** The end of the grant in any case, so that a person must reconnect the account earlier. */
  reconnectBy: Date | null;
}

/** The life of a grant without a known end. */
export const lifeUnknown: GrantLife = {
  tokenExpiresAt: null,
  refreshBy: null,
  refreshNotBefore: null,
  reconnectBy: null,
};

/** An account as its platform currently shows it, and the platform's data about the grant. */
export type CheckAnswer =
  | {
      kind: 'alive';
      handle: string;
      /**
       * Null if there is none. Absent, like the following fields, if the platform does not say. The stored value is
       * then kept.
       */
      displayName?: string | null;
      avatarUrl?: string | null;
      scopes?: readonly string[];
      life?: Partial<GrantLife>;
    }
  | PlatformFailure;

/** `not-supported`: the platform has no such call, or the call would end more than this account's grant. */
export type RevokeAnswer = { kind: 'revoked' } | { kind: 'not-supported' } | PlatformFailure;
