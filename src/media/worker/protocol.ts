import type { VideoRecipe } from '../../domain/video-renditions.js';
import type { MediaFacts } from '../../domain/media.js';
import type { RenditionRecipe } from '../../domain/renditions.js';
import type { ProbeAnswer, RenderAnswer, RepackAnswer } from '../media-probe.js';

/** A task for a worker process, about one asset. The worker requests the bytes that it needs. */
export type MediaTask =
  | { task: 'probe' }
  | { task: 'thumbnail'; facts: MediaFacts }
  | { task: 'render'; recipe: RenditionRecipe }
  | { task: 'repack'; recipe: VideoRecipe };

export interface Thumbnail {
  mime: string;
  bytes: Uint8Array;
  width: number;
  height: number;
}

export interface TaskAnswers {
  probe: ProbeAnswer;
  thumbnail: Thumbnail | null;
  render: RenderAnswer;
  repack: RepackAnswer;
}

export type ToWorker =
  { type: 'job'; job: MediaTask; sizeBytes: number } | { type: 'bytes'; bytes: Uint8Array };

export type FromWorker =
  /** Sent once, when the worker has started. */
  | { type: 'ready' }
  | { type: 'read'; start: number; end: number }
  | { type: 'done'; answer: TaskAnswers[MediaTask['task']] }
  /** The task failed for a reason that says nothing about the asset. */
  | { type: 'failed'; message: string };

/** The largest size of one read, which both processes hold in memory. */
export const readBytesMax = 2 * 1024 * 1024;

/** The data that the worker has about an asset. */
export interface TaskSource {
  sizeBytes: number;
  read(start: number, end: number): Promise<Uint8Array>;
}
