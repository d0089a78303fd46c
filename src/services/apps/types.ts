import type { AppClient, AppResource } from '../../domain/apps.js';
import type { Scope } from '../../domain/scopes.js';

/** An authorization request of an app. */
export interface AppRequest {
  client: AppClient;
  redirectUri: string;
  /** The host of the metadata document. Without a document, the host to which the code is sent. */
  place: string;
  /** Whether the app has proven that it belongs to `place`. */
  isVerified: boolean;
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
