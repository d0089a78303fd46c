import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../../client/src/api-types.js';
import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { usePages } from '../../api/pages.js';
import { useChange } from '../../api/use-change.js';
import { useWorkspace } from '../../api/workspace.js';

type Schemas = components['schemas'];
export type Endpoint = Schemas['WebhookEndpoint'];
export type Delivery = Schemas['WebhookDelivery'];
export type Attempt = Schemas['WebhookAttempt'];
export type EventType = NonNullable<Endpoint['events']>[number];

const resource = 'webhook-endpoints';
const pageRows = 50;
/** Deliveries go out by themselves. */
const refetchMs = 2_000;

export function useEndpoints() {
  const { id } = useWorkspace();
  return usePages<Endpoint>(keys.of(id, resource), (cursor, signal) => {
    const query = { limit: pageRows, ...(cursor !== undefined && { cursor }) };
    return dataOf(api.GET('/workspaces/{id}/webhook-endpoints', { params: { path: { id }, query }, signal }));
  });
}

export function useEndpoint(endpointId: string) {
  const { id } = useWorkspace();
  return useQuery({
    queryKey: keys.of(id, resource, endpointId),
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/workspaces/{id}/webhook-endpoints/{endpointId}', {
          params: { path: { id, endpointId } },
          signal,
        }),
      ),
  });
}

export function useDeliveries(endpointId: string, status: Delivery['status'] | undefined) {
  const { id } = useWorkspace();
  return usePages<Delivery>(
    keys.of(id, resource, endpointId, 'deliveries', status),
    (cursor, signal) => {
      const query = {
        limit: pageRows,
        ...(status !== undefined && { status }),
        ...(cursor !== undefined && { cursor }),
      };
      const params = { path: { id, endpointId }, query };
      return dataOf(
        api.GET('/workspaces/{id}/webhook-endpoints/{endpointId}/deliveries', { params, signal }),
      );
    },
    { refetchMs },
  );
}

/** One delivery with its payload, which never changes. */
export function useDelivery({ endpointId, id: deliveryId }: Delivery) {
  const { id } = useWorkspace();
  return useQuery({
    queryKey: keys.of(id, resource, endpointId, 'delivery', deliveryId),
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/workspaces/{id}/webhook-endpoints/{endpointId}/deliveries/{deliveryId}', {
          params: { path: { id, endpointId, deliveryId } },
          signal,
        }),
      ),
    staleTime: Infinity,
  });
}

export function useAttempts({ endpointId, id: deliveryId }: Delivery) {
  const { id } = useWorkspace();
  return usePages<Attempt>(
    keys.of(id, resource, endpointId, 'attempts', deliveryId),
    (cursor, signal) => {
      const query = { limit: pageRows, ...(cursor !== undefined && { cursor }) };
      const params = { path: { id, endpointId, deliveryId }, query };
      return dataOf(
        api.GET('/workspaces/{id}/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/attempts', {
          params,
          signal,
        }),
      );
    },
    { refetchMs },
  );
}

interface Once<Body> {
  body: Body;
  idempotencyKey: string;
}
const onceHeader = (idempotencyKey: string) => ({ header: { 'Idempotency-Key': idempotencyKey } });

/** The answer holds the secret, so it is kept by the form that asked for it, and nowhere else. */
export function useCreateEndpoint() {
  return useChange(resource, ({ body, idempotencyKey }: Once<Schemas['CreateWebhookEndpoint']>, id) =>
    dataOf(
      api.POST('/workspaces/{id}/webhook-endpoints', {
        params: { path: { id }, ...onceHeader(idempotencyKey) },
        body,
      }),
    ),
  );
}

export function useRotateSecret(endpointId: string) {
  return useChange(resource, ({ body, idempotencyKey }: Once<Schemas['RotateWebhookSecret']>, id) =>
    dataOf(
      api.POST('/workspaces/{id}/webhook-endpoints/{endpointId}/rotate-secret', {
        params: { path: { id, endpointId }, ...onceHeader(idempotencyKey) },
        body,
      }),
    ),
  );
}

export function useUpdateEndpoint(endpointId: string) {
  return useChange(resource, (body: Schemas['UpdateWebhookEndpoint'], id) =>
    dataOf(
      api.PATCH('/workspaces/{id}/webhook-endpoints/{endpointId}', {
        params: { path: { id, endpointId } },
        body,
      }),
    ),
  );
}

export function useDeleteEndpoint(endpointId: string) {
  return useChange(resource, (_nothing: undefined, id) =>
    dataOf(
      api.DELETE('/workspaces/{id}/webhook-endpoints/{endpointId}', { params: { path: { id, endpointId } } }),
    ),
  );
}

export function useSendTest(endpointId: string) {
  return useChange(resource, (_nothing: undefined, id) =>
    dataOf(
      api.POST('/workspaces/{id}/webhook-endpoints/{endpointId}/test', {
        params: { path: { id, endpointId } },
      }),
    ),
  );
}

export function useRedeliver(endpointId: string) {
  return useChange(resource, (deliveryId: string, id) =>
    dataOf(
      api.POST('/workspaces/{id}/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/redeliver', {
        params: { path: { id, endpointId, deliveryId } },
      }),
    ),
  );
}

export function useReplay(endpointId: string) {
  return useChange(resource, (since: string, id) =>
    dataOf(
      api.POST('/workspaces/{id}/webhook-endpoints/{endpointId}/replay', {
        params: { path: { id, endpointId } },
        body: { since },
      }),
    ),
  );
}
