import { eq } from 'drizzle-orm';
import { webhookEndpoints } from '../../db/schema/index.js';
import type { WebhookEndpointStatus, WebhookEventType } from '../../domain/webhooks.js';
import { recordAudit } from '../audit/record.js';
import { requirePerson } from '../shared/rights/access.js';
import { lockWorkspace } from '../shared/rights/workspace-lock.js';
import { endpointChanges, endpointSubject } from './internal/audit-facts.js';
import { checkEndpointInput } from './internal/check-input.js';
import { requireNewUrl } from './internal/one-url.js';
import {
  lockEndpointInReach,
  readEndpointInReach,
  toEndpointView,
  type EndpointRow,
  type EndpointView,
  type WebhookContext,
} from './records.js';

/** The fields to change. Absent fields keep their value. */
export interface UpdateEndpointInput {
  endpointId: string;
  url?: string;
  events?: WebhookEventType[] | null;
  description?: string | null;
  status?: WebhookEndpointStatus;
}

/**
 * Changes an endpoint. Enabling it or changing its URL clears its record of failures. Pending deliveries go to the new
 * URL. Events that the endpoint missed while it was disabled can be replayed.
 */
export async function updateEndpoint(ctx: WebhookContext, input: UpdateEndpointInput): Promise<EndpointView> {
  requirePerson(ctx);
  const { endpointId, status, ...fields } = input;
  // The caller is authorized before the host name is resolved, and again under the lock.
  const { workspaceId } = await readEndpointInReach(ctx.db, ctx.reach, endpointId, 'manageWebhooks');
  await checkEndpointInput(ctx, fields);
  return ctx.db.transaction(async (tx) => {
    if (fields.url !== undefined) await lockWorkspace(tx, workspaceId);
    const row = await lockEndpointInReach(tx, ctx, endpointId);
    ctx.expect?.(toEndpointView(row));
    if (fields.url !== undefined && fields.url !== row.url) {
      await requireNewUrl(tx, { workspaceId, url: fields.url, ownId: endpointId });
    }
    const now = ctx.clock.now();
    const changed: EndpointRow = { ...row, ...fields, ...statusFields(row, status, now), updatedAt: now };
    if (fields.url !== undefined && fields.url !== row.url) changed.firstFailureAt = null;
    await tx.update(webhookEndpoints).set(changed).where(eq(webhookEndpoints.id, endpointId));
    const changes = endpointChanges(row, changed);
    if (changes.length > 0) {
      const { workspaceId } = row;
      const subject = endpointSubject(changed);
      await recordAudit(tx, ctx, { workspaceId, action: 'webhook_endpoint.updated', subject, changes });
    }
    return toEndpointView(changed);
  });
}

function statusFields(
  row: EndpointRow,
  status: WebhookEndpointStatus | undefined,
  now: Date,
): Partial<EndpointRow> {
  if (status === undefined || status === row.status) return {};
  if (status === 'ENABLED') return { status, disabledReason: null, disabledAt: null, firstFailureAt: null };
  return { status, disabledReason: 'BY_USER', disabledAt: now };
}
