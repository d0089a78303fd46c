import { Button } from './button.js';

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** The button below a list of `usePages`. The API's lists have no totals, so it shows none. */
export function LoadMore({ pages, what }: { pages: Pages; what: string }) {
  if (!pages.hasNextPage) return null;
  return (
    <div className="flex justify-center pt-4">
      <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {pages.isFetchingNextPage ? 'Loading …' : `Load more ${what}`}
      </Button>
    </div>
  );
}
