import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { components } from '../../api-types.js';
import type { PunctualClient } from '../../client.js';
import { dataOf } from '../../errors.js';
import { itemsOf } from '../../pages.js';
import type { EndpointDesk, EndpointInput, EndpointPull, Follower, ReceivedEvent } from './desk.js';

type CreateEndpoint = components['schemas']['CreateWebhookEndpoint'];

const pollMs = 2_000;
const pageMax = 100;
/** The number of new deliveries that one poll reads. If there are more, the earlier ones are skipped. */
const deliveriesAtOnceMax = 10_000;

/** Manages the endpoint in the session of a person. */
export function createSessionDesk(
  client: PunctualClient,
  { server, workspaceId }: { server: string; workspaceId: string },
): EndpointDesk {
  return {
    create: async (input) => {
      const params = { path: { id: workspaceId } };
      const endpoint = await dataOf(
        client.POST('/workspaces/{id}/webhook-endpoints', { params, body: asEndpoint(input) }),
      );
      return { id: endpoint.id, secret: endpoint.secret };
    },
    remove: async (endpointId) => {
      const params = { path: { id: workspaceId, endpointId } };
      await dataOf(client.DELETE('/workspaces/{id}/webhook-endpoints/{endpointId}', { params }));
    },
    close: () => endSession(client),
    pull: createPull(client, { server, workspaceId }),
  };
}

/** Ends the session of a person. */
export async function endSession(client: PunctualClient): Promise<void> {
  await client.POST('/auth/sign-out');
}

/** The server checks the event types. */
const asEndpoint = (input: EndpointInput): CreateEndpoint => input as CreateEndpoint;

/**
 * Events of a disabled endpoint are kept, and sent nowhere. So the endpoint is disabled, and its list of deliveries is
 * read.
 */
function createPull(
  client: PunctualClient,
  { server, workspaceId }: { server: string; workspaceId: string },
): EndpointPull {
  return {
    placeholderUrl: () => `${server}/webhooks-listen/${randomUUID()}`,
    disable: async (endpointId) => {
      const params = { path: { id: workspaceId, endpointId } };
      const body = { status: 'DISABLED' } as const;
      await dataOf(client.PATCH('/workspaces/{id}/webhook-endpoints/{endpointId}', { params, body }));
    },
    follow: async (endpointId, { onEvent, onSkip }, signal) => {
      const seen = new Set<string>();
      const isEnded = (): boolean => signal.aborted;
      while (!isEnded()) {
        for (const deliveryId of await newDeliveries(endpointId, { seen, onSkip })) {
          if (isEnded()) return;
          await onEvent(await read(endpointId, deliveryId));
          seen.add(deliveryId);
        }
        await delay(pollMs, undefined, { signal }).catch(() => undefined);
      }
    },
  };

  /**
   * The deliveries that were not seen before, the oldest first. Pages are read until all of one is known, because some
   * deliveries commit late.
   */
  async function newDeliveries(
    endpointId: string,
    { seen, onSkip }: { seen: ReadonlySet<string>; onSkip: Follower['onSkip'] },
  ): Promise<string[]> {
    const found: string[] = [];
    let read = 0;
    let isPageNew = false;
    const params = { path: { id: workspaceId, endpointId }, query: { limit: pageMax } };
    for await (const { id } of itemsOf(
      client,
      '/workspaces/{id}/webhook-endpoints/{endpointId}/deliveries',
      params,
    )) {
      if (read === deliveriesAtOnceMax) {
        onSkip(deliveriesAtOnceMax);
        break;
      }
      if (!seen.has(id)) {
        found.push(id);
        isPageNew = true;
      }
      read += 1;
      if (read % pageMax === 0 && !isPageNew) break;
      if (read % pageMax === 0) isPageNew = false;
    }
    return found.reverse();
  }

  async function read(endpointId: string, deliveryId: string): Promise<ReceivedEvent> {
    const params = { path: { id: workspaceId, endpointId, deliveryId } };
    const { payload, eventId } = await dataOf(
      client.GET('/workspaces/{id}/webhook-endpoints/{endpointId}/deliveries/{deliveryId}', { params }),
    );
    return { id: eventId, body: JSON.stringify(payload) };
  }
}
