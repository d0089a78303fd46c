/** The resources that an app can get access to. An access token works at one of them only. */
export const appResources = ['api', 'mcp'] as const;
export type AppResource = (typeof appResources)[number];

/** The paths of the resources, which follow the origin of PUBLIC_URL. */
export const appResourcePaths = { api: '/api/v1', mcp: '/mcp' } as const satisfies Record<
  AppResource,
  string
>;

/** The path at which RFC 9728 places the metadata of a resource; the path of the resource follows it. */
export const resourceMetadataPath = '/.well-known/oauth-protected-resource';
export const serverMetadataPath = '/.well-known/oauth-authorization-server';

/** The paths of the authorization server. The first is a page of the dashboard. */
export const appPaths = {
  authorize: '/me/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
} as const;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export const appCodeMs = minuteMs;
export const appAccessTokenMs = 30 * minuteMs;
/** An app that requests no new tokens for so long needs the person's permission again. */
export const appIdleMs = 60 * dayMs;
/** How long a registration without any use works. */
export const appRegistrationMs = 90 * dayMs;
/** How long a process keeps the metadata document of an app. */
export const appDocumentKeptMs = 5 * minuteMs;
export const appDaysMax = 365;
export const appWorkspacesMax = 100;
/** The number of apps that have access as one user. */
export const appsPerUserMax = 100;
/** The access tokens of a grant that work at the same time. A new one replaces the oldest. */
export const appTokensPerGrantMax = 5;
export const appNameCharsMax = 80;
export const appUrlCharsMax = 500;
export const appRedirectUrisMax = 10;
/** The number of characters of all redirect URIs of a registration, because its client id contains them. */
export const appRegistrationCharsMax = 1_000;
export const appRequestCharsMax = 8_000;
export const appStateCharsMax = 2_000;
export const appFormBytesMax = 16 * 1024;
export const appDocumentBytesMax = 16 * 1024;
export const appDocumentValuesMax = 500;
export const appDocumentTimeoutMs = 5_000;

/** An app, as it describes itself. */
export interface AppClient {
  id: string;
  name: string;
  redirectUris: readonly string[];
  /** The host of the app's metadata document. Null: the app has registered itself. */
  host: string | null;
}

export const appEndMs = (days: number): number => days * dayMs;

export type OAuthErrorName =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'temporarily_unavailable'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** An error in the words of RFC 6749, for the app. Its description must not contain any secret. */
export class OAuthFault extends Error {
  override readonly name = 'OAuthFault';
  readonly error: OAuthErrorName;

  constructor(error: OAuthErrorName, description: string) {
    super(description);
    this.error = error;
  }
}
