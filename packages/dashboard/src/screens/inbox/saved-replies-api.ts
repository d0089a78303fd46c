import type { components } from '../../../../client/src/api-types.js';
import { api, dataOf } from '../../api/client.js';
import { namedTextHooks } from '../../api/named-texts.js';

export type SavedReply = components['schemas']['SavedReply'];

export const {
  useAll: useSavedReplies,
  useSave: useSaveReply,
  useRemove: useDeleteSavedReply,
} = namedTextHooks<SavedReply, { name: string; text: string }>({
  resource: 'saved-replies',
  list: (id, query, signal) =>
    dataOf(api.GET('/workspaces/{id}/saved-replies', { params: { path: { id }, query }, signal })),
  create: (id, body, key) => {
    const header = { 'Idempotency-Key': key };
    return dataOf(api.POST('/workspaces/{id}/saved-replies', { params: { path: { id }, header }, body }));
  },
  update: (id, savedReplyId, body) => {
    const params = { path: { id, savedReplyId } };
    return dataOf(api.PATCH('/workspaces/{id}/saved-replies/{savedReplyId}', { params, body }));
  },
  remove: (id, savedReplyId) => {
    const params = { path: { id, savedReplyId } };
    return dataOf(api.DELETE('/workspaces/{id}/saved-replies/{savedReplyId}', { params }));
  },
});
