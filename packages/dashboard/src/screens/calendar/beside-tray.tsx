import { lazy, Suspense, type ReactNode } from 'react';
import { useMay } from '../../api/workspace.js';
import { useUndated } from './api.js';
import type { Places, Receive } from './grid-props.js';
import { usePins } from './use-pins.js';

const Tray = lazy(async () => ({ default: (await import('./tray.js')).Tray }));

/** Shows the calendar, with a tray of undated drafts beside it if there are any. */
export function BesideTray(props: {
  zone: string;
  /** The places that drafts can be dropped on in the view. */
  places: Places | null;
  children: (onReceive: Receive) => ReactNode;
}) {
  const { zone, places, children } = props;
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
    // Uses the same element with and without the tray, so that the calendar keeps its state.
    <div className={isShown ? 'grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_14rem]' : ''}>
      <div className="min-w-0">{children(receive)}</div>
      {isShown && (
        <Suspense fallback={null}>
          <Tray
            drafts={drafts}
            hasMore={undated?.nextCursor !== null}
            zone={zone}
            places={places}
            pins={pins}
          />
        </Suspense>
      )}
    </div>
  );
}
