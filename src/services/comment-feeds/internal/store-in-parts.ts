import type { ServiceDeps } from '../../shared/context.js';
import type { CleanComment } from './clean-comment.js';
import type { LoadedFeed } from './feed.js';
import { storePage, type StoredPage } from './store-page.js';

const commentsPerStatementMax = 500;

/** A page of any length, by as many statements as it needs. */
export async function storeInParts(
  deps: ServiceDeps,
  loaded: LoadedFeed,
  page: readonly CleanComment[],
): Promise<StoredPage> {
  const sum: StoredPage = { added: 0, changed: 0 };
  for (let from = 0; from < page.length; from += commentsPerStatementMax) {
    const { added, changed } = await storePage(
      deps,
      loaded,
      page.slice(from, from + commentsPerStatementMax),
    );
    sum.added += added;
    sum.changed += changed;
  }
  return sum;
}
