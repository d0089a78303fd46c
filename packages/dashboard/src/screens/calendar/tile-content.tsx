import { ownUrl } from '../../lib/own-url.js';
import { shownStateLabels } from '../../lib/labels.js';
import { PlatformMarks } from '../../ui/platform-marks.js';
import { timeOf } from './labels.js';
import { StateIcon } from './state-icon.js';
import { nameOf, type Tile } from './tiles.js';

const marksMax = 2;

/** Where there is room, the marks stand beside the time, so that the text has a line of its own. */
const wide = {
  withPicture: {
    time: '@min-[9.25rem]:w-auto @min-[9.25rem]:min-w-0 @min-[9.25rem]:flex-1',
    text: '@min-[9.25rem]:basis-full',
  },
  alone: {
    time: '@min-[7rem]:w-auto @min-[7rem]:min-w-0 @min-[7rem]:flex-1',
    text: '@min-[7rem]:basis-full',
  },
};

/**
 * The content of a tile: state, time, platforms and text in two lines, because the month view counts on this height. Narrow
 * tiles have no room for the text.
 */
export function TileContent({ tile, zone }: { tile: Tile; zone: string }) {
  const { time, text } = tile.pictureUrl === null ? wide.alone : wide.withPicture;
  return (
    <span className="@container block h-7.5 w-full overflow-hidden px-0.5 text-xs leading-3.75">
      {tile.pictureUrl !== null && <TilePicture url={tile.pictureUrl} />}
      <span className="flex flex-wrap items-center gap-x-1 @max-[4.5rem]:gap-x-0.5">
        <StateIcon state={tile.shown} className="shrink-0" />
        <span
          className={`w-[calc(100%-1.25rem)] truncate font-semibold @max-[4.5rem]:order-last @max-[4.5rem]:w-full @max-[4.5rem]:overflow-visible @max-[4.5rem]:font-normal @max-[4.5rem]:tracking-tighter ${time}`}
        >
          {timeOf(tile, zone)}
        </span>
        <span className="sr-only">, {shownStateLabels[tile.shown].label}, </span>
        <span className="inline-flex @max-[4.5rem]:[&_svg+svg]:hidden">
          <PlatformMarks targets={tile.targets} max={marksMax} className="size-3.5" />
        </span>
        <span className="sr-only">: </span>
        <span className={`min-w-0 flex-1 basis-0 truncate @max-[4.5rem]:sr-only ${text}`}>
          {nameOf(tile)}
        </span>
      </span>
    </span>
  );
}

/** Floats beside both lines. Keeps its place if the picture cannot be loaded, so that nothing jumps. */
function TilePicture({ url }: { url: string }) {
  return (
    <img
      src={ownUrl(url)}
      alt=""
      loading="lazy"
      draggable={false}
      className="float-right ml-1 hidden size-7.5 rounded-sm object-cover @min-[6rem]:block"
    />
  );
}
