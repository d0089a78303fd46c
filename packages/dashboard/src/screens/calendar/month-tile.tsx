import { shownStateLabels } from '../../lib/labels.js';
import { toneClass } from '../../ui/badge.js';
import { PlatformMark } from '../../ui/platform-mark.js';
import { Thumbnail } from '../../ui/thumbnail.js';
import { platformsOf, shortTimeOf, timeOf, wordsOf } from './labels.js';
import { StateIcon } from './state-icon.js';
import { nameOf } from './tile-names.js';
import { isMovable, type Tile } from './tiles.js';
import { layoutOf, type TileWidth } from './tile-width.js';

const marksMax = 2;

/**
 * A post in the month view, in two lines: state, time, platforms and text. It has few elements and handles no events,
 * so that a month is drawn quickly.
 */
export function MonthTile(props: {
  tile: Tile;
  width: TileWidth;
  zone: string;
  workspaceId: string;
  isWriter: boolean;
}) {
  const { tile, width, zone, workspaceId, isWriter } = props;
  const { picture } = tile;
  const { words, hasPicture } = layoutOf(width, picture !== null);
  const time = (
    <span
      className={
        words === 'narrow'
          ? 'overflow-hidden tracking-tighter whitespace-nowrap'
          : 'min-w-0 flex-1 truncate font-semibold'
      }
    >
      {words === 'narrow' ? shortTimeOf(tile, zone) : timeOf(tile, zone)}
    </span>
  );
  const marks = platformsOf(tile)
    .slice(0, words === 'narrow' ? 1 : marksMax)
    .map((platform) => (
      <PlatformMark key={platform} platform={platform} className={words === 'wide' ? 'size-3.5' : 'size-3'} />
    ));
  return (
    <a
      href={`/w/${workspaceId}/posts/${tile.id}`}
      data-post={tile.id}
      draggable={isWriter && isMovable(tile)}
      className={`mx-0.5 flex h-8.25 shrink-0 gap-1 overflow-hidden rounded-sm p-0.5 text-xs leading-3.75 ${toneClass(shownStateLabels[tile.shown].tone)}`}
    >
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1">
          <StateIcon state={tile.shown} className="shrink-0" />
          {words === 'narrow' ? marks : time}
          {words === 'wide' && marks}
        </span>
        <span className="flex items-center gap-1">
          {words === 'middle' && marks}
          {words === 'narrow' && time}
          <span className="sr-only">, {wordsOf(tile)}: </span>
          <span className={words === 'narrow' ? 'sr-only' : 'min-w-0 flex-1 truncate'}>{nameOf(tile)}</span>
        </span>
      </span>
      {picture !== null && hasPicture && <Thumbnail picture={picture} className="size-7.5 rounded-sm" />}
    </a>
  );
}
