import { AppError } from '../domain/errors.js';
import { listLimitDefault, listLimitMax } from '../domain/limits.js';
import { webhookDeliveryStatuses, type WebhookEventType } from '../domain/webhooks.js';
import { createEndpoint } from '../services/webhooks/create.js';
import type { DeliveryView } from '../services/webhooks/delivery-view.js';
import { getDelivery } from '../services/webhooks/get-delivery.js';
import { getEndpoint } from '../services/webhooks/get.js';
import { listAttempts, type AttemptView } from '../services/webhooks/list-attempts.js';
import { listDeliveries } from '../services/webhooks/list-deliveries.js';
import { listEndpoints } from '../services/webhooks/list.js';
import type { EndpointView, WebhookContext } from '../services/webhooks/records.js';
import { redeliver } from '../services/webhooks/redeliver.js';
import { deleteEndpoint } from '../services/webhooks/delete.js';
import { replayFailed } from '../services/webhooks/replay.js';
import { rotateSecret } from '../services/webhooks/rotate.js';
import { sendTestEvent } from '../services/webhooks/send-test.js';
import { updateEndpoint, type UpdateEndpointInput } from '../services/webhooks/update.js';
import type { WebhookArguments } from './webhook-arguments.js';

const hourMs = 3_600_000;
const answerWaitMsMax = 15_000;
const answerPollMs = 250;

export interface Said {
  json: unknown;
  lines: string[];
}

type Input = WebhookArguments & { workspaceId: () => string };
type Verb = (ctx: WebhookContext, input: Input) => Promise<Said>;

export const webhookVerbs: Readonly<Record<string, Verb | undefined>> = {
  async add(ctx, { workspaceId, url, events, description }) {
    const { endpoint, secret } = await createEndpoint(ctx, {
      workspaceId: workspaceId(),
      url: required(url, 'url'),
      events: eventList(events) ?? null,
      description: description ?? null,
    });
    return { json: { ...endpoint, secret }, lines: [endpointLine(endpoint), ...secretLines(secret)] };
  },

  async list(ctx, { workspaceId }) {
    const endpoints = await listEndpoints(ctx, { workspaceId: workspaceId() });
    const lines = endpoints.map(endpointLine);
    return { json: endpoints, lines: lines.length > 0 ? lines : ['No endpoint is registered.'] };
  },

  async update(ctx, { id, url, events, description, enable, disable }) {
    const changes: UpdateEndpointInput = { endpointId: id };
    const types = eventList(events);
    if (url !== undefined) changes.url = url;
    if (types !== undefined) changes.events = types;
    if (description !== undefined) changes.description = description;
    if (enable === true) changes.status = 'ENABLED';
    else if (disable === true) changes.status = 'DISABLED';
    const endpoint = await updateEndpoint(ctx, changes);
    return { json: endpoint, lines: [endpointLine(endpoint)] };
  },

  async remove(ctx, { id }) {
    await deleteEndpoint(ctx, { endpointId: id });
    return { json: { id }, lines: [`Removed ${id}.`] };
  },

  async rotate(ctx, { id, 'previous-valid-hours': hours }) {
    const { endpoint, secret } = await rotateSecret(ctx, {
      endpointId: id,
      ...(hours === undefined ? {} : { previousValidMs: numberOf(hours, 'previous-valid-hours') * hourMs }),
    });
    const until = endpoint.previousSecretExpiresAt;
    const before =
      until === null
        ? 'The previous secret is no longer used.'
        : `Deliveries are also signed with the previous secret until ${until.toISOString()}.`;
    return { json: { ...endpoint, secret }, lines: [...secretLines(secret), before] };
  },

  async test(ctx, { id }) {
    const { eventId, deliveryId } = await sendTestEvent(ctx, { endpointId: id });
    const attempt = await firstAttempt(ctx, deliveryId);
    const outcome =
      attempt === undefined ? 'It has not been sent yet. Is a worker running?' : attemptLine(attempt);
    return {
      json: { eventId, deliveryId, attempt: attempt ?? null },
      lines: [`Sent event ${eventId} as ${deliveryId}.`, outcome],
    };
  },

  async deliveries(ctx, { id, status, limit, cursor }) {
    const wanted = webhookDeliveryStatuses.find((known) => known === status?.toUpperCase());
    if (status !== undefined && wanted === undefined)
      throw invalidOption('status', 'Must be PENDING, DELIVERED or DEAD.');
    const page = await listDeliveries(ctx, {
      endpointId: id,
      limit: limit === undefined ? listLimitDefault : Math.min(numberOf(limit, 'limit'), listLimitMax),
      sort: '-createdAt',
      ...(wanted === undefined ? {} : { status: wanted }),
      ...(cursor === undefined ? {} : { cursor }),
    });
    const more = page.nextCursor === null ? [] : [`For more, add --cursor ${page.nextCursor}`];
    return { json: page, lines: [...page.data.map(deliveryLine), ...more] };
  },

  async delivery(ctx, { id }) {
    const delivery = await getDelivery(ctx, { deliveryId: id });
    return { json: delivery, lines: [deliveryLine(delivery), JSON.stringify(delivery.payload, null, 2)] };
  },

  async attempts(ctx, { id }) {
    const attempts = await listAttempts(ctx, { deliveryId: id });
    return { json: attempts, lines: attempts.map(attemptLine) };
  },

  async redeliver(ctx, { id }) {
    const delivery = await redeliver(ctx, { deliveryId: id });
    return { json: delivery, lines: [deliveryLine(delivery)] };
  },

  async replay(ctx, { id, since }) {
    const at = new Date(required(since, 'since'));
    if (Number.isNaN(at.getTime())) throw invalidOption('since', 'Must be an ISO-8601 date-time.');
    let replayed = 0;
    for (let hasMore = true; hasMore;) {
      const batch = await replayFailed(ctx, { endpointId: id, since: at });
      replayed += batch.replayed;
      hasMore = batch.hasMore;
    }
    const { url } = await getEndpoint(ctx, { endpointId: id });
    return { json: { replayed }, lines: [`Sending ${replayed} deliveries to ${url} again.`] };
  },
};

