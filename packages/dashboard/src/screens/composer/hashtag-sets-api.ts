import type { components } from '../../../../client/src/api-types.js';
import { api, dataOf } from '../../api/client.js';
import { namedTextHooks } from '../../api/named-texts.js';

export type HashtagSet = components['schemas']['HashtagSet'];

export const {
  useAll: useHashtagSets,
  useSave: useSaveHashtagSet,
  useRemove: useDeleteHashtagSet,
} = namedTextHooks<HashtagSet, { name: string; hashtags: string }>({
  resource: 'hashtag-sets',
  list: (id, query, signal) =>
    dataOf(api.GET('/workspaces/{id}/hashtag-sets', { params: { path: { id }, query }, signal })),
  create: (id, body, key) => {
    const header = { 'Idempotency-Key': key };
    return dataOf(api.POST('/workspaces/{id}/hashtag-sets', { params: { path: { id }, header }, body }));
  },
  update: (id, hashtagSetId, body) => {
    const params = { path: { id, hashtagSetId } };
    return dataOf(api.PATCH('/workspaces/{id}/hashtag-sets/{hashtagSetId}', { params, body }));
  },
  remove: (id, hashtagSetId) => {
    const params = { path: { id, hashtagSetId } };
    return dataOf(api.DELETE('/workspaces/{id}/hashtag-sets/{hashtagSetId}', { params }));
  },
});
