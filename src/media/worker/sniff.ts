import { fileTypeFromBuffer } from 'file-type';
import { isMediaMime, sniffBytesMax, textMime, type MediaMime } from '../../domain/media.js';
import { UnsupportedMedia } from '../containers/container.js';
import type { TaskSource } from './protocol.js';

/** Other names of accepted types. */
const aliases: Readonly<Record<string, MediaMime>> = { 'video/x-m4v': 'video/mp4' };

/** Detects the type from the first bytes. The file name does not matter. */
export async function sniff(source: TaskSource): Promise<MediaMime> {
  const head = await source.read(0, Math.min(sniffBytesMax, source.sizeBytes));
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  const mime = found === undefined ? textMime(head) : (aliases[found.mime] ?? found.mime);
  if (mime === null) throw new UnsupportedMedia(null, 'The type of the file is unknown.');
  if (!isMediaMime(mime)) throw new UnsupportedMedia(mime, `The file is ${mime}, which is not accepted.`);
  return mime;
}
