import {
  isPicture,
  kindOfMime,
  type MediaFacts,
  type MediaKind,
  type MediaMime,
} from '../../domain/media.js';
import { UnreadableMedia, UnsupportedMedia } from '../containers/container.js';
import type { ProbeAnswer } from '../media-probe.js';
import { probeDocument } from './documents.js';
import { probeSubtitles } from './subtitles.js';
import { probeVideo } from './videos.js';
import { makeThumbnail, probeImage } from './images.js';
import type { FromWorker, MediaTask, TaskAnswers, TaskSource, ToWorker } from './protocol.js';
import { limitDecoder } from './read-image.js';
import { render } from './render.js';
import { planRepack } from './repack.js';
import { sniff } from './sniff.js';

/**
 * Inspects one asset at a time in a separate process: decoders are native code, which ending a thread cannot stop. The
 * process has no credentials, no database and no network. It requests bytes through the pipe.
 */
limitDecoder();

let awaitBytes: ((bytes: Uint8Array) => void) | undefined;

process.on('message', (message: ToWorker) => {
  if (message.type === 'bytes') awaitBytes?.(message.bytes);
  else void work(message);
});
// A disconnect means that the parent process is gone.
process.on('disconnect', () => process.exit(0));
tell({ type: 'ready' });

function tell(message: FromWorker): void {
  process.send?.(message);
}

async function work({ job, sizeBytes }: Extract<ToWorker, { type: 'job' }>): Promise<void> {
  const source: TaskSource = {
    sizeBytes,
    read: (start, end) =>
      new Promise((resolve) => {
        awaitBytes = resolve;
        tell({ type: 'read', start, end });
      }),
  };
  try {
    tell({ type: 'done', answer: await answer(job, oneAtATime(source)) });
  } catch (error) {
    tell({ type: 'failed', message: error instanceof Error ? error.message : 'unknown' });
  }
}

/** Reads one range after the other, because readers may request several at once, but the pipe carries one at a time. */
function oneAtATime(source: TaskSource): TaskSource {
  let last: Promise<unknown> = Promise.resolve();
  return {
    sizeBytes: source.sizeBytes,
    read: (start, end) => {
      const next = last.then(() => source.read(start, end));
      last = next;
      return next;
    },
  };
}

async function answer(job: MediaTask, source: TaskSource): Promise<TaskAnswers[MediaTask['task']]> {
  switch (job.task) {
    case 'probe':
      return probe(source);
    case 'thumbnail':
      return isPicture(job.facts.kind) ? makeThumbnail(source, job.facts) : null;
    case 'render':
      return orReason(async () => render(source, await sniff(source), job.recipe));
    case 'repack':
      return orReason(async () => planRepack(source, await sniff(source), job.recipe));
  }
}

async function orReason<T>(work: () => Promise<T>): Promise<T | { ok: false; reason: string }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnreadableMedia || error instanceof UnsupportedMedia) {
      return { ok: false, reason: error.message };
    }
    throw error;
  }
}

const probes: Readonly<Record<MediaKind, (source: TaskSource, mime: MediaMime) => Promise<MediaFacts>>> = {
  IMAGE: probeImage,
  GIF: probeImage,
  VIDEO: probeVideo,
  DOCUMENT: probeDocument,
  SUBTITLES: probeSubtitles,
};

async function probe(source: TaskSource): Promise<ProbeAnswer> {
  let mime: MediaMime | null = null;
  try {
    mime = await sniff(source);
    return { ok: true, facts: await probes[kindOfMime(mime)](source, mime) };
  } catch (error) {
    if (error instanceof UnsupportedMedia) {
      return { ok: false, code: 'UNSUPPORTED_MIME', mime: error.mime, reason: error.message };
    }
    if (error instanceof UnreadableMedia)
      return { ok: false, code: 'UNREADABLE', mime, reason: error.message };
    throw error;
  }
}
