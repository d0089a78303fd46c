import type { CandidateReason, ConnectErrorCode } from '../../domain/connect-sessions.js';
import type { JsonObject } from '../../domain/json.js';
import type { PlatformFailure } from './failure.js';

/**
 * How accounts of a platform are connected: on the platform's own page, by credentials that a person types, or, where
 * a platform has both, either way.
 */
export interface PlatformConnect {
  readonly redirect: RedirectConnect | null;
  readonly credentials: CredentialsConnect | null;
  /** What is wrong with a text that is meant as a handle of the platform's; null: it can be one. Absent: any can. */
  handleFault?(handle: string): string | null;
}

/** Where a connection is made: at the real platform, or in this installation's sandbox. As in a `PlatformSession`. */
export interface ConnectPlace {
  /** Where the platform's API lives, without a trailing slash. */
  baseUrl: string;
  /** Given in the sandbox alone: all hosts of the platform are under this address, and so are its client id and secret. */
  sandboxUrl?: string;
}

export interface RedirectConnect {
  /** What is asked for on the platform's page. */
  readonly scopes: readonly ConnectScope[];
  /** The variables of the app that are not set: none where people can connect real accounts. */
  readonly missingVariables: readonly string[];
  /** Whether the platform takes PKCE, of which we use S256. */
  readonly pkce: boolean;
  /** Whether the platform wants the redirect address to end with a slash. */
  readonly redirectEndsWithSlash?: boolean;
  /** Whether the sandbox has it. Default: yes. */
  readonly inSandbox?: boolean;
  /** What the platform reads of this installation, each at `{PUBLIC_URL}/connect/{path}/{its name}`. */
  documents?(publicUrl: string): Promise<Readonly<Record<string, JsonObject>>>;
  /** The address of the platform's page. Most need no call for it. */
  begin(place: ConnectPlace, request: AuthorizeRequest): Promise<BeginAnswer>;
  /**
   * What the platform has sent back becomes candidates. Never repeated: a code works once, some for half a minute.
   * `carried` is what `begin` gave to be kept.
   */
  finish(place: ConnectPlace, grant: AuthorizeResult, carried: JsonObject | null): Promise<ConnectAnswer>;
}

export interface ConnectScope {
  name: string;
  /** What it is for, in a few words: "publish posts". */
  purpose: string;
  /** Without it nothing can be published; a scope that is not required costs a feature alone. */
  required: boolean;
}

export interface AuthorizeRequest {
  redirectUri: string;
  state: string;
  /** PKCE, S256; null where the platform does not take it. */
  codeChallenge: string | null;
  /** Whose account is meant, where the person has said so. */
  handle: string | null;
}

export type BeginAnswer =
  /** `linkMsMax`: how long the address can be opened; absent: for as long as a session waits. */
  | { kind: 'begun'; authorizeUrl: string; carried: JsonObject | null; linkMsMax?: number }
  /** There is no account of the name that was given. */
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
  /** Values of secrets that the environment gives, for commands alone. */
  readonly presets: Readonly<Record<string, string | undefined>>;
  /** Exchanges what was typed for a grant. Secrets are used here once and kept nowhere. */
  connect(place: ConnectPlace, values: Readonly<Record<string, string>>): Promise<ConnectAnswer>;
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

/** One grant may reach several accounts: one person's, all the pages that they run. */
export type ConnectAnswer =
  | { kind: 'granted'; candidates: ConnectCandidate[] }
  /** The person or the platform said no; the platform's words, if any, are cut and hold no secret. */
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
  /** Those that were granted; null where the platform does not say. */
  scopes: readonly string[] | null;
  /** Why it cannot be imported; null: it can. A missing scope that is required need not be said here. */
  reason: CandidateReason | null;
}

/**
 * How long a grant lives, as of the answer that gave it. Times are of our clock; null: never, or the platform does
 * not say.
 */
export interface GrantLife {
  /** When the access token ends. Most are refreshed when a call finds them stale. */
  tokenExpiresAt: Date | null;
  /** When the grant is dead unless it is refreshed before. */
  refreshBy: Date | null;
  /** Before this the platform refuses to refresh it. */
  refreshNotBefore: Date | null;
  /** When it is dead whatever we do, so that a person has to connect the account again before. */
  reconnectBy: Date | null;
}

/** Of a grant whose end nobody has stated. */
export const lifeUnknown: GrantLife = {
  tokenExpiresAt: null,
  refreshBy: null,
  refreshNotBefore: null,
  reconnectBy: null,
};

/** An account as its platform shows it now, and what of the grant it tells. */
export type CheckAnswer =
  | {
      kind: 'alive';
      handle: string;
      displayName: string | null;
      avatarUrl: string | null;
      /** As far as the platform tells them; absent: what is known stays. */
      scopes?: readonly string[];
      life?: Partial<GrantLife>;
    }
  | PlatformFailure;

/** `not-supported`: the platform has no such call, or it would end more than this account's grant. */
export type RevokeAnswer = { kind: 'revoked' } | { kind: 'not-supported' } | PlatformFailure;
