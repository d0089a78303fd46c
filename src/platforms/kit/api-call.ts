import type { EgressRequest, SendBefore } from '../../egress/safe-fetch.js';
import { callPlatform, type PlatformAnswer } from './call.js';
import type { PlatformAccess } from './session.js';

export interface ApiCall {
  method: EgressRequest['method'];
  /** The path below the API's URL. */
  path: string;
  query?: Readonly<Record<string, string>> | undefined;
  headers?: Readonly<Record<string, string>>;
  /** A body that is sent as JSON. */
  json?: object | undefined;
  /** A body of any other type. */
  body?: EgressRequest['body'];
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
  sendBefore?: SendBefore | undefined;
  /** Secrets besides the account's credentials that messages must not repeat, such as the URLs of media. */
  secrets?: readonly string[];
}

/** Makes one call to a platform's API on behalf of an account, with its access token as a bearer token. */
export async function callApi(
  access: PlatformAccess<{ accessToken: string }>,
  { method, path, query, headers, json, body, timeoutMs, signal, sendBefore, secrets = [] }: ApiCall,
): Promise<PlatformAnswer> {
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
  return callPlatform(
    access.safeFetch,
    {
      url: `${access.baseUrl}${path}${search}`,
      method,
      headers: {
        authorization: `Bearer ${access.credentials.accessToken}`,
        ...(json && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      ...(json && { body: JSON.stringify(json) }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(signal && { signal }),
      ...(sendBefore && { sendBefore }),
    },
    [...access.secrets, ...secrets],
  );
}
