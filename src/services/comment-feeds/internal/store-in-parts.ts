import type { ServiceDeps } from '../../shared/context.js';
import type { CleanComment } from './clean-comment.js';
import type { LoadedFeed } from './feed.js';
import { storePage, type StoredPage } from './store-page.js';

const commentsPerStatementMax = 500;

/** Stores a page of any length in several statements. At most `newMax` new comments are stored. */
export async function storeInParts(
  deps: ServiceDeps,
  loaded: LoadedFeed,
  page: readonly CleanComment[],
  newMax: number,
): Promise<StoredPage> {
  const sum: StoredPage = { added: 0, changed: 0, leftOut: 0 };
  for (let from = 0; from < page.length; from += commentsPerStatementMax) {
    const part = page.slice(from, from + commentsPerStatementMax);
    const stored = await storePage(deps, loaded, part, newMax - sum.added);
    sum.added += stored.added;
    sum.changed += stored.changed;
    sum.leftOut += stored.leftOut;
  }
  return sum;
}
