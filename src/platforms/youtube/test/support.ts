import { createSafeFetch } from '../../../egress/create-safe-fetch.js';
import type { SafeFetch } from '../../../egress/safe-fetch.js';
import type { JsonObject } from '../../../domain/json.js';
import type { MediaShelf } from '../../../../test/platforms/media-support.js';
import { connectorOf, textPost } from '../../../../test/platforms/support.js';
import type { Platform, Publication } from '../../kit/platform.js';
import type { PlatformSession } from '../../kit/session.js';
import { youTube as definition } from '../definition.js';

/** This fetch is not closed, because the test files that run in one process share it. */
export const safeFetch = createSafeFetch();
export const videoOptions = { title: 'A video', madeForKids: false };
export const unitBytes = 256 * 1024;

export function createConnector(
  now: () => Date = () => new Date(),
  env: Record<string, string> = {},
  fetch: SafeFetch = safeFetch,
): Platform {
  return connectorOf(definition, { fetch, now, env });
}

/** A session of an account of the sandbox, or of a stub. */
export function sessionAt(baseUrl: string, account = 'UC0000000000000000000001'): PlatformSession {
  const credentials = { accessToken: `sandbox:${account}`, refreshToken: `sandbox-refresh:${account}` };
  return { externalAccountId: account, handle: '@videos', baseUrl, sandboxUrl: baseUrl, credentials };
}

export function bearerOf({ externalAccountId }: PlatformSession): { authorization: string } {
  return { authorization: `Bearer sandbox:${externalAccountId}` };
}

export function videoPost(
  shelf: MediaShelf,
  text: string,
  {
    options = {},
    sizeBytes = 20_000,
    marks = '',
  }: { options?: JsonObject; sizeBytes?: number; marks?: string } = {},
): Publication {
  const video = shelf.medium({ mime: 'video/mp4', sizeBytes, marks });
  return textPost(text, { options: { ...videoOptions, ...options }, media: [video] });
}

export const googleError = (
  status: number,
  reason: string,
  message = 'no',
): { status: number; body: object } => ({
  status,
  body: { error: { code: status, message, errors: [{ domain: 'youtube', reason, message }] } },
});
