import { platformMarks } from '../../lib/platform-looks.js';
import type { Tile } from './tiles.js';
import { platformsOf, platformLabel } from './labels.js';

/** The platforms of a post, as two letters each. Screen readers get their names. */
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
