import type { AppResource } from '../../domain/apps.js';
import type { Scope } from '../../domain/scopes.js';

/** An app, as it describes itself. */
export interface AppClient {
  id: string;
  name: string;
  redirectUris: readonly string[];
  /** The host of the app's metadata document, which proves that the app belongs to it. Null: the app proves nothing. */
  host: string | null;
}

/** An authorization request of an app. */
export interface AppRequest {
  client: AppClient;
  redirectUri: string;
  codeChallenge: string;
  resource: AppResource;
  scopes: readonly Scope[];
  state: string | null;
}

/** The access of an app. */
export interface AppView {
  id: string;
  name: string;
  place: string;
  isVerified: boolean;
  resource: AppResource;
  scopes: Scope[];
  workspaceIds: string[];
  allowedByUserId: string;
  allowedByName: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  endsAt: Date | null;
}

export interface IssuedTokens {
  accessToken: string;
  expiresInSeconds: number;
  refreshToken: string;
  scopes: readonly Scope[];
}
