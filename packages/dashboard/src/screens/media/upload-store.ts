import { newIdempotencyKey } from '../../api/client.js';
import { onSession } from '../../api/connection.js';
import { keys } from '../../api/keys.js';
import { queryClient } from '../../api/query-client.js';
import type { Session } from '../../api/session.js';
import { isUploadOver, uploadCalls } from '../../api/uploads.js';
import { announce } from '../../lib/announce.js';
import { uploadFile } from '../../lib/upload.js';
import { t } from '../../messages/media.js';
import { mediaKey, removeMedia } from './api.js';

export interface UploadRow {
  id: number;
  workspaceId: string;
  /** The user who started the upload. It can resume after the same user signs in again. */
  userId: string | undefined;
  file: File;
  sentBytes: number;
  /** The idempotency key with which the upload is started. */
  beginKey: string;
  /** The id of the upload at the service; null before the upload has started. */
  mediaId: string | null;
  /** The error that stopped the upload; null while it is running. */
  error: unknown;
}

let rows: readonly UploadRow[] = [];
let lastId = 0;
const stops = new Map<number, AbortController>();
const listeners = new Set<() => void>();

/** The uploads of this page. They continue while the user visits other screens, until the page is closed. */
export const uploadStore = {
  current: (): readonly UploadRow[] => rows,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

function set(next: readonly UploadRow[]): void {
  rows = next;
  for (const listener of listeners) listener();
  globalThis.onbeforeunload = stops.size === 0 ? null : (event) => event.preventDefault();
}

const change = (id: number, changes: Partial<UploadRow>): void =>
  set(rows.map((row) => (row.id === id ? { ...row, ...changes } : row)));

/** Starts the upload of a file, or resumes the upload with the id `mediaId`. */
export function addUpload(workspaceId: string, file: File, mediaId: string | null = null): void {
  lastId += 1;
  const userId = queryClient.getQueryData<Session>(keys.session)?.user.id;
  const begin = { beginKey: newIdempotencyKey(), mediaId, sentBytes: 0 };
  const row: UploadRow = { id: lastId, workspaceId, userId, file, ...begin, error: null };
  set([...rows, row]);
  void run(row);
}

export function resumeUpload(id: number): void {
  const row = rows.find((one) => one.id === id);
  if (row === undefined || stops.has(id)) return;
  change(id, { error: null });
  void run(row);
}

/** Cancels and removes the uploads of the previous user after another user has signed in. */
onSession((message) => {
  if (message.type !== 'signed-in') return;
  for (const { id, userId } of rows) {
    if (userId === message.userId) continue;
    stops.get(id)?.abort();
    stops.delete(id);
  }
  set(rows.filter(({ userId }) => userId === message.userId));
});

/** Cancels an upload and deletes it at the service. */
export function cancelUpload(id: number): void {
  const row = rows.find((one) => one.id === id);
  stops.get(id)?.abort();
  stops.delete(id);
  set(rows.filter((one) => one.id !== id));
  if (row?.mediaId === undefined || row.mediaId === null) return;
  const read = (): Promise<void> => queryClient.invalidateQueries({ queryKey: mediaKey(row.workspaceId) });
  // If the request fails, the service deletes the upload after a day.
  removeMedia(row.mediaId).then(read, () => undefined);
}

async function run({ id, workspaceId, file, beginKey, mediaId }: UploadRow): Promise<void> {
  const stop = new AbortController();
  stops.set(id, stop);
  try {
    await uploadFile(file, {
      calls: uploadCalls(workspaceId, beginKey),
      signal: stop.signal,
      ...(mediaId !== null && { resume: mediaId }),
      onBegun: (begun) => change(id, { mediaId: begun }),
      onProgress: (sentBytes) => change(id, { sentBytes }),
    });
    stops.delete(id);
    set(rows.filter((one) => one.id !== id));
    announce(t('nameWasUploaded', { name: file.name }));
  } catch (error) {
    stops.delete(id);
    const fresh = { beginKey: newIdempotencyKey(), mediaId: null, sentBytes: 0 };
    if (!stop.signal.aborted) change(id, { error, ...(isUploadOver(error) && fresh) });
  }
  await queryClient.invalidateQueries({ queryKey: mediaKey(workspaceId) });
}
