import { CalendarDays } from 'lucide-react';
import { useMemo, useState } from 'react';
import { groupBy } from '../../../../../src/domain/group-by.js';
import { shownHandle } from '../../lib/account-names.js';
import type { BulkPost } from '../../lib/bulk-actions.js';
import { shownStateLabels } from '../../lib/labels.js';
import { platformNames } from '../../lib/platform-looks.js';
import { useSelection } from '../../lib/use-selection.js';
import { t } from '../../messages/calendar.js';
import { Badge } from '../../ui/badge.js';
import { SelectBox } from '../../ui/bulk/select-box.js';
import { SelectionBar } from '../../ui/bulk/selection-bar.js';
import { Button } from '../../ui/button.js';
import { PlatformMark } from '../../ui/platform-mark.js';
import { EmptyState } from '../../ui/states.js';
import { dayOf } from './new-post-time.js';
import { nameOf } from './tile-names.js';
import type { Account, Platform, Tile } from './tiles.js';
import { dayLabel, timeOf } from './labels.js';

const rowsAtFirst = 100;

/** Shows a month as a list, for narrow windows, keyboards and screen readers. */
export function List(props: {
  tiles: readonly Tile[];
  zone: string;
  accounts: readonly Account[];
  isLoading: boolean;
  onOpen: (tile: Tile) => void;
}) {
  const { tiles, zone, accounts, isLoading, onOpen } = props;
  const [rowsMax, setRowsMax] = useState(rowsAtFirst);
  const posts = useMemo(() => tiles.map(toBulkPost), [tiles]);
  const selection = useSelection(posts);
  if (tiles.length === 0) {
    return isLoading ? null : (
      <EmptyState icon={CalendarDays} title={t('noPostsThisMonth')}>
        {t('nothingIsPlannedForThis')}
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      <SelectionBar posts={posts} selection={selection} zone={zone} />
      {[...groupBy(tiles.slice(0, rowsMax), ({ at }) => dayOf(at, zone))].map(([day, ofDay]) => (
        <section key={day} aria-label={dayLabel(day)} className="flex flex-col gap-2">
          <h3 className="font-semibold">{dayLabel(day)}</h3>
          <ul className="flex flex-col gap-1">
            {ofDay.map((tile) => (
              <li key={tile.id} className="flex items-start gap-1 sm:items-center">
                <SelectBox id={tile.id} name={nameOf(tile)} selection={selection} />
                <Row tile={tile} zone={zone} accounts={accounts} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {tiles.length > rowsMax && (
        <div className="flex justify-center">
          <Button onClick={() => setRowsMax(rowsMax + rowsAtFirst)}>
            {t('showMore', { count: tiles.length - rowsMax })}
          </Button>
        </div>
      )}
    </div>
  );
}

interface RowProps {
  tile: Tile;
  zone: string;
  accounts: readonly Account[];
  onOpen: (tile: Tile) => void;
}

function Row({ tile, zone, accounts, onOpen }: RowProps) {
  return (
    <button
      type="button"
      data-post={tile.id}
      className="flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-3 py-2 text-left hover:bg-raised"
      onClick={() => onOpen(tile)}
    >
      <span className="font-semibold">{timeOf(tile, zone)}</span>
      <Badge {...shownStateLabels[tile.shown]} />
      <span className="min-w-0 flex-1 basis-40 truncate">{nameOf(tile)}</span>
      <span className="flex min-w-0 flex-wrap gap-x-3 gap-y-1 text-sm text-muted">
        {tile.targets.map(({ accountId, platform }) => (
          <Place
            key={accountId}
            platform={platform}
            handle={accounts.find(({ id }) => id === accountId)?.handle}
          />
        ))}
      </span>
    </button>
  );
}

/** The mark of a platform with the name of the account on it. */
function Place({ platform, handle }: { platform: Platform; handle: string | null | undefined }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1" title={platformNames[platform]}>
      <PlatformMark platform={platform} />
      <span className="sr-only">{platformNames[platform]} </span>
      <span className="min-w-0 wrap-anywhere">{handle ? shownHandle(handle) : platformNames[platform]}</span>
    </span>
  );
}

const toBulkPost = (tile: Tile): BulkPost => ({
  id: tile.id,
  name: nameOf(tile),
  status: tile.state,
  at: tile.at,
});
