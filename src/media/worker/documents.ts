import { bareFacts, type MediaFacts } from '../../domain/media.js';
import { countPages } from '../containers/pdf.js';
import { boundedReads } from './bounded-reads.js';
import type { TaskSource } from './protocol.js';

/** Counts the pages of a PDF. Its pages are not read, and nothing in it is executed. */
export async function probeDocument(source: TaskSource, mime: string): Promise<MediaFacts> {
  const pageCount = await countPages(source.sizeBytes, boundedReads(source, 'document'));
  return { ...bareFacts('DOCUMENT', mime), pageCount };
}
