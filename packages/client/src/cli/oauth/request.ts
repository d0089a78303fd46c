import { readText } from '../bounded.js';

const timeoutMs = 15_000;
const bodyBytesMax = 64 * 1024;

export interface OAuthResponse {
  status: number;
  /** The body if it is a JSON object, otherwise an empty object. */
  body: Readonly<Record<string, unknown>>;
}

/** Sends a request to the authorization server, once: a repeated use of a token would end the access. */
export async function requestJson(url: string, init: RequestInit = {}): Promise<OAuthResponse> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { ...init, redirect: 'manual', signal });
  return { status: response.status, body: objectOf(await readText(response, bodyBytesMax)) };
}

export const postForm = (url: string, form: Readonly<Record<string, string>>): Promise<OAuthResponse> =>
  requestJson(url, { method: 'POST', body: new URLSearchParams(form) });

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
