import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../../client/src/api-types.js';
import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { usePages } from '../../api/pages.js';
import { nextReadMs } from '../../api/polling.js';
import { useChange } from '../../api/use-change.js';
import { useWorkspace } from '../../api/workspace.js';

type Schemas = components['schemas'];
export type Endpoint = Schemas['WebhookEndpoint'];
export type Delivery = Schemas['WebhookDelivery'];
export type Attempt = Schemas['WebhookAttempt'];
export type EventType = NonNullable<Endpoint['events']>[number];

const resource = 'webhook-endpoints';
const pageRows = 50;
/** The polling interval, because deliveries also change without user actions. */
const refetchMs = 2_000;
/** The polling interval while the user waits for a delivery that they have just sent. */
const sentRefetchMs = 500;
/**
 * The number of polls at the short interval. If the delivery has still not been tried, probably no worker is running.
 */
const sentReadsMax = 20;

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

const readDelivery = (path: { id: string; endpointId: string; deliveryId: string }, signal: AbortSignal) =>
  dataOf(
    api.GET('/workspaces/{id}/webhook-endpoints/{endpointId}/deliveries/{deliveryId}', {
      params: { path },
      signal,
    }),
  );

/** Reads a delivery that the user waits for, and polls it often until it has been tried. */
export function useSentDelivery(endpointId: string, deliveryId: string) {
  const { id } = useWorkspace();
  return useQuery({
    queryKey: keys.of(id, resource, endpointId, 'sent', deliveryId),
    queryFn: ({ signal }) => readDelivery({ id, endpointId, deliveryId }, signal),
    refetchInterval: ({ state: { data, error, dataUpdateCount } }) => {
      const isSoon = (data === undefined || isUntried(data)) && dataUpdateCount < sentReadsMax;
      const isPending = data?.status === 'PENDING';
      return nextReadMs(error, isSoon ? sentRefetchMs : isPending && refetchMs);
    },
  });
}

const isUntried = ({ status, attemptCount }: Delivery): boolean => status === 'PENDING' && attemptCount === 0;

/** Reads one delivery with its payload. It is never read again, because the payload never changes. */
export function useDelivery({ endpointId, id: deliveryId }: Delivery) {
  const { id } = useWorkspace();
  return useQuery({
    queryKey: keys.of(id, resource, endpointId, 'delivery', deliveryId),
    queryFn: ({ signal }) => readDelivery({ id, endpointId, deliveryId }, signal),
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

/** Reads the newest attempt of a delivery, once for each attempt. Returns null if there is none. */
export function useLastAttempt({ endpointId, id: deliveryId, attemptCount }: Delivery) {
  const { id } = useWorkspace();
  return useQuery({
    queryKey: keys.of(id, resource, endpointId, 'last-attempt', deliveryId, String(attemptCount)),
    queryFn: async ({ signal }): Promise<Attempt | null> => {
      const params = {
        path: { id, endpointId, deliveryId },
        query: { limit: 1, sort: '-createdAt' as const },
      };
      const { data } = await dataOf(
        api.GET('/workspaces/{id}/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/attempts', {
          params,
          signal,
        }),
      );
      return data[0] ?? null;
    },
    enabled: attemptCount > 0,
    staleTime: Infinity,
  });
}

/** Creates an endpoint. The response contains the secret, so it is not cached: only the form keeps it. */
export function useCreateEndpoint() {
  return useChange(resource, (body: Schemas['CreateWebhookEndpoint'], id, header) =>
    dataOf(api.POST('/workspaces/{id}/webhook-endpoints', { params: { path: { id }, header }, body })),
  );
}

export function useRotateSecret(endpointId: string) {
  return useChange(resource, (body: Schemas['RotateWebhookSecret'], id, header) =>
    dataOf(
      api.POST('/workspaces/{id}/webhook-endpoints/{endpointId}/rotate-secret', {
        params: { path: { id, endpointId }, header },
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
