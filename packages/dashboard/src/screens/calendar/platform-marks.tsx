import { PlatformMark } from '../../ui/platform-mark.js';
import type { Tile } from './tiles.js';
import { platformsOf, platformLabel } from './labels.js';

/** Shows the mark of each platform of a post. Screen readers get the names. */
export function PlatformMarks({ tile }: { tile: Tile }) {
  const words = platformLabel(tile);
  if (words === '') return null;
  return (
    <span title={words} className="inline-flex flex-wrap gap-0.5 align-middle">
      {platformsOf(tile).map((platform) => (
        <PlatformMark key={platform} platform={platform} className="size-3.5" />
      ))}
      <span className="sr-only">{words}:</span>
    </span>
  );
}
