import type { ReadRange } from './boxes.js';
import { UnsupportedMedia } from './container.js';
import { PdfIndex } from './pdf-index.js';
import { damagedPdf } from './pdf-values.js';

/**
 * Counts the pages of a PDF by its index: the catalog names the root of the page tree, which says how many pages are
 * below it. Reads a few objects, whatever the size of the file.
 */
export async function countPages(sizeBytes: number, read: ReadRange): Promise<number> {
  const index = await PdfIndex.open(sizeBytes, read);
  if (index.isEncrypted) {
    throw new UnsupportedMedia(
      'application/pdf',
      'PDFs that are encrypted or need a password are not accepted. Save the document without protection.',
    );
  }
  const catalog = await index.resolve(index.trailer.get('Root'));
  if (catalog.kind !== 'dictionary') throw damagedPdf();
  const pages = await index.resolve(catalog.entries.get('Pages'));
  if (pages.kind !== 'dictionary') throw damagedPdf();
  const count = await index.resolve(pages.entries.get('Count'));
  if (count.kind !== 'number' || !Number.isSafeInteger(count.value) || count.value < 1) throw damagedPdf();
  return count.value;
}
