import { UnreadableMedia, viewOf } from './container.js';
import { boxesIn, childrenOf, codeAt, findBox, type VideoBox } from './video-boxes.js';

export interface VideoTrack {
  box: VideoBox;
  id: number;
  /** vide, soun, or another type of data. */
  handler: string;
}

export interface Stretch {
  start: number;
  end: number;
}

export function tracksOf(moov: VideoBox): VideoTrack[] {
  return childrenOf(moov)
    .filter(({ type }) => type === 'trak')
    .map((box) => {
      const header = findBox(box, 'tkhd');
      const handler = findBox(box, 'mdia', 'hdlr');
      const at = header?.body[0] === 1 ? 20 : 12;
      if (header === undefined || header.body.length < at + 4) throw unreadable();
      return {
        box,
        id: viewOf(header.body).getUint32(at),
        handler: handler === undefined ? '' : codeAt(handler.body, 8),
      };
    });
}

/** The formats of a track's samples, such as avc1 or mp4a. */
export function formatsOf({ box }: VideoTrack): string[] {
  const found = findBox(box, 'mdia', 'minf', 'stbl', 'stsd');
  return found === undefined ? [] : boxesIn(found.body.subarray(8)).map(({ type }) => type);
}

/** The positions of a data track's samples in the file. None for samples in another file. */
export function samplesOf({ box }: VideoTrack): Stretch[] {
  const references = findBox(box, 'mdia', 'minf', 'dinf', 'dref');
  const isOwn =
    references === undefined ||
    boxesIn(references.body.subarray(8)).every(({ body }) => ((body[3] ?? 0) & 1) === 1);
  const table = findBox(box, 'mdia', 'minf', 'stbl');
  if (table === undefined || !isOwn) return [];
  const offsets = chunkOffsets(table);
  const sizes = sampleSizes(table);
  const runs = chunkRuns(table);
  let sample = 0;
  let run = 0;
  return offsets.map((start, index) => {
    while (runs[run + 1] !== undefined && (runs[run + 1]?.firstChunk ?? 0) <= index + 1) run += 1;
    const last = sample + (runs[run]?.samples ?? 0);
    let end = start;
    for (; sample < last && sample < sizes.count; sample += 1) end += sizes.of(sample);
    return { start, end };
  });
}

function chunkOffsets(table: VideoBox): number[] {
  const found = findBox(table, 'stco') ?? findBox(table, 'co64');
  if (found === undefined) return [];
  const view = viewOf(found.body);
  const isLong = found.type === 'co64';
  return Array.from({ length: view.getUint32(4) }, (_, index) =>
    isLong ? Number(view.getBigUint64(8 + index * 8)) : view.getUint32(8 + index * 4),
  );
}

function sampleSizes(table: VideoBox): { count: number; of: (sample: number) => number } {
  const found = findBox(table, 'stsz');
  if (found === undefined) throw unreadable();
  const view = viewOf(found.body);
  const each = view.getUint32(4);
  return {
    count: view.getUint32(8),
    of: (sample) => (each === 0 ? view.getUint32(12 + sample * 4) : each),
  };
}

function chunkRuns(table: VideoBox): { firstChunk: number; samples: number }[] {
  const found = findBox(table, 'stsc');
  if (found === undefined) return [];
  const view = viewOf(found.body);
  return Array.from({ length: view.getUint32(4) }, (_, index) => ({
    firstChunk: view.getUint32(8 + index * 12),
    samples: view.getUint32(12 + index * 12),
  }));
}

const unreadable = (): UnreadableMedia => new UnreadableMedia('The index of the video is damaged.');
