import { fileTypeFromBuffer } from 'file-type';
import { isMediaMime, sniffBytesMax, type MediaMime } from '../../domain/media.js';
import { UnsupportedMedia } from '../containers/container.js';
import type { TaskSource } from './protocol.js';

/** Names of the same thing. */
const aliases: Readonly<Record<string, MediaMime>> = { 'video/x-m4v': 'video/mp4' };

/** The type that the first bytes show; what the file is called has no say. */
export async function sniff(source: TaskSource): Promise<MediaMime> {
  const head = await source.read(0, Math.min(sniffBytesMax, source.sizeBytes));
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  const mime = found === undefined ? null : (aliases[found.mime] ?? found.mime);
  if (mime === null) throw new UnsupportedMedia(null, 'The file is of no type that is known here.');
  if (!isMediaMime(mime)) throw new UnsupportedMedia(mime, `${mime} is not supported.`);
  return mime;
}
