import type { Media, UploadCalls } from '../lib/upload.js';
import { api, dataOf } from './client.js';
import { ApiError, isOutcomeUnknown } from './errors.js';

/**
 * The calls that an upload is made of. `beginKey`: one for each file, sent with each try, so that a repeat after a lost
 * answer begins no second upload.
 */
export function uploadCalls(workspaceId: string, beginKey: string): UploadCalls {
  return {
    begin: (body) =>
      dataOf(
        api.POST('/media/presign', {
          params: { query: { workspaceId }, header: { 'Idempotency-Key': beginKey } },
          body,
        }),
      ),
    again: (id) =>
      dataOf(api.POST('/media/{id}/upload', { params: { path: { id } } })).catch(async (error: unknown) => ({
        media: await arrived(id, error),
        upload: null,
      })),
    complete: (id) =>
      dataOf(api.POST('/media/{id}/complete', { params: { path: { id } }, body: {} })).catch(
        (error: unknown) => arrived(id, error),
      ),
  };
}

/** A file that has arrived takes nothing any more: only the answer that said so was lost. */
async function arrived(id: string, error: unknown): Promise<Media> {
  if (!(error instanceof ApiError) || error.status !== 409) throw error;
  const media = await dataOf(api.GET('/media/{id}', { params: { path: { id } } }));
  if (media.status !== 'READY' && media.status !== 'PROCESSING') throw error;
  return media;
}

/** A sign-in, a right or some patience is missing; what was begun is still there. */
const passingStatuses: ReadonlySet<number> = new Set([401, 403, 429]);

/** Whether another try begins anew: what was begun was refused, or is gone. */
export const isUploadOver = (error: unknown): boolean =>
  error instanceof ApiError && !isOutcomeUnknown(error) && !passingStatuses.has(error.status);
