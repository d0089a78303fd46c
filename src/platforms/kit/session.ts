import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { ConnectorParts } from './parts.js';

/** An account as its platform knows it, with usable credentials. It is never logged, and never in a history. */
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

/** The credentials of platforms whose grants are an access token and a refresh token. */
export const tokenPairSchema = z.object({
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1),
});
export type TokenPair = z.infer<typeof tokenPairSchema>;

/** A session as a connector's methods get it, with what its calls need. */
export interface OpenSession<Credentials, Settings = unknown>
  extends Omit<PlatformSession, 'credentials'>, ConnectorParts {
  /** The platform’s settings, from the environment. */
  readonly settings: Settings;
  /** Parsed on the first access, which throws a failure if they are incomplete. Not every call needs them. */
  readonly credentials: Credentials;
  /** The stored secrets, which messages must not repeat. */
  readonly secrets: readonly string[];
}

/** The part of a session that a call needs. */
export type PlatformAccess<Credentials, Settings = unknown> = Pick<
  OpenSession<Credentials, Settings>,
  keyof ConnectorParts | 'settings' | 'baseUrl' | 'credentials' | 'secrets'
>;

/** The access with tokens that were just issued. `context` contains a connector's parts and settings. */
export function accessWith<Credentials extends JsonObject, Context extends ConnectorParts>(
  context: Context,
  baseUrl: string,
  credentials: Credentials,
): PlatformAccess<Credentials, Context> {
  const { safeFetch, clock } = context;
  return { safeFetch, clock, settings: context, baseUrl, credentials, secrets: secretsIn(credentials) };
}

export function secretsIn(credentials: JsonObject): string[] {
  return Object.values(credentials).filter((value) => typeof value === 'string');
}
