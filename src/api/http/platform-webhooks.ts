import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isAppError } from '../../domain/errors.js';
import type { PlatformName } from '../../domain/platforms.js';
import { createPushReceiver } from '../../services/comment-feeds/receive-push.js';
import type { ServiceDeps } from '../../services/shared/context.js';
import type { ApiEnv } from '../types.js';
import { clientAddress } from './client-address.js';
import { setRefusal } from '../errors/rate-headers.js';
import { createNetworkGate } from './network-gate.js';
import { readBody } from './streamed-body.js';

/**
 * The size limit of a push. A push has up to 1,000 changes (Graph API: "Webhooks"), most below 1 KiB: the text of a
 * comment and some ids. Larger pushes are refused, and the next sweep finds their comments.
 */
const bodyBytesMax = 1024 * 1024;
/** The size limit for a network with too many refused pushes, so that each further refusal costs less. */
const crowdBodyBytesMax = 16 * 1024;

export interface PlatformWebhookOptions {
  deps: ServiceDeps;
  trustProxyHops: number;
  /** How many refused requests a client network may cause in a minute. Null: any number. */
  perMinuteMax: number | null;
}

/**
 * Registers the routes to which platforms push new comments. They are not part of /api/v1 and need no credential,
 * because a push is signed with our app's secret. Only refused requests are counted, so that a flood of comments blocks
 * no pushes. After too many refusals, only small bodies are read.
 */
export function registerPlatformWebhooks(app: OpenAPIHono<ApiEnv>, options: PlatformWebhookOptions): void {
  const { deps, trustProxyHops, perMinuteMax } = options;
  const receiver = createPushReceiver(deps);
  const gate = createNetworkGate(perMinuteMax);
  const platformOf = new Map([...deps.connect.names].map(([name, { path }]) => [path, name] as const));
  const openTo = (c: Context<ApiEnv>): PlatformName | undefined => {
    const platform = platformOf.get(c.req.param('platform') ?? '');
    return platform !== undefined && receiver.isOpen(platform) ? platform : undefined;
  };
  const at = (c: Context<ApiEnv>) => [clientAddress(c, trustProxyHops), deps.clock.now().getTime()] as const;
  const refuse = (c: Context<ApiEnv>, status: ContentfulStatusCode, words: string): Response => {
    const waitMs = gate.note(...at(c));
    if (waitMs === 0) return c.text(words, status);
    deps.metrics.rateLimited('unauthorized');
    setRefusal(c, gate.full(waitMs), { standings: [], nowMs: at(c)[1] });
    return c.text('Too many requests.', 429);
  };

  const path = '/platform-webhooks/:platform';
  app.get(path, (c) => {
    const platform = openTo(c);
    if (platform === undefined) return c.notFound();
    const challenge = receiver.echoChallenge(platform, new URL(c.req.url).searchParams);
    return challenge === null ? refuse(c, 403, 'The verify token is missing or wrong.') : c.text(challenge);
  });
  app.post(path, async (c) => {
    const platform = openTo(c);
    if (platform === undefined) return c.notFound();
    const signature = c.req.header('x-hub-signature-256');
    if (!receiver.couldBeSignature(signature)) return refuse(c, 401, 'The signature is missing or wrong.');
    const bytesMax = gate.waitMs(...at(c)) > 0 ? crowdBodyBytesMax : bodyBytesMax;
    const body = await readBounded(c.req.raw, bytesMax);
    if (body === 'too-large') return refuse(c, 413, 'Too large.');
    if (body === 'ended-early') return refuse(c, 400, 'The body ended early.');
    if (!receiver.isSigned(platform, body, signature))
      return refuse(c, 401, 'The signature is missing or wrong.');
    await receiver.take(platform, body);
    return c.text('');
  });
}

async function readBounded(
  request: Request,
  bytesMax: number,
): Promise<Uint8Array | 'too-large' | 'ended-early'> {
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) return 'too-large';
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of readBody(request)) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > bytesMax) return 'too-large';
      chunks.push(chunk);
    }
  } catch (error) {
    if (isAppError(error)) return 'ended-early';
    throw error;
  }
  return Buffer.concat(chunks, sizeBytes);
}
