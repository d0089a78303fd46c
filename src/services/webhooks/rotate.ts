import { eq } from 'drizzle-orm';
import { webhookEndpoints } from '../../db/schema/index.js';
import { AppError } from '../../domain/errors.js';
import { webhookRotationMsDefault, webhookRotationMsMax } from '../../domain/webhooks.js';
import { set } from '../audit/changes.js';
import { recordAudit } from '../audit/record.js';
import { requirePerson } from '../shared/rights/access.js';
import { endpointSubject } from './internal/audit-facts.js';
import { lockEndpointInReach, toEndpointView, type EndpointView, type WebhookContext } from './records.js';
import { newSecret, openSecrets, sealSecret } from './internal/secrets.js';

export interface RotateSecretInput {
  endpointId: string;
  /** How long deliveries are also signed with the previous secret. 0 for a leaked secret. The default is 24 hours. */
  previousValidMs?: number;
}

/**
 * Creates a new secret for an endpoint and returns it; it is shown nowhere else. For a while, deliveries are also
 * signed with the previous secret. If an earlier rotation is still under way, its previous secret is dropped
 * immediately.
 */
export async function rotateSecret(
  ctx: WebhookContext,
  { endpointId, previousValidMs = webhookRotationMsDefault }: RotateSecretInput,
): Promise<{ endpoint: EndpointView; secret: string }> {
  requirePerson(ctx);
  const secret = newSecret();
  return ctx.db.transaction(async (tx) => {
    const row = await lockEndpointInReach(tx, ctx, endpointId);
    checkWindow(previousValidMs);
    const now = ctx.clock.now();
    const [current] = openSecrets(ctx, row, now);
    const keeps = current !== undefined && previousValidMs > 0;
    const changed = {
      ...row,
      secret: sealSecret(ctx, row.id, secret),
      previousSecret: keeps ? sealSecret(ctx, row.id, current, 'previous_secret') : null,
      previousSecretExpiresAt: keeps ? new Date(now.getTime() + previousValidMs) : null,
      updatedAt: now,
    };
    await tx.update(webhookEndpoints).set(changed).where(eq(webhookEndpoints.id, row.id));
    await recordAudit(tx, ctx, {
      workspaceId: row.workspaceId,
      action: 'webhook_endpoint.secret_rotated',
      subject: endpointSubject(row),
      changes: [set('previousSecretExpiresAt', changed.previousSecretExpiresAt?.toISOString() ?? null)],
    });
    return { endpoint: toEndpointView(changed), secret };
  });
}

function checkWindow(previousValidMs: number): void {
  if (previousValidMs >= 0 && previousValidMs <= webhookRotationMsMax) return;
  const message = 'The previous secret can stay valid for at most seven days.';
  throw new AppError('VALIDATION_FAILED', message, {
    details: [{ path: 'previousValidMs', code: 'out_of_range', message, limit: webhookRotationMsMax }],
  });
}
