import type { JsonObject } from '../../domain/json.js';

/** An account as its platform knows it, with usable credentials. Never logged, never in a history. */
export interface PlatformSession {
  /** The platform's own stable id: DID, user id. */
  externalAccountId: string;
  handle: string;
  /** Where the platform's API lives for this account, without a trailing slash. */
  baseUrl: string;
  /**
   * Of an account in the sandbox, without a trailing slash: everything that the real platform has at hosts of its own
   * (its site, where videos go) is under this address.
   */
  sandboxUrl?: string;
  credentials: JsonObject;
}
