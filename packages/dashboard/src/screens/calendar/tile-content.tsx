import { shownStateLabels } from '../../lib/labels.js';
import { PlatformMarks } from '../../ui/platform-marks.js';
import { Thumbnail } from '../../ui/thumbnail.js';
import { shortTimeOf } from './labels.js';
import { StateIcon } from './state-icon.js';
import { nameOf } from './tile-names.js';
import type { Tile } from './tiles.js';

const marksMax = 2;

/**
 * The content of a tile in the week and the day: state, time, platforms and text in two lines, or three with a picture.
 * Narrow tiles have no room for a picture.
 */
export function TileContent({ tile, zone }: { tile: Tile; zone: string }) {
  return (
    <span
      className={`@container block w-full overflow-hidden text-xs leading-3.75 ${tile.picture === null ? 'h-7.5' : 'h-11.25'}`}
    >
      <Words tile={tile} zone={zone} />
    </span>
  );
}

function Words({ tile, zone }: { tile: Tile; zone: string }) {
  const { picture } = tile;
  return (
    <span className="flex flex-wrap items-center gap-x-1 @max-[4.5rem]:gap-x-0.5">
      <StateIcon state={tile.shown} className="shrink-0" />
      <span className="w-[calc(100%-1.25rem)] truncate font-semibold @max-[4.5rem]:order-last @max-[4.5rem]:w-full @max-[4.5rem]:overflow-visible @max-[4.5rem]:font-normal @max-[4.5rem]:tracking-tighter @min-[6.5rem]:w-auto @min-[6.5rem]:min-w-0 @min-[6.5rem]:flex-1">
        {shortTimeOf(tile, zone)}
      </span>
      <span className="sr-only">, {shownStateLabels[tile.shown].label}, </span>
      <span className="inline-flex @max-[4.5rem]:[&_svg+svg]:hidden">
        <PlatformMarks targets={tile.targets} max={marksMax} className="size-3.5 @max-[7rem]:size-3" />
      </span>
      <span className="sr-only">: </span>
      <span className="flex min-w-0 flex-1 basis-0 gap-1 @max-[4.5rem]:sr-only @min-[6.5rem]:basis-full">
        <span
          className={`min-w-0 flex-1 truncate ${picture === null ? '' : '@min-[6.5rem]:line-clamp-2 @min-[6.5rem]:whitespace-normal'}`}
        >
          {nameOf(tile)}
        </span>
        {picture !== null && (
          <Thumbnail picture={picture} className="hidden size-7.5 rounded-sm @min-[6.5rem]:block" />
        )}
      </span>
    </span>
  );
}
