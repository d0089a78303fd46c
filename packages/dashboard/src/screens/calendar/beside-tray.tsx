import { lazy, Suspense, type ReactNode } from 'react';
import { useMay } from '../../api/workspace.js';
import { useUndated } from './api.js';
import { usePins } from './use-pins.js';

const Tray = lazy(async () => ({ default: (await import('./tray.js')).Tray }));

/** A draft from the tray was dropped at a place of the calendar. */
export type Receive = (draftId: string, place: { day: string; time?: string }) => void;

/** The calendar, and beside it the drafts that have no place on it yet, if there are any. */
export function BesideTray(props: {
  zone: string;
  /** There are days to drag onto. */
  hasDays: boolean;
  children: (onReceive: Receive) => ReactNode;
}) {
  const { zone, hasDays, children } = props;
  const isWriter = useMay('writePosts');
  const undated = useUndated(isWriter).data;
  const drafts = undated?.data ?? [];
  const pins = usePins(zone);
  const receive: Receive = (draftId, place) => {
    const draft = drafts.find(({ id }) => id === draftId);
    if (draft !== undefined) pins.drop(draft, place);
  };
  const isShown = isWriter && drafts.length > 0;
  return (
    // The calendar stays the same element when the tray comes and goes.
    <div className={isShown ? 'grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_14rem]' : ''}>
      <div className="min-w-0">{children(receive)}</div>
      {isShown && (
        <Suspense fallback={null}>
          <Tray
            drafts={drafts}
            hasMore={undated?.nextCursor !== null}
            zone={zone}
            hasDays={hasDays}
            pins={pins}
          />
        </Suspense>
      )}
    </div>
  );
}
