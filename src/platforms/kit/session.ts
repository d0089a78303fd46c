import type { JsonObject } from '../../domain/json.js';

/** An account as its platform knows it, with usable credentials. Never logged, never in a history. */
export interface PlatformSession {
  /** The platform's own stable id: DID, user id. */
  externalAccountId: string;
  handle: string;
  /** The URL of the platform's API for this account, without a trailing slash. */
  baseUrl: string;
  /**
   * Only for accounts in the sandbox, without a trailing slash. The real platform's separate hosts (its website, its
   * upload hosts) are all under this URL.
   */
  sandboxUrl?: string;
  credentials: JsonObject;
}
