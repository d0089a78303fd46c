import { and, count, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { webhookEndpoints } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import { webhookEndpointsPerWorkspaceMax, type WebhookEventType } from '../../domain/webhooks.js';
import { recordAudit } from '../audit/record.js';
import { authorizeWorkspace, requirePerson } from '../shared/rights/access.js';
import { lockWorkspace } from '../shared/rights/workspace-lock.js';
import { endpointFacts, endpointSubject } from './internal/audit-facts.js';
import { checkEndpointInput } from './internal/check-input.js';
import {
  holdWebhookRights,
  toEndpointView,
  type EndpointRow,
  type EndpointView,
  type WebhookContext,
} from './records.js';
import { requireNewUrl } from './internal/one-url.js';
import { newSecret, sealSecret } from './internal/secrets.js';

export interface CreateEndpointInput {
  workspaceId: string;
  url: string;
  /** The event types. Null means the default types. */
  events: WebhookEventType[] | null;
  description: string | null;
}

/** Creates an endpoint. Only this result contains its secret. */
export async function createEndpoint(
  ctx: WebhookContext,
  input: CreateEndpointInput,
): Promise<{ endpoint: EndpointView; secret: string }> {
  requirePerson(ctx);
  authorizeWorkspace(ctx.reach, input.workspaceId, 'manageWebhooks');
  await checkEndpointInput(ctx, input);
  const secret = newSecret();
  return ctx.db.transaction(async (tx) => {
    // The workspace is locked, so that two concurrent requests cannot both use the last slot or the same URL.
    await lockWorkspace(tx, input.workspaceId);
    await holdWebhookRights(tx, ctx, input.workspaceId);
    await requireSlot(tx, input.workspaceId);
    await requireNewUrl(tx, input);
    const row = newEndpoint(ctx, input, secret);
    await tx.insert(webhookEndpoints).values(row);
    await recordAudit(tx, ctx, {
      workspaceId: row.workspaceId,
      action: 'webhook_endpoint.created',
      subject: endpointSubject(row),
      changes: endpointFacts(row),
    });
    return { endpoint: toEndpointView(row), secret };
  });
}

async function requireSlot(tx: Tx, workspaceId: string): Promise<void> {
  const [found] = await tx
    .select({ actual: count() })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.workspaceId, workspaceId), isNull(webhookEndpoints.deletedAt)));
  const actual = found?.actual ?? 0;
  if (actual < webhookEndpointsPerWorkspaceMax) return;
  const message = `A workspace has at most ${webhookEndpointsPerWorkspaceMax} webhook endpoints.`;
  throw new AppError('VALIDATION_FAILED', message, {
    details: [
      {
        path: 'workspaceId',
        code: 'too_many_endpoints',
        message,
        limit: webhookEndpointsPerWorkspaceMax,
        actual,
      },
    ],
  });
}

function newEndpoint(ctx: WebhookContext, input: CreateEndpointInput, secret: string): EndpointRow {
  const now = ctx.clock.now();
  const id = ctx.newId('webhookEndpoint');
  return {
    id,
    workspaceId: input.workspaceId,
    url: input.url,
    events: input.events,
    description: input.description,
    secret: sealSecret(ctx, id, secret),
    previousSecret: null,
    previousSecretExpiresAt: null,
    status: 'ENABLED',
    disabledReason: null,
    disabledAt: null,
    firstFailureAt: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  };
}
