import { platformMarks } from '../../lib/platform-looks.js';
import type { Tile } from './tiles.js';
import { platformsOf, platformLabel } from './labels.js';

/** Shows each platform of a post as two letters. Screen readers get the full names. */
export function PlatformMarks({ tile }: { tile: Tile }) {
  const words = platformLabel(tile);
  if (words === '') return null;
  return (
    <span title={words}>
      <span aria-hidden className="font-semibold">
        {platformsOf(tile)
          .map((platform) => platformMarks[platform])
          .join(' ')}
      </span>
      <span className="sr-only">{words}:</span>
    </span>
  );
}
