import { z } from 'zod';
import type { Clock } from '../../clock.js';
import type { SafeFetch, SendBefore } from '../../egress/safe-fetch.js';
import { isSuccess, readAnswer, readCredentials, type CallResult } from '../kit/call.js';
import { graph } from '../kit/meta/graph-api.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { PlatformSession } from '../kit/session.js';
import { facebookFailure } from './failure.js';

export interface FacebookContext {
  safeFetch: SafeFetch;
  clock: Clock;
  /** The version, such as v26.0. */
  version: string;
  /** The host for uploading videos in chunks. */
  videoUrl: string;
  /** The host for the bytes of reels and stories. */
  uploadUrl: string;
  /** The website, where people read posts and grant access. */
  siteUrl: string;
  /** The client of the registered app. */
  clientId: string | null;
  clientSecret: string | null;
  /** The verify token that Meta sends when the webhook URL is registered. */
  webhookVerifyToken: string | null;
}

export const facebookCredentialsSchema = z.object({ accessToken: z.string().min(1) });

/** A Page with its token, and the hosts for its calls. */
export interface FacebookPage {
  context: FacebookContext;
  pageId: string;
  accessToken: string;
  secrets: readonly string[];
  hosts: { api: string; video: string; upload: string; site: string };
}

export type Opened = { page: FacebookPage } | { failure: PlatformFailure };

export function openPage(context: FacebookContext, session: PlatformSession): Opened {
  const read = readCredentials(facebookCredentialsSchema, session.credentials);
  if ('failure' in read) return read;
  const { baseUrl, sandboxUrl } = session;
  const { videoUrl, uploadUrl, siteUrl } = context;
  return {
    page: {
      context,
      pageId: session.externalAccountId,
      accessToken: read.credentials.accessToken,
      secrets: read.secrets,
      hosts: {
        api: baseUrl,
        video: sandboxUrl ?? videoUrl,
        upload: sandboxUrl ?? uploadUrl,
        site: sandboxUrl ?? siteUrl,
      },
    },
  };
}

export interface PageCall {
  /** The path below the version: an id, and an edge of it. */
  path: readonly [id: string, edge?: string];
  method: 'GET' | 'POST';
  params: Record<string, string>;
  /** Default: the host of the API. */
  host?: string;
  timeoutMs?: number;
  signal?: AbortSignal;
  sendBefore?: SendBefore | undefined;
}

export function pathOf({ version }: FacebookContext, path: PageCall['path']): string {
  return `/${[version, ...path].map((part) => encodeURIComponent(part ?? '')).join('/')}`;
}

export function call(page: FacebookPage, { path, host, sendBefore, ...call }: PageCall): Promise<CallResult> {
  return graph(page.context.safeFetch, {
    ...call,
    baseUrl: host ?? page.hosts.api,
    path: pathOf(page.context, path),
    accessToken: page.accessToken,
    ...(sendBefore && { sendBefore }),
  });
}

export type Read<T> = { value: T } | { failure: PlatformFailure };

/** A read, or a call that may be repeated. Returns the parsed response, or the failure. */
export async function read<T>(page: FacebookPage, request: PageCall, schema: z.ZodType<T>): Promise<Read<T>> {
  const result = await call(page, request);
  if ('failure' in result) return result;
  const value = isSuccess(result.answer) ? readAnswer(result.answer, schema) : null;
  return value === null ? { failure: facebookFailure(result.answer, page.context.clock) } : { value };
}