export function invalidOption(path: string, message: string): AppError {
  const details = [{ path: `--${path}`, code: 'invalid', message }];
  return new AppError('VALIDATION_FAILED', 'The command is not valid.', { details });
}

function required(value: string | undefined, name: string): string {
  if (value === undefined) throw invalidOption(name, 'This option is required.');
  return value;
}

function numberOf(text: string, name: string): number {
  if (!/^\d{1,6}$/.test(text)) throw invalidOption(name, 'Must be a whole number.');
  return Number(text);
}

/** Parses `--events`. Null means the default types, for which `all` is an older name. The service checks the types. */
function eventList(text: string | undefined): WebhookEventType[] | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'default' || text === 'all') return null;
  return text.split(',').map((type) => type.trim() as WebhookEventType);
}

async function firstAttempt(ctx: WebhookContext, deliveryId: string): Promise<AttemptView | undefined> {
  for (let waitedMs = 0; waitedMs < answerWaitMsMax; waitedMs += answerPollMs) {
    const [attempt] = await listAttempts(ctx, { deliveryId });
    if (attempt !== undefined) return attempt;
    await new Promise((resolve) => setTimeout(resolve, answerPollMs));
  }
  return undefined;
}

function secretLines(secret: string): string[] {
  return [`Signing secret, which is not shown again: ${secret}`];
}

function endpointLine({ id, workspaceId, status, disabledReason, url, events }: EndpointView): string {
  const state = disabledReason === null ? status : `${status} (${disabledReason})`;
  return [id, workspaceId, state, events?.join(',') ?? 'default', url].join('  ');
}

function deliveryLine({
  id,
  createdAt,
  type,
  status,
  deadReason,
  attemptCount,
  nextAttemptAt,
}: DeliveryView): string {
  const next = nextAttemptAt === null ? '' : `next ${nextAttemptAt.toISOString()}`;
  const tries = `${attemptCount} attempt(s)`;
  return [id, createdAt.toISOString(), type, status, deadReason ?? '', tries, next]
    .filter(Boolean)
    .join('  ');
}

function attemptLine({ number, startedAt, outcome, statusCode, durationMs, error }: AttemptView): string {
  return [number, startedAt.toISOString(), outcome, statusCode ?? '-', `${durationMs} ms`, error ?? '']
    .join('  ')
    .trimEnd();
}
