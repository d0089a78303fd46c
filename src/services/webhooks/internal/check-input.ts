import { countMessage } from '../../../domain/count-message.js';
import { AppError, type ErrorDetail } from '../../../domain/errors.js';
import {
  webhookDescriptionCharsMax,
  webhookEventTypes,
  webhookUrlCharsMax,
  type WebhookEventType,
} from '../../../domain/webhooks.js';
import type { WebhookContext } from '../records.js';

interface EndpointFields {
  url?: string;
  events?: WebhookEventType[] | null;
  description?: string | null;
}

/** Refuses fields that cannot be stored, and a URL that points to a private network. Absent fields are accepted. */
export async function checkEndpointInput(ctx: WebhookContext, fields: EndpointFields): Promise<void> {
  const details: ErrorDetail[] = [];
  const { url, events, description } = fields;
  if (url !== undefined && url.length > webhookUrlCharsMax)
    details.push(tooLong('url', webhookUrlCharsMax, url));
  if (description !== undefined && description !== null && description.length > webhookDescriptionCharsMax) {
    details.push(tooLong('description', webhookDescriptionCharsMax, description));
  }
  const known: readonly string[] = webhookEventTypes;
  const unknown = events?.filter((type) => !known.includes(type)) ?? [];
  if (events?.length === 0 || unknown.length > 0) {
    const told = unknown.length === 0 ? '' : `There is no event type ${unknown.join(', ').slice(0, 200)}. `;
    const message = `${told}Name at least one of ${webhookEventTypes.join(', ')}.`;
    details.push({ path: 'events', code: 'unknown_event_type', message });
  }
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', 'The endpoint is not valid.', { details });
  if (url === undefined) return;
  const verdict = await ctx.webhooks.fetch.check(url);
  if (!verdict.ok) throw new AppError('URL_REJECTED', verdict.message, { reason: verdict.reason });
}

function tooLong(path: string, limit: number, value: string): ErrorDetail {
  return {
    path,
    code: 'too_long',
    message: countMessage('most', limit, 'character', value.length),
    limit,
    actual: value.length,
  };
}
