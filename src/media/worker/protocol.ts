import type { VideoRecipe } from '../../domain/video-renditions.js';
import type { MediaFacts } from '../../domain/media.js';
import type { RenditionRecipe } from '../../domain/renditions.js';
import type { ProbeAnswer, RenderAnswer, RepackAnswer } from '../media-probe.js';

/** What a worker process is asked to do with one asset; it asks back for the asset's bytes. */
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
  /** Once, when it has started. */
  | { type: 'ready' }
  | { type: 'read'; start: number; end: number }
  | { type: 'done'; answer: TaskAnswers[MediaTask['task']] }
  /** The work failed in a way that is no statement about the asset. */
  | { type: 'failed'; message: string };

/** One read's greatest size: what both processes hold of an asset for the pipe between them. */
export const readBytesMax = 2 * 1024 * 1024;

/** What the worker knows of an asset. */
export interface TaskSource {
  sizeBytes: number;
  read(start: number, end: number): Promise<Uint8Array>;
}
