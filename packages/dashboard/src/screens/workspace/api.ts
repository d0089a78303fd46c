import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../../client/src/api-types.js';
import { api, dataOf } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { useWorkspace } from '../../api/workspace.js';

export type UpdateWorkspace = components['schemas']['UpdateWorkspace'];
export type WorkspaceUsage = components['schemas']['WorkspaceUsage'];

type Media = components['schemas']['Media'];
export type Brand = Required<NonNullable<components['schemas']['Brand']>>;

const logoTypes: readonly (string | null)[] = ['image/png', 'image/jpeg', 'image/webp'];
const pageMax = 100;

/** The number of items on the first page of a list, and whether there are more. */
export interface Count {
  number: number;
  hasMore: boolean;
}

const countOf = ({ data, nextCursor }: { data: unknown[]; nextCursor: string | null }): Count => ({
  number: data.length,
  hasMore: nextCursor !== null,
});

export function useUpdateWorkspace() {
  const { id } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateWorkspace) =>
      dataOf(api.PATCH('/workspaces/{id}', { params: { path: { id } }, body })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.workspaces }),
  });
}

export function useDeleteWorkspace() {
  const { id } = useWorkspace();
  return useMutation({
    mutationFn: () => dataOf(api.DELETE('/workspaces/{id}', { params: { path: { id } } })),
  });
}

/** Reads the images that can be a logo: the suitable ones among the latest images, and the current logo. */
export function useLogos(currentId: string | null) {
  const { id } = useWorkspace();
  return useQuery({
    queryKey: keys.of(id, 'media', 'logos', currentId),
    queryFn: async ({ signal }): Promise<Media[]> => {
      const query = { workspaceId: id, kind: 'IMAGE', limit: pageMax };
      const { data } = await dataOf(api.GET('/media', { params: { query }, signal }));
      const images = data.filter(({ status, mime }) => status === 'READY' && logoTypes.includes(mime));
      if (currentId === null || images.some((image) => image.id === currentId)) return images;
      const path = { id: currentId };
      return [await dataOf(api.GET('/media/{id}', { params: { path }, signal })), ...images];
    },
  });
}

/** Reads the usage of the plan. */
export function useUsage() {
  const { id } = useWorkspace();
  return useQuery({
    queryKey: keys.of(id, 'usage'),
    queryFn: ({ signal }) => dataOf(api.GET('/workspaces/{id}/usage', { params: { path: { id } }, signal })),
  });
}

/** Requests a URL of the payment provider and opens it. The URL grants access, so it is not cached. */
export function useOpenPaymentPage() {
  const { id } = useWorkspace();
  return useMutation({
    gcTime: 0,
    mutationFn: async () => {
      const returnUrl = `${globalThis.location.origin}/w/${id}/workspace`;
      const params = { path: { id } };
      const { url } = await dataOf(
        api.POST('/workspaces/{id}/billing-sessions', { params, body: { returnUrl } }),
      );
      globalThis.location.assign(url);
    },
  });
}

/** Counts the webhook endpoints. `enabled` must be false for members who may not list them. */
export function useEndpointCount(enabled: boolean) {
  const { id } = useWorkspace();
  return useQuery({
    enabled,
    queryKey: keys.of(id, 'webhook-endpoints', 'count'),
    queryFn: async ({ signal }) => {
      const params = { path: { id }, query: { limit: pageMax } };
      return countOf(await dataOf(api.GET('/workspaces/{id}/webhook-endpoints', { params, signal })));
    },
  });
}
