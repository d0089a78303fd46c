import { useEffect, useRef, useState } from 'react';
import { api, dataOf, newIdempotencyKey } from '../../api/client.js';
import { isUploadOver, uploadCalls } from '../../api/uploads.js';
import { useWorkspace } from '../../api/workspace.js';
import { announce } from '../../lib/announce.js';
import { uploadFile } from '../../lib/upload.js';
import { t } from '../../messages/composer.js';
import { toldOf } from '../../api/errors.js';
import { inOne, type Told } from '../../lib/told.js';
import { useRememberMedia, type Media } from './api.js';
import type { WaitingUpload } from './draft.js';

export interface UploadItem {
  key: string;
  file: File;
  /** The idempotency key with which the upload is started. */
  beginKey: string;
  /** The id of the upload at the service; null before the upload has started. */
  mediaId: string | null;
  sentBytes: number;
  /** The reason why the upload failed; null while it is running. */
  problem: Told | null;
}

export interface UploadEvents {
  onReady: (media: Media) => void;
  /** Called when an upload gets its id, so that the caller can store it with the draft. */
  onBegun: (waiting: WaitingUpload) => void;
  onEnded: (mediaId: string) => void;
}

export interface Uploads {
  items: readonly UploadItem[];
  /** Starts the upload of a file, or resumes the upload with the id `mediaId`. */
  start: (file: File, mediaId?: string) => void;
  retry: (item: UploadItem) => void;
  cancel: (item: UploadItem) => void;
}

/** Manages the uploads of one editor. Leaving the page interrupts them, but received bytes are not sent again. */
export function useUploads(events: UploadEvents): Uploads {
  const { id: workspaceId } = useWorkspace();
  const remember = useRememberMedia();
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const running = useRef(new Map<string, AbortController>());
  const latestEvents = useRef(events);
  useEffect(() => {
    latestEvents.current = events;
  });
  useEffect(() => {
    const controllers = running.current;
    return () => {
      for (const controller of controllers.values()) controller.abort();
    };
  }, []);
  const change = (key: string, changes: Partial<UploadItem>): void =>
    setItems((current) => current.map((item) => (item.key === key ? { ...item, ...changes } : item)));
  const drop = (key: string): void => {
    running.current.delete(key);
    setItems((current) => current.filter((item) => item.key !== key));
  };
  const run = (item: UploadItem): void => {
    const controller = new AbortController();
    running.current.set(item.key, controller);
    void runUpload(item, workspaceId, {
      signal: controller.signal,
      onChange: (changes) => void change(item.key, changes),
      onBegun: (mediaId) =>
        latestEvents.current.onBegun({ mediaId, filename: item.file.name, sizeBytes: item.file.size }),
      onOver: (mediaId) => void latestEvents.current.onEnded(mediaId),
      onReady: (media) => {
        drop(item.key);
        latestEvents.current.onEnded(media.id);
        remember(media);
        latestEvents.current.onReady(media);
      },
    });
  };
  return {
    items,
    start: (file, mediaId) => {
      const key = newIdempotencyKey();
      const item = { key, file, ...notBegun(), mediaId: mediaId ?? null, problem: null };
      setItems((current) => [...current, item]);
      run(item);
    },
    retry: (item) => {
      change(item.key, { problem: null });
      run(item);
    },
    cancel: (item) => {
      running.current.get(item.key)?.abort();
      drop(item.key);
      if (item.mediaId === null) return;
      latestEvents.current.onEnded(item.mediaId);
      giveUp(item.mediaId);
    },
  };
}

/** The state of an item whose upload has not started at the service. */
const notBegun = () => ({ beginKey: newIdempotencyKey(), mediaId: null, sentBytes: 0 });

interface RunEvents {
  signal: AbortSignal;
  onChange: (changes: Partial<UploadItem>) => void;
  onBegun: (mediaId: string) => void;
  /** Called when the service has no such upload any more, so that a retry starts a new one. */
  onOver: (mediaId: string) => void;
  onReady: (media: Media) => void;
}

async function runUpload(item: UploadItem, workspaceId: string, events: RunEvents): Promise<void> {
  const { signal, onChange } = events;
  let { mediaId } = item;
  try {
    const media = await uploadFile(item.file, {
      calls: uploadCalls(workspaceId, item.beginKey),
      signal,
      ...(item.mediaId !== null && { resume: item.mediaId }),
      onProgress: (sentBytes) => onChange({ sentBytes }),
      onBegun: (id) => {
        mediaId = id;
        onChange({ mediaId: id });
        events.onBegun(id);
      },
    });
    events.onReady(media);
    announce(t('uploaded', { name: item.file.name }));
  } catch (error) {
    if (signal.aborted) return;
    // A retry resumes the upload, or starts a new one if the service no longer has it.
    const isOver = isUploadOver(error);
    if (isOver && mediaId !== null) events.onOver(mediaId);
    const problem = error instanceof Error ? toldOf(error) : t('uploadFailed');
    onChange({ problem, ...(isOver && notBegun()) });
    announce(inOne(`${item.file.name}: `, problem));
  }
}

/** Deletes an upload. If the request fails, the service deletes the upload after a day. */
export function giveUp(mediaId: string): void {
  dataOf(api.DELETE('/media/{id}', { params: { path: { id: mediaId } } })).catch(() => undefined);
}
