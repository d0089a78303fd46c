import { createHash } from 'node:crypto';
import type { RouteConfig } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import {
  bindKey,
  claimKey,
  credentialOf,
  keepAnswer,
  releaseKey,
  type IdempotencyUse,
  type KeptAnswer,
} from '../../services/idempotency/keys.js';
import { AppError } from '../../domain/errors.js';
import type { ApiEnv } from '../types.js';
import { invalidRequest } from '../errors/validation.js';
import { replayRights } from './replay-rights.js';

export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/;
/** The headers that are stored with a response. The others depend on the current request. */
const keptHeaders = ['content-type', 'location', 'idempotent-replayed'];

const createAnother = 'send the request with a new Idempotency-Key, and remove what you do not need.';
/**
 * The operations whose responses contain a secret that is shown once and therefore not stored. A repeated request gets
 * an error with this advice.
 */
const adviceWithoutSecret: Readonly<Record<string, string | undefined>> = {
  allowApp: 'start again in the app.',
  createApiKey: createAnother,
  createBillingSession: createAnother,
  createClientLink: createAnother,
  createInvitation: createAnother,
  createWebhookEndpoint:
    'get another one with POST /workspaces/{id}/webhook-endpoints/{endpointId}/rotate-secret.',
  rotateWebhookSecret: 'send the request with a new Idempotency-Key.',
};

/**
 * Makes a POST repeatable for callers that send an Idempotency-Key: a repeat within 24 hours gets the first response.
 * Does nothing without the header or without a credential. Only successful responses are stored, because a rejected
 * request changed nothing, and errors such as a 429 soon become outdated.
 */
export function idempotency({ operationId, request }: RouteConfig) {
  const right = replayRights[operationId ?? ''];
  const advice = adviceWithoutSecret[operationId ?? ''];
  const hasJsonBody = request?.body?.content['application/json'] !== undefined;
  return createMiddleware<ApiEnv>(async (c, next) => {
    const key = c.req.header('idempotency-key');
    // Public operations have no `ctx`, although its type says that it is always set.
    const ctx = c.var.ctx as ApiEnv['Variables']['ctx'] | undefined;
    if (key === undefined || ctx === undefined) {
      await next();
      return;
    }
    if (!idempotencyKeyPattern.test(key)) throw malformedKey();
    const body = hasJsonBody ? await c.req.text() : '';
    const use: IdempotencyUse = {
      operation: operationId ?? c.req.path,
      key,
      fingerprint: fingerprintOf(c.req.url, body),
    };
    const claim = await claimKey(ctx, use, right);
    if (claim.kind === 'KEPT') {
      if (advice !== undefined) throw alreadyShown(claim.answer, advice);
      return replay(c, claim.answer);
    }
    if (claim.kind === 'DONE') c.set('isDone', true);
    if (claim.kind === 'DONE' || claim.kind === 'MINE') {
      const changedIds = new Set(claim.kind === 'DONE' ? claim.changedIds : []);
      c.set('ctx', { ...ctx, changedIds, bind: (tx, id) => bindKey(tx, ctx, use, id) });
    }
    c.set('idempotencyReference', `idempotency-key:${sha256(`${credentialOf(ctx.actor)}:${key}`)}`);
    await next();
    await settle(c, use, advice === undefined ? (body) => body : idAlone);
    return undefined;
  });
}

/** Stores the response for repeats. A failure to do so does not fail the request, and the key's lock expires. */
async function settle(
  c: Context<ApiEnv>,
  use: IdempotencyUse,
  keptOf: (body: string) => string,
): Promise<void> {
  const { ctx } = c.var;
  const { status, headers } = c.res;
  try {
    if (status >= 300 || c.var.isUnfinished === true) {
      await releaseKey(ctx, use, status >= 300 && status < 500 ? 'refused' : 'failed');
      return;
    }
    const body = await c.res.clone().text();
    const kept = Object.fromEntries(
      keptHeaders.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : [])),
    );
    const workspaceId = workspaceOf(body) ?? namedWorkspace(c) ?? workspaceOfClient(ctx);
    await keepAnswer(ctx, use, { status, headers: kept, body: keptOf(body) }, workspaceId);
  } catch (error) {
    ctx.log.warn({ err: error, requestId: ctx.requestId }, 'an idempotency key could not be settled');
  }
}

function replay(c: Context<ApiEnv>, { status, headers, body }: KeptAnswer): Response {
  const all = { ...headers, 'Idempotent-Replayed': 'true' };
  // A 204 must not have a body, not even an empty one.
  return status === 204 ? c.body(null, 204, all) : c.body(body, status as ContentfulStatusCode, all);
}

const idAlone = (body: string): string => JSON.stringify({ id: idIn(JSON.parse(body), 'id') });

function alreadyShown({ body }: KeptAnswer, advice: string): AppError<'CONFLICT'> {
  const id = idIn(JSON.parse(body), 'id');
  return new AppError(
    'CONFLICT',
    `This request has been carried out${id === null ? '' : ` (${id})`}. Its response had a secret that is shown once, and is not kept. If you did not get it, ${advice}`,
    id === null ? {} : { existingId: id },
  );
}

/** Returns the workspace that a response, or the media asset in it, belongs to. */
function workspaceOf(body: string): string | null {
  if (body === '') return null;
  const parsed: unknown = JSON.parse(body);
  return idIn(parsed, 'workspaceId') ?? idIn(fieldOf(parsed, 'media'), 'workspaceId');
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function idIn(value: unknown, name: string): string | null {
  const id = fieldOf(value, name);
  return typeof id === 'string' ? id : null;
}

/** Returns the workspace in the request's path, for responses that name none. */
function namedWorkspace(c: Context<ApiEnv>): string | null {
  return /\/workspaces\/([^/]+)\//.exec(c.req.path)?.[1] ?? null;
}

/** Returns the workspace of a client link, whose responses name none. */
function workspaceOfClient({ actor, reach }: ApiEnv['Variables']['ctx']): string | null {
  if (actor.kind !== 'clientLink') return null;
  const [workspaceId = null] = reach.roleByWorkspace.keys();
  return workspaceId;
}

/** Hashes a request to recognize repeats. The order of the fields in its body does not matter. */
function fingerprintOf(url: string, body: string): string {
  const { pathname, search } = new URL(url);
  return sha256(JSON.stringify([pathname, search, body === '' ? {} : sorted(JSON.parse(body))]));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, child]) => [name, sorted(child)]);
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const malformedKey = () =>
  invalidRequest([
    {
      path: 'Idempotency-Key',
      code: 'invalid_format',
      message: 'The header must be 1 to 255 visible ASCII characters.',
    },
  ]);
