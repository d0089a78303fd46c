import { Picture, type ShownMedia } from '../picture.js';
import { t } from '../../messages/previews.js';

interface MediaProps {
  media: readonly (ShownMedia | undefined)[];
  alts: readonly string[];
}

/** The number of pictures that a post shows in a grid. The rest is behind a tap on the last one. */
const gridMax = 4;

/** One picture is shown whole. Several are cells of a grid, which crops them as the platforms do. */
export function Grid({ media, alts }: MediaProps) {
  if (media.length === 0) return null;
  if (media.length === 1) return <One media={media} alts={alts} />;
  const more = media.length - gridMax;
  const first = media.length === 3 ? 'row-span-2' : 'aspect-square';
  return (
    <div className="grid grid-cols-2 gap-0.5 overflow-hidden rounded-lg border border-line">
      {media.slice(0, gridMax).map((one, index) => (
        <div key={one?.id ?? index} className={`relative ${index === 0 ? first : 'aspect-square'}`}>
          <Picture media={one} alt={alts[index] ?? ''} />
          {more > 0 && index === gridMax - 1 && (
            <span className="absolute inset-0 flex items-center justify-center bg-backdrop text-xl font-semibold text-surface">
              <span className="rounded-md bg-ink px-2">+{more}</span>
            </span>
          )}
        </div>
      ))}
    </div>
  );
}

/** Pictures side by side, each whole. People swipe through them. */
export function Carousel({ media, alts }: MediaProps) {
  if (media.length === 0) return <None />;
  if (media.length === 1) return <One media={media} alts={alts} />;
  return (
    <ul
      aria-label={t('imagesAndVideosInThe')}
      // A list that scrolls needs the focus for the arrow keys.
      // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex
      tabIndex={0}
      className="flex snap-x gap-1 overflow-x-auto rounded-lg"
    >
      {media.map((one, index) => (
        <li key={one?.id ?? index} className="relative w-full shrink-0 snap-start self-center">
          <Picture media={one} alt={alts[index] ?? ''} fit="whole" />
          <span className="absolute top-2 right-2 rounded-full bg-ink px-2 text-xs text-surface">
            {index + 1}/{media.length}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A player of a fixed shape, in which a picture of another shape has bars. */
export function Framed({ media, alts, className }: MediaProps & { className: string }) {
  return (
    <div className={`overflow-hidden rounded-lg bg-raised ${className}`}>
      {media.length === 0 ? <None /> : <Picture media={media[0]} alt={alts[0] ?? ''} fit="contain" />}
      {media.length > 1 && <span className="sr-only">{t('firstOf', { count: media.length })}</span>}
    </div>
  );
}

function One({ media, alts }: MediaProps) {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-raised">
      <Picture media={media[0]} alt={alts[0] ?? ''} fit="whole" />
    </div>
  );
}

function None() {
  return <p className="rounded-lg bg-raised p-4 text-sm text-muted">{t('noImageOrVideoYet')}</p>;
}
