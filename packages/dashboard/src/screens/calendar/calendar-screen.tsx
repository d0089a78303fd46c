import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useAllAccounts } from '../../api/accounts.js';
import { platformsQuery } from '../../api/platforms.js';
import { useMay, useWorkspace } from '../../api/workspace.js';
import { announce } from '../../lib/announce.js';
import { firstDayOfWeek } from '../../lib/language.js';
import { t } from '../../messages/calendar.js';
import { ErrorNote, ErrorState } from '../../ui/error-state.js';
import { Screen } from '../../ui/screen.js';
import { useTiles } from './api.js';
import { Board } from './board.js';
import { FilterPanel } from './filter-panel.js';
import { QuotaPanel } from './quota-panel.js';
import { quotaLines } from './quotas.js';
import type { ReadTiles } from './read-tiles.js';
import { changesBetween } from './tile-names.js';
import { inOrder, isShown, type Tile } from './tiles.js';
import { Toolbar } from './toolbar.js';
import { useCalendarParams } from './use-calendar-params.js';
import { useMoves } from './use-moves.js';
import { ZonePanel } from './zone-panel.js';

/** Shows planned, published and failed posts by day. */
export function CalendarScreen() {
  const params = useCalendarParams();
  const { view, zone, filters } = params;
  const read = useTiles(params);
  const accounts = useAllAccounts(useWorkspace().id);
  // The platforms are read after the posts, which are more urgent.
  const platforms = useQuery({ ...platformsQuery, enabled: read.data?.isPart === false });
  const moves = useMoves();
  const mayWrite = useMay('writePosts');
  const { asMoved } = moves;
  const tiles = useMemo(() => inOrder(asMoved(read.data?.tiles ?? [])), [asMoved, read.data]);
  const shown = useMemo(() => tiles.filter((tile) => isShown(tile, filters)), [tiles, filters]);
  const quotas = useMemo(
    () => quotaLines(tiles, accounts.data ?? [], platforms.data ?? []),
    [tiles, accounts.data, platforms.data],
  );
  useToldChanges(read.data);
  const lacking = accounts.error ?? platforms.error;
  const isFailed = read.isError && read.data === undefined;
  return (
    <Screen
      title={t('calendar')}
      actions={
        <>
          <FilterPanel params={params} accounts={accounts.data ?? []} />
          <QuotaPanel lines={quotas} zone={zone} />
          <ZonePanel params={params} tiles={tiles} />
        </>
      }
    >
      <Toolbar params={params} firstDayOfWeek={firstDayOfWeek}>
        {!isFailed && (
          <Progress read={read.data} shown={shown.length} invites={mayWrite && view !== 'list'} />
        )}
      </Toolbar>
      {lacking !== null && <ErrorNote error={lacking} />}
      {isFailed ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <Board
          params={params}
          firstDayOfWeek={firstDayOfWeek}
          tiles={shown}
          isLoading={read.data?.isPart ?? true}
          accounts={accounts.data ?? []}
          moves={moves}
        />
      )}
    </Screen>
  );
}

/** Shows and announces how many posts have been read. With `invites`, an empty calendar suggests creating a post. */
function Progress(props: { read: ReadTiles | undefined; shown: number; invites: boolean }) {
  const { read, shown, invites } = props;
  const isEmpty = read?.tiles.length === 0 && !read.isPart;
  const hidden = (read?.tiles.length ?? 0) - shown;
  const posts = t('posts', { count: shown });
  const others = hidden > 0 ? t('hiddenByFilters', { hidden }) : '';
  const more = read?.isPart === true ? t('loadingMore') : '';
  return (
    <p role="status" className="text-sm text-muted">
      {read === undefined ? t('loadingPosts') : `${posts}${others}${more}`}
      {isEmpty && invites && t('selectADayToCreate')}
      {read?.isCut === true && t('tooManyToShow')}
    </p>
  );
}

/** Announces changes that other users or the service make while the calendar is open. */
function useToldChanges(read: ReadTiles | undefined): void {
  const before = useRef<readonly Tile[]>([]);
  useEffect(() => {
    const tiles = read?.tiles ?? [];
    const told = changesBetween(before.current, tiles);
    before.current = tiles;
    if (told !== null) announce(told);
  }, [read]);
}
