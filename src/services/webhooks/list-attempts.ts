import { asc, eq } from 'drizzle-orm';
import { webhookAttempts } from '../../db/schema/index.js';
import { requirePerson } from '../shared/rights/access.js';
import { readDeliveryInReach, type AttemptRow, type WebhookContext } from './records.js';

/** The number of attempts that are shown. Only a delivery that is redelivered again and again has more. */
const attemptsShownMax = 500;

export type AttemptView = AttemptRow;

/** Lists the attempts of a delivery, the oldest first. */
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
