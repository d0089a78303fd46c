import { asc, eq } from 'drizzle-orm';
import { webhookAttempts } from '../../db/schema/index.js';
import { requirePerson } from '../shared/access.js';
import { readDeliveryInReach, type AttemptRow, type WebhookContext } from './records.js';

/** A delivery that is redelivered again and again has more; the rest is seldom looked for. */
const attemptsShownMax = 500;

export type AttemptView = AttemptRow;

/** Every request that a delivery has made, the oldest first. */
export async function listAttempts(
  ctx: WebhookContext,
  { deliveryId }: { deliveryId: string },
): Promise<AttemptView[]> {
  requirePerson(ctx);
  await readDeliveryInReach(ctx.db, ctx.reach, deliveryId, 'manageWebhooks');
  return ctx.db
    .select()
    .from(webhookAttempts)
    .where(eq(webhookAttempts.deliveryId, deliveryId))
    .orderBy(asc(webhookAttempts.number))
    .limit(attemptsShownMax);
}
