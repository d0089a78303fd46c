import { useSyncExternalStore } from 'react';
import { awayStore } from '../api/connection.js';
import { queryClient } from '../api/query-client.js';
import { t as common } from '../messages/common.js';
import { t } from '../messages/shell.js';
import { Button } from '../ui/button.js';

const onlineStore = {
  current: (): boolean => navigator.onLine,
  subscribe: (listener: () => void): (() => void) => {
    globalThis.addEventListener('online', listener);
    globalThis.addEventListener('offline', listener);
    return () => {
      globalThis.removeEventListener('online', listener);
      globalThis.removeEventListener('offline', listener);
    };
  },
};

/** A banner above every screen while the service cannot be reached. Data that has been loaded stays visible. */
export function AwayBanner() {
  const away = useSyncExternalStore(awayStore.subscribe, awayStore.current);
  const online = useSyncExternalStore(onlineStore.subscribe, onlineStore.current);
  return (
    <div role="status">
      {(away || !online) && (
        <div className="flex flex-wrap items-center justify-between gap-2 bg-warning-soft px-4 py-2 text-warning">
          <p>
            {online ? t('theServerIsNotResponding') : t('youAreOffline')} {t('whatYouSeeMayBeOutOfDate')}
          </p>
          <Button onClick={() => void queryClient.refetchQueries({ type: 'active' })}>
            {common('tryAgain')}
          </Button>
        </div>
      )}
    </div>
  );
}
