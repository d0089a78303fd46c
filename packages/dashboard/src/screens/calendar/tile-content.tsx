import type { SmallPicture } from '../../lib/pictures.js';
import { shownStateLabels } from '../../lib/labels.js';
import { PlatformMarks } from '../../ui/platform-marks.js';
import { Thumbnail } from '../../ui/thumbnail.js';
import { timeOf } from './labels.js';
import { StateIcon } from './state-icon.js';
import { nameOf, type Tile } from './tiles.js';

const marksMax = 2;
/** The look of a picture, which a wide tile shows. */
const pictureLook = 'hidden size-7.5 rounded-sm';

interface TileProps {
  tile: Tile;
  zone: string;
  /** Whether the tile has two lines even with a picture, because the month view counts on this height. */
  isFlat: boolean;
}

/**
 * The content of a tile: state, time, platforms and text in two lines. A flat tile has its picture beside both, another
 * one beside two lines of text. Narrow tiles have no room for a picture.
 */
export function TileContent({ tile, zone, isFlat }: TileProps) {
  const { picture } = tile;
  const isTall = picture !== null && !isFlat;
  return (
    <span
      // The views with hours have this padding already.
      className={`@container/tile block w-full overflow-hidden text-xs leading-3.75 ${isFlat ? 'px-0.5' : ''} ${isTall ? 'h-11.25' : 'h-7.5'}`}
    >
      <span className="flex gap-1">
        <span className="@container min-w-0 flex-1">
          <Words tile={tile} zone={zone} pictureBeside={isTall ? picture : null} />
        </span>
        {picture !== null && isFlat && (
          <Thumbnail picture={picture} className={`${pictureLook} @min-[7.25rem]/tile:block`} />
        )}
      </span>
    </span>
  );
}

function Words(props: { tile: Tile; zone: string; pictureBeside: SmallPicture | null }) {
  const { tile, zone, pictureBeside: picture } = props;
  return (
    <span className="flex flex-wrap items-center gap-x-1 @max-[4.5rem]:gap-x-0.5">
      <StateIcon state={tile.shown} className="shrink-0" />
      <span className="w-[calc(100%-1.25rem)] truncate font-semibold @max-[4.5rem]:order-last @max-[4.5rem]:w-full @max-[4.5rem]:overflow-visible @max-[4.5rem]:font-normal @max-[4.5rem]:tracking-tighter @min-[6.5rem]:w-auto @min-[6.5rem]:min-w-0 @min-[6.5rem]:flex-1">
        {timeOf(tile, zone)}
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
        {picture !== null && <Thumbnail picture={picture} className={`${pictureLook} @min-[6.5rem]:block`} />}
      </span>
    </span>
  );
}
