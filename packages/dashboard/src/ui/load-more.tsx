import { t } from '../messages/common.js';
import { Button } from './button.js';

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** The button that loads the next page of a `usePages` list. It shows no total, because the API's lists have none. */
export function LoadMore({ pages, what }: { pages: Pages; what: string }) {
  if (!pages.hasNextPage) return null;
  return (
    <div className="flex justify-center pt-4">
      <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {pages.isFetchingNextPage ? t('loadingNow') : t('loadMore', { what })}
      </Button>
    </div>
  );
}
