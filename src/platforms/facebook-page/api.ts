import type { z } from 'zod';
import type { SendBefore } from '../../egress/safe-fetch.js';
import { successOf, type PlatformAnswer } from '../kit/call.js';
import { graph } from '../kit/meta/graph-api.js';
import type { MetaCredentials } from '../kit/meta/session.js';
import { clientFor } from '../kit/oauth/connect.js';
import type { OpenSession } from '../kit/session.js';
import type { AppParts } from '../kit/parts.js';
import { facebookFailure } from './failure.js';

export interface FacebookContext extends AppParts {
  /** The version, such as v26.0. */
  version: string;
  /** The hosts for uploading videos in chunks, and for the bytes of reels and stories. */
  serviceUrls: { video: string; upload: string };
  /** The website, where people read posts and grant access. */
  siteUrl: string;
  /** The verify token that Meta sends when the webhook URL is registered. */
  webhookVerifyToken: string | null;
}

type Settings = Pick<FacebookContext, 'version' | 'serviceUrls' | 'siteUrl' | 'clientSecret'>;
export type FacebookSession = OpenSession<MetaCredentials, Settings>;

/** A Page with its token, and the hosts for its calls. */
export interface FacebookPage {
  context: Pick<FacebookContext, 'safeFetch' | 'clock' | 'version'>;
  pageId: string;
  accessToken: string;
  /** The secret of the app that the token belongs to. Null if none is configured. */
  appSecret: string | null;
  secrets: readonly string[];
  hosts: { api: string; video: string; upload: string; site: string };
}

export function openPage(session: FacebookSession): FacebookPage {
  const { safeFetch, clock, baseUrl, sandboxUrl, credentials, secrets } = session;
  const { version, serviceUrls, siteUrl, clientSecret } = session.settings;
  return {
    context: { safeFetch, clock, version },
    pageId: session.externalAccountId,
    accessToken: credentials.accessToken,
    appSecret: clientFor(session, { id: null, secret: clientSecret }).secret,
    secrets,
    hosts: {
      api: baseUrl,
      video: sandboxUrl ?? serviceUrls.video,
      upload: sandboxUrl ?? serviceUrls.upload,
      site: sandboxUrl ?? siteUrl,
    },
  };
}

export interface PageCall {
  /** The path below the version: the id of an object, and optionally an edge of the object. */
  path: readonly [id: string, edge?: string];
  method: 'GET' | 'POST' | 'DELETE';
  params: Record<string, string>;
  /** The host to call. Default: the host of the API. */
  host?: string;
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
  sendBefore?: SendBefore | undefined;
}

export function pathOf({ version }: Pick<FacebookContext, 'version'>, path: PageCall['path']): string {
  return `/${[version, ...path].map((part) => encodeURIComponent(part ?? '')).join('/')}`;
}

export async function call(page: FacebookPage, { path, host, ...call }: PageCall): Promise<PlatformAnswer> {
  return graph(page.context.safeFetch, {
    ...call,
    baseUrl: host ?? page.hosts.api,
    path: pathOf(page.context, path),
    accessToken: page.accessToken,
    appSecret: page.appSecret,
  });
}

/**
 * Makes a read, or a call that may be repeated. Throws the failure unless the response is a success that the
 * schema accepts.
 */
export async function read<T>(page: FacebookPage, request: PageCall, schema: z.ZodType<T>): Promise<T> {
  const answer = await call(page, request);
  return successOf(answer, schema, (refusal) => facebookFailure(refusal, page.context.clock));
}
