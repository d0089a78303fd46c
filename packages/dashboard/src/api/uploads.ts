import type { Media, UploadCalls } from '../lib/upload.js';
import { api, dataOf } from './client.js';
import { ApiError, isOutcomeUnknown } from './errors.js';

/**
 * Returns the API calls for an upload. `beginKey` identifies one file and is sent with each try, so that a retry after
 * a lost response does not start a second upload.
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

/**
 * Returns the media after a 409, which the service sends for an upload that is already complete: only the response to
 * the first call was lost. Throws the error again if the file is not stored.
 */
async function arrived(id: string, error: unknown): Promise<Media> {
  if (!(error instanceof ApiError) || error.status !== 409) throw error;
  const media = await dataOf(api.GET('/media/{id}', { params: { path: { id } } }));
  if (media.status !== 'READY' && media.status !== 'PROCESSING') throw error;
  return media;
}

/** Error statuses after which the upload still exists: the user must sign in, get a permission, or wait. */
const passingStatuses: ReadonlySet<number> = new Set([401, 403, 429]);

/** Whether a retry has to start a new upload, because the old one was refused or is gone. */
export const isUploadOver = (error: unknown): boolean =>
  error instanceof ApiError && !isOutcomeUnknown(error) && !passingStatuses.has(error.status);
