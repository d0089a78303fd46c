import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { components } from '../../api-types.js';
import type { PunctualClient } from '../../client.js';
import { dataOf } from '../../errors.js';
import { itemsOf } from '../../pages.js';
import type { EndpointDesk, EndpointInput, EndpointPull, ReceivedEvent } from './desk.js';

type CreateEndpoint = components['schemas']['CreateWebhookEndpoint'];

const pollMs = 2_000;
const pageMax = 100;
/** More deliveries than this within a poll are read later. */
const deliveriesAtOnceMax = 1_000;

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
    follow: async (endpointId, onEvent, signal) => {
      const seen = new Set<string>();
      const isEnded = (): boolean => signal.aborted;
      while (!isEnded()) {
        for (const deliveryId of await newDeliveries(endpointId, seen)) {
          if (isEnded()) return;
          await onEvent(await read(endpointId, deliveryId));
          seen.add(deliveryId);
        }
        await delay(pollMs, undefined, { signal }).catch(() => undefined);
      }
    },
  };

  /** The deliveries that were not seen before, the oldest first. A whole page is read, because some commit late. */
  async function newDeliveries(endpointId: string, seen: ReadonlySet<string>): Promise<string[]> {
    const found: string[] = [];
    let read = 0;
    let isPageNew = false;
    const params = { path: { id: workspaceId, endpointId }, query: { limit: pageMax } };
    for await (const { id } of itemsOf(
      client,
      '/workspaces/{id}/webhook-endpoints/{endpointId}/deliveries',
      params,
    )) {
      if (!seen.has(id)) {
        found.push(id);
        isPageNew = true;
      }
      read += 1;
      if (read >= deliveriesAtOnceMax) break;
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
