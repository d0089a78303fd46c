import { bareFacts, subtitlesBytesMax, type MediaFacts } from '../../domain/media.js';
import { UnreadableMedia } from '../containers/container.js';
import { checkCues } from '../containers/subtitles.js';
import type { TaskSource } from './protocol.js';

/** Reads subtitles as a whole: they are small, and every line with a time is checked. */
export async function probeSubtitles(source: TaskSource, mime: string): Promise<MediaFacts> {
  if (source.sizeBytes > subtitlesBytesMax) {
    throw new UnreadableMedia(`Subtitles can have at most ${subtitlesBytesMax} bytes.`);
  }
  const bytes = await source.read(0, source.sizeBytes);
  if (bytes.length !== source.sizeBytes) throw new UnreadableMedia('The file is shorter than stated.');
  checkCues(decode(bytes));
  return bareFacts('SUBTITLES', mime);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableMedia('Subtitles must be text in UTF-8.');
  }
}
