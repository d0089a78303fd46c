import { Button } from './button.js';

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** Below a list of `usePages`. Lists have no totals, so it says nothing of how many there are. */
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
